import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { authorize, type PageOptions } from './people/guard/authorize.server.ts'
import {
  orEnterPassword,
  ownerOf,
  refusalWithoutPassword,
  withoutPassword,
  type PasswordActionArgs,
  type PasswordQuestion,
  type PasswordRefusal,
} from './people/guard/password-check.server.ts'
import type { User } from './people/guard/user.ts'
import { ROLE_TEXTS, type Role } from './people/roles.ts'
import { bearerToken } from './people/api-tokens.server.ts'
import { visitorOf, type Actor } from './platform/author.server.ts'
import { ExpectedError } from './platform/expected-error.ts'
import { apiRoute, type RouteArgs } from './platform/http/api-route.server.ts'
import { askedWith, ConfirmationNeeded, type AskedConsequence } from './platform/http/confirmation.server.ts'
import { pageRefusal, withPageRefusals } from './platform/http/error-responses.server.ts'
import { keptIntents, passwordIntents, type Intents } from './platform/http/intents.ts'
import { readSmallForm, type SmallForm } from './platform/http/read-form.server.ts'
import { isFromBrowser, isSameOrigin } from './platform/http/same-origin.server.ts'
import { currentSite } from './site.server.ts'

interface LoaderOptions extends PageOptions {
  /** True for downloads that need the password, unless it was given within the last ten minutes. */
  asksPassword?: boolean
}

interface ActionOptions extends PageOptions {
  /** The intents of the screen. They say which forms are stored while a person signs in, and which need the password. */
  intents?: Intents | readonly Intents[]
}

interface PasswordActionOptions<Refused> extends ActionOptions {
  /** For a screen without intents: every form needs the password. */
  asksPassword?: 'always'
  /** For a screen whose form has a field for the password: makes the response to a form without the right one. */
  refuse?: (refusal: PasswordRefusal, posted: SmallForm) => Refused
}

const SETUP_PAGE = '/admin/account/second-factor'

/** The page that asks for the password before a download. */
const PASSWORD_PAGE = '/admin/confirm'

const ownOrigin = () => currentSite().env.publicOrigin
const wrongOrigin = () => `This request was sent from another site. Open ${ownOrigin()} and try again there.`

/**
 * Makes the loader of a page of the administrator area, for staff with this role or a higher one. A visitor who is
 * not signed in is redirected to the sign-in and comes back to the same address; staff of a lower role get a 403
 * page. Every loader needs it, not only the layout's: Remix also runs a child's loader alone. Staff who have to set
 * up a second factor first are redirected to do so; with `asksPassword`, staff who have not given their password
 * within the last ten minutes are redirected to the page that asks for it.
 */
export function adminLoader<Result>(
  role: Role,
  load: (args: LoaderFunctionArgs & { user: User }) => Promise<Result> | Result,
  { asksPassword = false, ...options }: LoaderOptions = {},
) {
  return async (args: LoaderFunctionArgs): Promise<Result> => {
    const user = await authorizePage(args.request, role, options)
    const { pathname, search } = new URL(args.request.url)
    if (user === 'signed-out') throw toSignIn(pathname + search)
    if (user === 'no-second-factor') throw toSetup(pathname + search)
    if (asksPassword && !user.isRecentlyAuthenticated)
      throw redirect(`${PASSWORD_PAGE}?download=1&returnTo=${encodeURIComponent(pathname + search)}`)
    return withPageRefusals(() => load({ ...args, user: atRequest(user, args) }))
  }
}

/**
 * Makes the action of a page of the administrator area: 403 for a form of another site, then as adminLoader. The text
 * of the forms that `intents` keep is stored until after the sign-in, which leads back to the form's own address; other
 * posts lead back to their page without the action's query. If the body is refused, the response has the status of
 * that error.
 */
