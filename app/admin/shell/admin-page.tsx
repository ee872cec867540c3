import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react'
import { DASHBOARD } from './admin-shell.tsx'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { BrokenFileNotice, type BrokenFileView } from '#app/admin/editor/broken-file.tsx'

/** Meta of a page of the admin area: its title, and no indexing. A child's meta replaces its parent's. */
export function adminMeta(title: string) {
  return [{ title: `${title} | Admin` }, { name: 'robots', content: 'noindex' }]
}

/** The page of the admin area for an address that does not exist or an error. The shell around it stays. */
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
    return {
      title: 'Unexpected Application Error!',
      text: 'The page could not be shown. The server log has the details.',
    }
  }
  if (error.status === 404) {
    return { title: 'Page not found', text: 'The address is wrong, or the page has been removed.' }
  }
  // A refused request, such as a form that is too large, or a full disk: the text is written for the administrator.
  return { title: 'This request cannot be carried out', text: String(error.data) }
}

/** The response of a page that edits a part of a section whose file could never be read. */
export interface UnreadableSection {
  unreadable: { id: string; label: string; broken: BrokenFileView | undefined }
}

export function isUnreadableSection(data: unknown): data is UnreadableSection {
  return typeof data === 'object' && data !== null && 'unreadable' in data
}

/** Names what is wrong with the file, and the ways on. */
export function UnreadableSectionPage({ unreadable: { id, label, broken } }: UnreadableSection) {
  return (
    <>
      <PageHead title={label} />
      {broken && <BrokenFileNotice broken={broken} />}
      <p>
        Restore an earlier version from the <Link to={`/admin/history/${id}`}>history of {label}</Link>, or correct the
        file on the server: the site reads it again within a moment.
      </p>
      <p className="hint">
        <Link to="/admin">To the dashboard</Link>
      </p>
    </>
  )
}
