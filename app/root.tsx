import type { MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react'
import type { ReactNode } from 'react'
import fontUrl from './ui/fonts/archivo-latin.woff2?url'

export { RootErrorBoundary as ErrorBoundary } from './root-error-boundary.tsx'

/** Titles the pages of the error boundary; every other page names itself. */
export const meta: MetaFunction = ({ error }) => {
  if (error === undefined) return []
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  return [
    { title: isRefusal ? 'Page not available' : 'Unexpected Application Error!' },
    { name: 'robots', content: 'noindex' },
  ]
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" href={fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
