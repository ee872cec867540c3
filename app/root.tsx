import type { MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Link,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useRouteError,
  type ErrorResponse,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { useNonce, usePagePreview, useRequestId } from '#app/cms/platform/request-context.tsx'
import { DeferredScripts, Stylesheets } from './cms/platform/page-assets.tsx'
import { isNetworkError } from './cms/ui/network-error.ts'
import { ButtonLink } from './cms/ui/content-link.tsx'
import { ErrorPage } from './site/ui/page/error-page.tsx'
import { PROFILE } from './site/profile.ts'
import fontUrl from './site/ui/fonts/archivo-latin.woff2?url'
import siteCss from './site/ui/base.css?url'
import tokensCss from './site/ui/design-tokens.css?url'

/** Title of the error boundary's pages. Every other page has its own. */
export const meta: MetaFunction = ({ error }) => {
  if (error === undefined) return []
  const isHttpError = isRouteErrorResponse(error) && error.status < 500
  return [
    { title: isHttpError ? 'Page not available' : 'Unexpected Application Error!' },
    { name: 'robots', content: 'noindex' },
  ]
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const preview = usePagePreview()
  return (
    <html lang={PROFILE.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b1f33" />
        {/* Browsers that support SVG icons use the last one, the others the one with a size. */}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Stylesheets />
        {preview?.head}
      </head>
      <body>
        {children}
        {preview?.notice}
        {!preview && (
          <>
            <ScrollRestoration nonce={nonce} />
            <DeferredScripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/**
 * The page for every error that no route handles. It needs no content, because reading the content may have failed. It
 * links to its styles: as imports of the root they would also apply to the administrator area.
 */
export function ErrorBoundary() {
  const error = useRouteError()
  const requestId = useRequestId()
  const { pathname, search } = useLocation()
  const isHttpError =
    isRouteErrorResponse(error) && (error.status < 500 || error.status === 503 || error.status === 507)

  return (
    <main id="main" className="lost-screen">
      <link rel="stylesheet" href={tokensCss} />
      <link rel="stylesheet" href={siteCss} />
      {isHttpError ? (
        <ErrorPage
          code={error.status}
          title={error.status === 404 ? 'Page not found' : 'This request cannot be carried out'}
          text={textOf(error)}
        >
          <ButtonLink to="/">Home</ButtonLink>
        </ErrorPage>
      ) : isNetworkError(error) ? (
        <ErrorPage
          title="The page could not be loaded"
          text="The website cannot be reached. Check your connection, then try again."
        >
          {/* Loads the document: the address is that of the page that could not be loaded. */}
          <Link className="btn" to={pathname + search} reloadDocument>
            Try again
          </Link>
          <ButtonLink to="/" variant="line">
            Home
          </ButtonLink>
        </ErrorPage>
      ) : (
        <ErrorPage
          title="Unexpected Application Error!"
          text="Something went wrong on our side and has been recorded. Try again in a moment."
          requestId={requestId}
        >
          <ButtonLink to="/">Home</ButtonLink>
        </ErrorPage>
      )}
    </main>
  )
}

/** The reason that one of our routes gave. The router's own texts are for programmers. */
function textOf({ status, data }: ErrorResponse) {
  if (typeof data === 'string' && data !== '' && !data.startsWith('Error:')) return data
  return status === 404
    ? 'The address does not exist on this site.'
    : 'Go back and try again from the page you came from.'
}
