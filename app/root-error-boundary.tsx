import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { useRequestId } from './request-id.tsx'
import { ButtonLink } from './ui/button-link.tsx'
import { ErrorPage } from './ui/error-page.tsx'
import './ui/tokens.css'
import './ui/site.css'

/** The page of any failure that no route deals with itself. Needs no content, which may be what failed. */
export function RootErrorBoundary() {
  const error = useRouteError()
  const requestId = useRequestId()
  const isRefusal = isRouteErrorResponse(error) && error.status < 500

  return (
    <main id="main">
      {isRefusal ? (
        <ErrorPage
          code={error.status}
          title={error.status === 404 ? 'This page has moved, or never was' : 'This is not possible here'}
          text={typeof error.data === 'string' && error.data ? error.data : 'The address does not exist on this site.'}
        >
          <ButtonLink to="/">Home</ButtonLink>
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