export function adminAction<Result>(
  role: Role,
  act: (args: ActionFunctionArgs & { user: User }) => Promise<Result> | Result,
  { intents = [], ...options }: ActionOptions = {},
) {
  return async (args: ActionFunctionArgs): Promise<Result> => {
    const { request, context } = args
    const user = await authorizePage(request, role, options)
    if (user === 'signed-out' || user === 'no-second-factor') {
      const lead = user === 'signed-out' ? toSignIn : toSetup
      const formCookie = isSameOrigin(request, ownOrigin())
        ? await currentSite().auth.recoveredForms.storeForm(
            request,
            context.clientAddress,
            [intents].flat().flatMap(keptIntents),
          )
        : undefined
      const { pathname, search } = new URL(request.url)
      throw formCookie === undefined ? lead(pathname) : lead(pathname + search, { 'set-cookie': formCookie })
    }
    const asking = () => withQuestions(request, () => act({ ...args, user: atRequest(user, args) }))
    return acknowledged(withPageRefusals(asking))
  }
}

/**
 * Makes the action of a page with acts that lead to a lasting sign-in or to all data: as adminAction, for a small form,
 * which `act` gets as `posted`. An intent that asks for the password is carried out only if the person has signed in, or given
 * the password or a passkey, within the last ten minutes. Otherwise the response asks for the password and contains
 * the form, so that sending it with the password carries out the act; the text of a kept form is in it again
 * after Cancel. Access tokens cannot open these pages.
 */
export function passwordAction<Result, Refused = never>(
  role: Role,
  act: (args: PasswordActionArgs) => Promise<Result> | Result,
  { asksPassword, refuse, intents = [], ...options }: PasswordActionOptions<Refused>,
) {
  const checked = async (args: ActionFunctionArgs & { user: User }): Promise<Result | Refused> => {
    const { request, context, user } = args
    const posted = await readSmallForm(request)
    const { intent } = posted.fields
    const asking = [intents].flat().flatMap(passwordIntents)
    const isAsked = asksPassword === 'always' || (typeof intent === 'string' && asking.includes(intent))
    const address = context.clientAddress
    const refusal = isAsked
      ? await refusalWithoutPassword(currentSite().auth, { request, user, address, posted })
      : undefined
    const clean = withoutPassword(posted)
    if (!refusal) return act({ ...args, user: askedWith(user, request, clean.form), posted: clean })
    if (refuse) return refuse(orEnterPassword(refusal), clean)
    const kept = [intents].flat().flatMap(keptIntents)
    const formCookie = currentSite().auth.recoveredForms.storeUnconfirmedForm(request, address, kept, {
      account: user.id,
      form: clean.form,
    })
    throw passwordQuestion(request, user, withCookie(refusal, formCookie), clean)
  }
  return adminAction(role, checked, { ...options, intents })
}

