import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import {
  createRequestHandler,
  type ActionFunctionArgs,
  type AppLoadContext,
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleDocumentRequestFunction,
  type HandleErrorFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import {
  contentSecurityPolicy,
  inlineHashes,
  ownNames,
  withoutNonce,
} from './platform/content-security-policy.server.ts'
import { hostInterfaceOf, startWithoutHost } from './host-interface.server.ts'
import { readEnv } from './platform/env.server.ts'
import { log } from './platform/log.server.ts'
import { NonceContext, PagePreviewContext, RequestIdContext } from './platform/request-context.tsx'
import { renderToText, stylesheetReader } from './platform/render-document.server.ts'
import { ReadStylesheetContext } from './platform/page-assets.tsx'
import type { SiteDefinition } from './define/define-site.ts'
import type { HostInterface } from './host-interface.ts'
import { currentSite, openSite, type Site } from './site.server.ts'
import { setRetryAfter } from './platform/http/error-responses.server.ts'
import { decodePathname } from './platform/http/parse-url.ts'

/** What the entry module of a site exports: to Remix, and to the production host. */
interface App {
  /** The part of the app that the production host uses. */
  hostInterface: HostInterface
  handleRequest: HandleDocumentRequestFunction
  handleDataRequest: HandleDataRequestFunction
  handleError: HandleErrorFunction
}

/**
 * Starts the app of a site. Its entry module awaits this: Remix evaluates that module before it calls the first loader.
 */
export async function startApp(definition: SiteDefinition): Promise<App> {
  const running = await openSite(definition, () => readEnv(process.env))
  const site = running.current()
  // The build is imported later, because the entry module is evaluated before the build that it is part of.
  site.renderPage = async (request, context, options) => {
    const build = await import('virtual:remix/server-build')
    return createRequestHandler({ ...build, ...options }, site.env.nodeEnv)(request, context)
  }
  const hostInterface = hostInterfaceOf(running)
  await startWithoutHost(hostInterface)
  return {
    hostInterface,
    handleRequest: (...page) => renderDocument(site, ...page),
    handleDataRequest,
    handleError,
  }
}

/**
 * Renders a whole page before it is sent: the policy header needs the hashes of its inline scripts, and a page that
 * fails half-way becomes an error page instead of an incomplete one.
 */
async function renderDocument(
  { env, definition }: Site,
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { requestId, preview }: AppLoadContext = {},
) {
  let statusOfPage = status
  // The preview of a public page has an address of the administrator area, too.
  const isScreen = isAdminPage(request) && preview === undefined
  // The screen around a preview parses its page, and the policy of the screen allows no inline styles.
  const hasInlineStyles = !isScreen && preview === undefined
  const nonce = randomBytes(16).toString('base64url')
  const html = await renderToText(
    <RequestIdContext.Provider value={requestId}>
      <NonceContext.Provider value={nonce}>
        <ReadStylesheetContext.Provider value={hasInlineStyles ? readStylesheet : undefined}>
          <PagePreviewContext.Provider value={preview}>
            <RemixServer context={remixContext} url={request.url} nonce={nonce} />
          </PagePreviewContext.Provider>
        </ReadStylesheetContext.Provider>
      </NonceContext.Provider>
    </RequestIdContext.Provider>,
    {
      nonce,
      onError: (error) => {
        statusOfPage = 500
        log.error({ err: error, requestId, path: new URL(request.url).pathname }, 'A page could not be rendered')
      },
    },
  )

  headers.set('Content-Type', 'text/html; charset=utf-8')
  setRetryAfter(statusOfPage, headers)
  setCacheControl(request, statusOfPage, headers)
  // The development server adds inline scripts and a socket of its own.
  if (env.nodeEnv !== 'development') {
    // Pages of staff show a preview in a frame; other pages show the map.
    const frames = isScreen ? `'self'` : definition.addresses.frameOrigin?.(currentSite())
    const hashes = inlineHashes(html, nonce)
    headers.set(
      'Content-Security-Policy',
      contentSecurityPolicy({ ...ownNames(request, env), frames, hashes, isPreview: preview !== undefined }),
    )
  }
  return new Response(withoutNonce(html, nonce), { status: statusOfPage, headers })
}

const { resolve } = createRequire(import.meta.url)
// By package.json, because the folder of this module depends on how the server's build is divided into chunks.
const readStylesheet = stylesheetReader((name) => resolve(`#client-assets/${name}`))

/** Called for the data that the router requests on a client-side navigation. */
function handleDataRequest(response: Response, { request }: LoaderFunctionArgs | ActionFunctionArgs) {
  setRetryAfter(response.status, response.headers)
  setCacheControl(request, response.status, response.headers)
  return response
}

/**
 * Public pages are the same for everyone and may be cached, but must be revalidated each time, so that an edit shows at
 * once. No cache stores pages of the administrator area, and the browser's back button does not show them after the
 * sign-out.
 */
function setCacheControl(request: Request, status: number, headers: Headers) {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isAdminPage(request) || headers.has('Set-Cookie')) {
    headers.set('Cache-Control', 'no-store')
  } else if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', isRead && status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store')
  }
}

/** True for every spelling that the router accepts. */
function isAdminPage(request: Request) {
  return /^\/admin(?:[/.]|$)/.test(decodePathname(new URL(request.url).pathname))
}

/** Called for everything that a loader or action throws, except a Response. */
function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  // The visitor has disconnected, which is not an error.
  if (request.signal.aborted) return
  const { pathname } = new URL(request.url)
  log.error({ err: error, requestId: context.requestId, method: request.method, path: pathname }, 'A request failed')
}
