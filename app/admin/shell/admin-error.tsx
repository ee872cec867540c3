import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react'
import { DASHBOARD } from './admin-sidebar.tsx'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { isUnreadableSection, UnreadableSectionPage } from '#app/admin/editor/unreadable-section.tsx'

/** What takes the place of a page of the admin area that is not there or has failed. The shell around it stands. */
export function AdminError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && isUnreadableSection(error.data)) return <UnreadableSectionPage {...error.data} />
  const { title, text } = describe(error)
  return (
    <>
      <PageHead title={title} />
      <p>{text}</p>
      <p className="hint">
        <Link to={DASHBOARD}>To the dashboard</Link>
      </p>
    </>
  )
}

function describe(error: unknown) {
  if (!isRouteErrorResponse(error) || (error.status >= 500 && error.status !== 503)) {
    return { title: 'Unexpected Application Error!', text: 'The page could not be shown. The log tells more.' }
  }
  if (error.status === 404) {
    return { title: 'There is nothing to edit here', text: 'The address is wrong, or what it led to has been removed.' }
  }
  // A refusal, such as a form that is too large, or a disk that fails: its text is meant for the administrator.
  return { title: 'This request cannot be carried out', text: String(error.data) }
}
