import type { MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Meta, Outlet, ScrollRestoration } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useNonce } from '#app/platform/request-context.tsx'
import { DeferredScripts, Stylesheets } from './platform/page-assets.tsx'
import fontUrl from './ui/fonts/archivo-latin.woff2?url'

export { RootErrorBoundary as ErrorBoundary } from './root-error-boundary.tsx'

/** Titles the pages of the error boundary; every other page names itself. */
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
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b1f33" />
        {/* Browsers that show SVG icons take the last one; the others the one whose size they are told. */}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Stylesheets />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <DeferredScripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
