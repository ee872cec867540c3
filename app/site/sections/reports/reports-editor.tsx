import { Link, type BlockerFunction } from '@remix-run/react'
import { useFormMetadata } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { DocumentLink } from '#app/cms/editing/files/stored-files.tsx'
import {
  ContentForm,
  ContentFormMessages,
  useChangeCount,
  useContentForm,
  useIsSaving,
} from '#app/cms/editing/form/content-form.tsx'
import { Field } from '#app/cms/editing/fields/field.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import { DeletedNotice } from '#app/cms/editing/form/notices.tsx'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { HiddenField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { SaveButtons, UnsavedGuard } from '#app/cms/editing/form/save-bar.tsx'
import { PagePreview, PreviewButton } from '#app/cms/editing/preview/page-preview.tsx'
import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import type { FieldLabels } from '#app/cms/define/walk-schema.ts'
import type { YearlyDocument } from './documents.ts'
import './reports-editor.css'

interface ReportsTableProps {
  reports: readonly YearlyDocument[]
  /** The row in edit mode. A report that is not in the table yet is shown as its first row. */
  editing: ReportEditRowProps | undefined
  /** Address of the table with a report open; `deleteHref` is the page that asks whether to delete it. */
  editHref: (reportId: string) => string
  deleteHref: (reportId: string) => string
}

/** The reports as visitors see them listed, newest first, with links to edit and delete each. */
export function ReportsTable({ reports, editing, editHref, deleteHref }: ReportsTableProps) {
  if (reports.length === 0 && !editing) {
    return (
      <p className="empty">
        <b>No reports yet</b>
        Add the first report and its PDF. Visitors find reports below “Reports” on the investors page, newest year
        first.
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
      <caption className="visually-hidden">Annual reports, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Year</th>
          <th scope="col">Title</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      {/* One list in both cases, so that React keeps the row being edited when its report is deleted elsewhere. */}
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
          Edit <span className="visually-hidden">report {year}</span>
        </Link>
        <Link className="btn btn--danger" id={deleteLinkId(_id)} to={deleteHref} preventScrollReset>
          Delete <span className="visually-hidden">report {year}</span>
        </Link>
      </td>
    </tr>
  )
}

/** A saved report. A new report has only its `_id`. */
export type EditedReport = Partial<YearlyDocument> & Pick<YearlyDocument, '_id'>

export interface ReportEditRowProps {
  report: EditedReport
  /** Version of the section the report was read from. */
  version: string
  reply: SaveReply | undefined
  /** Shown above the errors. */
  failedMessage: string
  /** The labels of its fields. */
  labels: FieldLabels
  /** `isDraft`: every save is a draft. `mayPublish`: the person may publish. */
  place: { isDraft: boolean; mayPublish: boolean }
  /** True if the report was deleted in the meantime: the typed values can be added again. */
  isDeleted?: boolean
  /** Address of the table with this row open; `closeTo` is the address without it. */
  href: string
  closeTo: string
}

const loadSchema = async () => (await import('./reports.ts')).reportForm

const PREVIEWED = { section: 'reports', page: '/investors#reports' }

/** A row of the table in edit mode: year, title and PDF side by side. */
function ReportEditRow({
  report,
  version,
  reply,
  failedMessage,
  labels,
  place,
  isDeleted = false,
  href,
  closeTo,
}: ReportEditRowProps) {
  const form = useContentForm({ id: 'report', schema: loadSchema, content: report, reply })
  const rowRef = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    // The row may be far down the table, and it shows the response.
    if (reply) rowRef.current?.scrollIntoView({ block: 'nearest' })
  }, [reply])
  return (
    <tr className="reports-table__edit" ref={rowRef}>
      <td colSpan={3}>
        <PagePreview formId="report" previewed={PREVIEWED}>
          <ContentForm
            className="report-form"
            form={form}
            labels={labels}
            version={version}
            reply={reply}
            enterIntent={place.isDraft ? contentIntents.draft : contentIntents.save}
          >
            <h2 className="visually-hidden">{report.fileUrl === undefined ? 'Add report' : 'Edit report'}</h2>
            {isDeleted && <DeletedNotice noun="report" save={place.isDraft ? 'Save draft' : 'Save'} />}
            <ContentFormMessages reply={reply} failedMessage={failedMessage} href={href} />
            <ReportFields key={form.key} />
            <ReportFormFoot report={report} closeTo={closeTo} place={place} />
          </ContentForm>
        </PagePreview>
      </td>
    </tr>
  )
}

function ReportFields() {
  const fields = useFormMetadata<YearlyDocument>().getFieldset()
  return (
    <div className="report-fields">
      <HiddenField field={fields._id} />
      <Field field={fields.year}>
        {(control) => (
          // The row was opened by its button. Without JavaScript nothing else scrolls to it in a long table.
          // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
          <input {...control} type="text" defaultValue={fields.year.initialValue} placeholder="2024-25" autoFocus />
        )}
      </Field>
      <TextField field={fields.title} />
      <FileField field={fields.fileUrl} label="PDF" accepts="pdf" />
    </div>
  )
}

function ReportFormFoot({ report, closeTo, place }: Pick<ReportEditRowProps, 'report' | 'closeTo' | 'place'>) {
  const isSaving = useIsSaving()
  const isUnsaved = useChangeCount(report) > 0
  return (
    <div className="report-foot">
      <SaveButtons {...place} save="Save" />
      <Link className="btn" to={closeTo} preventScrollReset>
        Cancel
      </Link>
      <PreviewButton />
      <UnsavedGuard isUnsaved={isUnsaved && !isSaving} isLeaving={toOtherPageOrRow} />
    </div>
  )
}

/** Cancel leads to the table itself and needs no confirmation. */
function toOtherPageOrRow({ currentLocation, nextLocation }: Parameters<BlockerFunction>[0]) {
  if (currentLocation.pathname !== nextLocation.pathname) return true
  return nextLocation.search !== '' && currentLocation.search !== nextLocation.search
}

interface ReportDeleteProps {
  report: YearlyDocument
  /** Version of the section the report was read from. */
  version: string
  /** Address of this page; `closeTo` is that of the table behind it. */
  href: string
  closeTo: string
  /** True if the report is deleted only in the draft. */
  isDraft: boolean
}

/** Asks whether to delete a report: a dialog over the table, or a plain page without JavaScript. */
export function ReportDelete({ report: { year, title }, version, href, closeTo, isDraft }: ReportDeleteProps) {
  return (
    <ConfirmPage
      title="Delete report"
      closeTo={closeTo}
      action={href}
      button={{ label: 'Delete', intent: contentIntents.delete }}
    >
      <p>
        {isDraft
          ? 'Are you sure you want to delete this report from the draft? The published report does not change.'
          : 'Are you sure you want to delete this report?'}
      </p>
      <p>
        <b>{year}</b> {title}
      </p>
      <input type="hidden" name="version" value={version} />
    </ConfirmPage>
  )
}
