import {
  isRouteErrorResponse,
  Meta,
  ScrollRestoration,
  useLocation,
  useRouteError,
  type ErrorResponse,
  type MetaFunction,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { DeferredScripts, Stylesheets } from './platform/page-assets.tsx'
import { useNonce, usePagePreview, useRequestId } from './platform/request-context.tsx'
import { siteProfile } from './platform/site-profile.ts'
import { isNetworkError } from './ui/network-error.ts'

interface DocumentProps {
  /** Icons, the theme colour and preloads of the site. */
  head?: ReactNode
  children: ReactNode
}

/** The document around every page of a site, for the `Layout` of its root route. */
export function Document({ head, children }: DocumentProps) {
  const nonce = useNonce()
  const preview = usePagePreview()
  return (
    <html lang={siteProfile().language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
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

/** The `meta` of a root route: the title of the error boundary's pages. Every other page has its own. */
export const errorMeta: MetaFunction = ({ error }) => {
  if (error === undefined) return []
  const isHttpError = isRouteErrorResponse(error) && error.status < 500
  return [
    { title: isHttpError ? 'Page not available' : 'Unexpected Application Error!' },
    { name: 'robots', content: 'noindex' },
  ]
}

/** What the error boundary of a site's root route shows. */
interface ErrorText {
  /** The HTTP status, if the visitor should see it. */
  code?: number
  title: string
  text: string
  /** Identifies the failed request, so that a visitor can quote it. */
  requestId?: string | undefined
  /** Address that a link “Try again” loads as a document. */
  retry?: string
}

/** The error that no route has handled, in words for visitors. Needs no content: reading it may have failed. */
export function useErrorText(): ErrorText {
  const error = useRouteError()
  const requestId = useRequestId()
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && (error.status < 500 || error.status === 503 || error.status === 507)) {
    return {
      code: error.status,
      title: error.status === 404 ? 'Page not found' : 'This request cannot be carried out',
      text: textOf(error),
    }
  }
  if (isNetworkError(error)) {
    return {
      title: 'The page could not be loaded',
      text: 'The website cannot be reached. Check your connection, then try again.',
      // The address is that of the page that could not be loaded.
      retry: pathname + search,
    }
  }
  return {
    title: 'Unexpected Application Error!',
    text: 'Something went wrong on our side and has been recorded. Try again in a moment.',
    requestId,
  }
}

/** The reason that one of our routes gave. The router's own texts are for programmers. */
function textOf({ status, data }: ErrorResponse) {
  if (typeof data === 'string' && data !== '' && !data.startsWith('Error:')) return data
  return status === 404
    ? 'We cannot find this page. It may have moved.'
    : 'Go back and try again from the page you came from.'
}
