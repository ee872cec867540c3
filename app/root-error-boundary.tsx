import { isRouteErrorResponse, useRouteError, type ErrorResponse } from '@remix-run/react'
import { useRequestId } from '#app/platform/request-context.tsx'
import { ButtonLink } from './ui/content-link.tsx'
import { ErrorPage } from './ui/page/error-page.tsx'
import siteCss from './ui/site.css?url'
import tokensCss from './ui/tokens.css?url'

/**
 * The page of any failure that no route deals with itself. Needs no content, which may be what failed. Brings its styles
 * along by links: as imports of the root they would lie over the administrator area's as well.
 */
export function RootErrorBoundary() {
  const error = useRouteError()
  const requestId = useRequestId()
  const isHttpError = isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)

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

/** What a route of ours gave as the reason; the router's own words are for programmers. */
function textOf({ status, data }: ErrorResponse) {
  if (typeof data === 'string' && data !== '' && !data.startsWith('Error:')) return data
  return status === 404
    ? 'The address does not exist on this site.'
    : 'Go back and try again from the page you came from.'
}
