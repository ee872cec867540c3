import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react'
import { DASHBOARD } from './admin-shell.tsx'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { Fault } from '#app/editing/conflict/content-notices.tsx'

/** Head of a page of the admin area: its title, and a word to search engines. A child's meta replaces its parent's. */
export function adminMeta(title: string) {
  return [{ title: `${title} | Admin` }, { name: 'robots', content: 'noindex' }]
}

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
  if (!isRouteErrorResponse(error) || (error.status >= 500 && error.status !== 503 && error.status !== 507)) {
    return { title: 'Unexpected Application Error!', text: 'The page could not be shown. The log tells more.' }
  }
  if (error.status === 404) {
    return { title: 'There is nothing to edit here', text: 'The address is wrong, or what it led to has been removed.' }
  }
  // A refusal, such as a form that is too large, or a disk that fails or is full: its text is meant for the administrator.
  return { title: 'This request cannot be carried out', text: String(error.data) }
}

/** The response of a page that edits a part of a section whose file has never been readable. */
export interface UnreadableSection {
  unreadable: { id: string; label: string; fault: Fault | undefined }
}

export function isUnreadableSection(data: unknown): data is UnreadableSection {
  return typeof data === 'object' && data !== null && 'unreadable' in data
}

/** Names what is wrong with the file, and the ways on. */
export function UnreadableSectionPage({ unreadable: { id, label, fault } }: UnreadableSection) {
  return (
    <>
      <PageHead title={label} />
      {fault && <Fault fault={fault}>There is no good version of it yet, so there is nothing to edit.</Fault>}
      <p>
        Bring an earlier version back from the <Link to={`/admin/history/${id}`}>history of {label}</Link>, or correct
        the file on the server: the site sees that within a moment.
      </p>
      <p className="hint">
        <Link to="/admin">To the dashboard</Link>
      </p>
    </>
  )
}
