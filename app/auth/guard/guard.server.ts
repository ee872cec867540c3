import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { ApiError, apiErrorResponse } from './api-error.ts'
import { isHttpError } from '#app/http/http-error.ts'
import { isFromBrowser, isSameOrigin } from '#app/http/same-origin.server.ts'
import type { Auth } from '#app/auth/auth.server.ts'
import { bearerToken } from '#app/auth/tokens.server.ts'
import { randomUUID } from 'node:crypto'
import { VersionConflict } from '#app/content/store/errors.ts'
import { log } from '#app/platform/log.server.ts'
import { etagOf } from '#app/http/etag.ts'

/** Who a guarded request comes from. `sessionId` names the session by its hash; undefined for a program with a token. */
export interface Administrator {
  username: string
  sessionId: string | undefined
}

/** What the guard asks, at each request. */
interface GuardedSite {
  auth: Pick<Auth, 'sessions' | 'tokens' | 'drafts'>
  env: { publicOrigin: string }
}

/** Makes the wrappers of loaders and actions that decide who may do what. `site` is asked at each request. */
export function createGuard(site: () => GuardedSite) {
  const ownOrigin = () => site().env.publicOrigin
  const wrongOrigin = () => `This was sent from another site. Open ${ownOrigin()} and try again there.`

  /**
   * Makes the loader of an administrator page. A visitor who is not signed in is sent to sign in and comes back to the same
   * address. Every loader needs it, not only the layout's: Remix also runs a child's loader alone.
   */
  function adminLoader<Result>(
    load: (args: LoaderFunctionArgs & { admin: Administrator }) => Promise<Result> | Result,
  ) {
    return async (args: LoaderFunctionArgs): Promise<Result> => {
      const decision = await authorizePage(args.request)
      const { pathname, search } = new URL(args.request.url)
      if (decision === 'signed-out') throw toSignIn(pathname + search)
      return load({ ...args, admin: decision })
    }
  }

  /**
   * Makes the action of an administrator page: 403 for a form of another site, then as adminLoader. What was typed into a
   * form of content is kept for after the sign-in, which leads back to the form's own address; other posts lead back to their
   * page without the action's query. A body that is refused responds with its own status.
   */
  function adminAction<Result>(act: (args: ActionFunctionArgs & { admin: Administrator }) => Promise<Result> | Result) {
    return async (args: ActionFunctionArgs): Promise<Result> => {
      const { request, context } = args
      const decision = await authorizePage(request)
      if (decision === 'signed-out') {
        const draftCookie = isSameOrigin(request, ownOrigin())
          ? await site().auth.drafts.keepDraft(request, context.clientAddress)
          : undefined
        const { pathname, search } = new URL(request.url)
        throw draftCookie === undefined
          ? toSignIn(pathname)
          : toSignIn(pathname + search, { 'set-cookie': draftCookie })
      }
      return withPageRefusals(() => act({ ...args, admin: decision }))
    }
  }

  /** Makes the action of a page that needs no sign-in, such as signing in: 403 for a form of another site. */
  function publicAction<Result>(act: (args: ActionFunctionArgs) => Promise<Result> | Result) {
    return async (args: ActionFunctionArgs): Promise<Result> => {
      if (!isSameOrigin(args.request, ownOrigin())) throw pageRefusal(403, wrongOrigin())
      return withPageRefusals(() => act(args))
    }
  }

  /**
   * Makes an action of the API: 403 for a request of another site, 401 without a session or a bearer token. What `act` throws
   * becomes a response in the API's error shape.
   */
  function apiWrite(act: (args: RouteArgs & { admin: Administrator }) => Promise<Response> | Response) {
    return apiRoute(async (args) => {
      const decision = await authorize(args.request, bearerToken(args.request.headers.get('authorization')))
      if (decision === 'wrong-origin') throw new ApiError(403, 'wrong-origin', wrongOrigin())
      if (decision === 'signed-out') throw new ApiError(401, 'signed-out', 'Sign in first.')
      return act({ ...args, admin: decision })
    })
  }

  /** Makes an action of the API that needs no sign-in: open to programs, and to browsers on our own pages. */
  function apiPublicWrite(act: (args: RouteArgs) => Promise<Response> | Response) {
    return apiRoute((args) => {
      if (isFromBrowser(args.request) && !isSameOrigin(args.request, ownOrigin()))
        throw new ApiError(403, 'wrong-origin', wrongOrigin())
      return act(args)
    })
  }

  /** The one decision who may do what. The origin comes first, so that other sites learn nothing about the session. */
  async function authorize(request: Request, token?: string): Promise<Administrator | 'wrong-origin' | 'signed-out'> {
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    // Without cookies nothing is sent that a foreign page could borrow: a token would be its sender's own right, and a
    // program that is not a browser has simply not signed in.
    const hasCookie = request.headers.has('cookie')
    const isForgeable = hasCookie || (token === undefined && isFromBrowser(request))
    if (isWrite && isForgeable && !isSameOrigin(request, ownOrigin())) return 'wrong-origin'
    const session = await site().auth.sessions.readSession(request)
    if (token === undefined) return session ? { username: session.username, sessionId: session.hash } : 'signed-out'
    const username = site().auth.tokens.readToken(token, session?.hash)
    return username === undefined ? 'signed-out' : { username, sessionId: session?.hash }
  }

  async function authorizePage(request: Request): Promise<Administrator | 'signed-out'> {
    const decision = await withPageRefusals(() => authorize(request))
    if (decision === 'wrong-origin') throw pageRefusal(403, wrongOrigin())
    return decision
  }

  return {
    adminLoader,
    adminAction,
    publicAction,
    apiWrite,
    apiPublicWrite,
  }
}

/** To the sign-in and from there to `page`. */
function toSignIn(page: string, headers: Record<string, string> = {}) {
  return redirect(`/admin/login?returnTo=${encodeURIComponent(page)}`, { headers })
}

async function withPageRefusals<Result>(act: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    throw isHttpError(error) ? pageRefusal(error.status, error.message) : error
  }
}

/** The error page shows the text and responds with the status. */
function pageRefusal(status: number, message: string) {
  return new Response(message, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/** What Remix hands a loader or an action of a resource route. */
export type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs

/**
 * Makes a loader or action of the API: whatever `respond` throws becomes a response in the API's error shape, and
 * where it is a fault of the server (5xx) a line in the log under the same id. Reads are public and use this alone; writes go
 * through the wrappers of the guard.
 */
export function apiRoute(respond: (args: RouteArgs) => Promise<Response> | Response) {
  return async (args: RouteArgs): Promise<Response> => {
    try {
      return await respond(args)
    } catch (error) {
      const requestId = args.context.requestId ?? randomUUID()
      const response = apiErrorResponse(staleIfConditional(error, args.request), requestId)
      if (response.status >= 500) log.error({ err: error, requestId }, 'An API request failed')
      return response
    }
  }
}

/** A conflict with the version named in If-Match is a failed precondition (RFC 9110, 15.5.13), any other stays 409. */
function staleIfConditional(error: unknown, request: Request) {
  if (!(error instanceof VersionConflict) || !request.headers.has('if-match')) return error
  return new ApiError(412, 'stale-version', error.message, { headers: { etag: etagOf(error.current.version) } })
}
