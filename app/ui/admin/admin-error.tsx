import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react'
import { PageHead } from './page-head.tsx'

/** What takes the place of a page of the admin area that is not there or has failed. The shell around it stands. */
export function AdminError() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <>
      <PageHead title={isMissing ? 'There is nothing to edit here' : 'Unexpected Application Error!'} />
      <p>
        {isMissing
          ? 'The address is wrong, or what it led to has been removed.'
          : 'The page could not be shown. The log tells more.'}
      </p>
      <p className="hint">
        <Link to="/admin">To the dashboard</Link>
      </p>
    </>
  )
}
