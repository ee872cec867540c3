import { Link } from '@remix-run/react'
import { Fault } from '#app/editing/conflict/fault-notice.tsx'
import { PageHead } from '#app/editing/ui/page-head.tsx'

/** What a page answers that edits a part of a section whose file never could be read. */
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