function passwordQuestion(
  request: Request,
  user: User,
  { status, headers, errors }: PasswordRefusal,
  { form }: SmallForm,
) {
  const { pathname, search } = new URL(request.url)
  const question: PasswordQuestion = {
    passwordQuestion: {
      ...ownerOf(currentSite().auth, user),
      errors,
      action: pathname + search,
      fields: [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
    },
  }
  return Response.json(question, { status, headers })
}

/** Makes the action of a page that needs no sign-in, such as signing in: 403 for a form of another site. */
export function publicAction<Result>(act: (args: ActionFunctionArgs & { actor: Actor }) => Promise<Result> | Result) {
  return async (args: ActionFunctionArgs): Promise<Result> => {
    if (!isSameOrigin(args.request, ownOrigin())) throw pageRefusal(new ExpectedError(403, wrongOrigin()))
    return withPageRefusals(() => act({ ...args, actor: visitorOf(args.request, args.context.clientAddress) }))
  }
}

/**
 * Makes an action of the API, for staff with this role or a higher one: 403 for a request of another site, 401
 * without a session or a bearer token, 403 for a lower role. What `act` throws becomes a response in the API's error
 * shape.
 */
export function apiWrite(role: Role, act: (args: RouteArgs & { user: User }) => Promise<Response> | Response) {
  return apiRoute(async (args) => {
    const user = await authorizeApi(args.request, role)
    return acknowledged(act({ ...args, user: atRequest(user, args) }))
  })
}

/**
 * Makes a loader of the API for what is not public: as apiWrite, for a read. No cache may store the response.
 */
export function apiRead(role: Role, load: (args: RouteArgs & { user: User }) => Promise<Response> | Response) {
  return apiRoute(async (args) => {
    const user = await authorizeApi(args.request, role)
    const response = await load({ ...args, user: atRequest(user, args) })
    response.headers.set('cache-control', 'no-store')
    return response
  })
}

async function authorizeApi(request: Request, role: Role): Promise<User> {
  const user = await authorize(currentSite(), {
    request,
    role,
    token: bearerToken(request.headers.get('authorization')),
  })
  if (user === 'wrong-origin') throw new ExpectedError(403, wrongOrigin(), { code: 'wrong-origin' })
  if (user === 'signed-out') throw new ExpectedError(401, 'Log in first.', { code: 'signed-out' })
  if (user === 'forbidden')
    throw new ExpectedError(403, `This needs the role ${ROLE_TEXTS[role].label}.`, { code: 'forbidden' })
  if (user === 'no-second-factor')
    throw new ExpectedError(403, 'Set up two-step login in the administrator area first.', {
      code: 'second-factor-required',
    })
  return user
}

/** Makes an action of the API that needs no sign-in: open to programs, and to browsers on our own pages. */
export function apiPublicWrite(act: (args: RouteArgs & { actor: Actor }) => Promise<Response> | Response) {
  return apiRoute(async (args) => {
    if (isFromBrowser(args.request) && !isSameOrigin(args.request, ownOrigin()))
      throw new ExpectedError(403, wrongOrigin(), { code: 'wrong-origin' })
    return act({ ...args, actor: visitorOf(args.request, args.context.clientAddress) })
  })
}

/** Waits until the caches in front of the site know of the change, so that its author sees it at the next request. */
async function acknowledged<Result>(acting: Promise<Result> | Result): Promise<Result> {
  try {
    return await acting
  } finally {
    await currentSite().sharedCaches.confirmed()
  }
}

async function authorizePage(
  request: Request,
  role: Role,
  options?: PageOptions,
): Promise<User | 'signed-out' | 'no-second-factor'> {
  const user = await withPageRefusals(() => authorize(currentSite(), { request, role, ...options }))
  if (user === 'wrong-origin') throw pageRefusal(new ExpectedError(403, wrongOrigin()))
  if (user === 'forbidden') throw Response.json({ forbidden: { needed: role } } satisfies Forbidden, { status: 403 })
  return user
}

/** The body of the 403 response for staff whose role is too low for a page. */
export interface Forbidden {
  forbidden: { needed: Role }
}

function withCookie(refusal: PasswordRefusal, cookie: string | undefined): PasswordRefusal {
  return cookie === undefined ? refusal : { ...refusal, headers: { ...refusal.headers, 'set-cookie': cookie } }
}

function atRequest(user: User, { request, context }: RouteArgs): User {
  return { ...user, ...visitorOf(request, context.clientAddress) }
}

/** A redirect to the sign-in page, which then redirects to `page`. */
function toSignIn(page: string, headers: Record<string, string> = {}) {
  return redirect(`/admin/login?returnTo=${encodeURIComponent(page)}`, { headers })
}

/** A redirect to the setup of a second factor, which then redirects to `page`. */
function toSetup(page: string, headers: Record<string, string> = {}) {
  return redirect(`${SETUP_PAGE}?returnTo=${encodeURIComponent(page)}`, { headers })
}

/** The body of the 409 response that asks whether a change shall be made in spite of its consequences. */
export interface Question {
  question: {
    consequences: readonly AskedConsequence[]
    /** Address and fields of the form that makes the change. */
    action: string
    fields: readonly (readonly [name: string, value: string])[]
  }
}

/** Calls `act`. If its author has to confirm something first, throws the response that asks. */
async function withQuestions<Result>(request: Request, act: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ConfirmationNeeded)) throw error
    const { pathname, search } = new URL(request.url)
    const { consequences, posted } = error
    const question = { consequences, action: pathname + search, fields: posted }
    throw Response.json({ question } satisfies Question, { status: 409 })
  }
}
