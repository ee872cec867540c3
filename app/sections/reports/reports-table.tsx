import { Link } from '@remix-run/react'
import { DocumentLink } from '#app/editing/files/stored-files.tsx'
import { ReportEditRow, type ReportEditRowProps } from './report-edit-row.tsx'
import type { YearlyDocument } from './yearly-document.ts'
import './reports-table.css'

interface ReportsTableProps {
  reports: readonly YearlyDocument[]
  /** The one row in edit mode. A report that is not in the table stands on top of it. */
  editing: ReportEditRowProps | undefined
  /** Addresses of the table with a report open, and with the question whether to delete it. */
  editHref: (reportId: string) => string
  deleteHref: (reportId: string) => string
}

/** The reports as visitors see them listed, newest first, with links to edit and delete each. */
export function ReportsTable({ reports, editing, editHref, deleteHref }: ReportsTableProps) {
  if (reports.length === 0 && !editing) {
    return (
      <p className="empty">
        <b>No reports yet</b>
        Add the first one with its PDF. Visitors find it under Reports on the investors page, newest year first.
      </p>
    )
  }
  const isListed = reports.some(({ _id }) => _id === editing?.report._id)
  const editRow = editing && <ReportEditRow key={editing.report._id} {...editing} />
  const rows = reports.map((report) =>
    report._id === editing?.report._id ? (
      editRow
    ) : (
      <ReportRow key={report._id} report={report} editHref={editHref(report._id)} deleteHref={deleteHref(report._id)} />
    ),
  )
  return (
    <table className="data-table reports-table">
      <caption className="vh">Annual reports, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Year</th>
          <th scope="col">Title</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      {/* One list in either case, so that a row which is being edited stays the same when it is deleted elsewhere. */}
      <tbody>{isListed ? rows : [editRow, ...rows]}</tbody>
    </table>
  )
}

/** `id` of the link that opens a report; `new` for the one that adds a report. */
export function editLinkId(reportId: string) {
  return `edit-${reportId}`
}

/** `id` of the link that asks whether to delete a report. */
export function deleteLinkId(reportId: string) {
  return `delete-${reportId}`
}

interface ReportRowProps {
  report: YearlyDocument
  editHref: string
  deleteHref: string
}

function ReportRow({ report: { _id, year, title, fileUrl }, editHref, deleteHref }: ReportRowProps) {
  return (
    <tr>
      <th scope="row">{year}</th>
      <td>
        {title}
        <span className="data-table__sub">
          <DocumentLink href={fileUrl} />
        </span>
      </td>
      <td className="data-table__act">
        <Link className="btn" id={editLinkId(_id)} to={editHref} preventScrollReset>
          Edit <span className="vh">report {year}</span>
        </Link>
        <Link className="btn btn--danger" id={deleteLinkId(_id)} to={deleteHref} preventScrollReset>
          Delete <span className="vh">report {year}</span>
        </Link>
      </td>
    </tr>
  )
}
