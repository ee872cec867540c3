import { useFormMetadata } from '@conform-to/react'
import { Link, type BlockerFunction } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import {
  ContentForm,
  ContentFormMessages,
  useChangeCount,
  useContentForm,
  useIsSaving,
} from '#app/editing/form/content-form.tsx'
import { Field } from '#app/editing/fields/field.tsx'
import { FileField } from '#app/editing/files/file-field.tsx'
import { GoneNotice } from '#app/editing/conflict/content-notices.tsx'
import type { SaveReply } from '#app/editing/form/save-reply.ts'
import { HiddenField, TextField } from '#app/editing/fields/text-fields.tsx'
import { UnsavedGuard } from '#app/editing/form/save-bar.tsx'
import { SAVE_KEYS } from '#app/editing/ui/shortcuts.ts'
import { reportForm } from './report-form.ts'
import { reports } from './reports.ts'
import type { YearlyDocument } from './yearly-document.ts'

/** A report as it is saved; empty but for its `_id` for one to be added. */
export type EditedReport = Partial<YearlyDocument> & Pick<YearlyDocument, '_id'>

export interface ReportEditRowProps {
  report: EditedReport
  /** Version of the section the report was read from. */
  version: string
  reply: SaveReply | undefined
  /** True where the report was deleted since: what was typed can be added again. */
  isGone?: boolean
  /** Address of the table with this row open, and without. */
  href: string
  closeTo: string
}

/** A row of the table in edit mode: year, title and PDF side by side. */
export function ReportEditRow({ report, version, reply, isGone = false, href, closeTo }: ReportEditRowProps) {
  const form = useContentForm({ id: 'report', schema: reportForm, content: report, reply })
  const rowRef = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    // The row may be far down the table, and what was answered stands in it.
    if (reply) rowRef.current?.scrollIntoView({ block: 'nearest' })
  }, [reply])
  return (
    <tr className="reports-table__edit" ref={rowRef}>
      <td colSpan={3}>
        <ContentForm className="report-form" form={form} version={version} reply={reply}>
          <h2 className="vh">{report.fileUrl === undefined ? 'Add report' : 'Edit report'}</h2>
          {isGone && <GoneNotice noun="report" save="Save" />}
          <ContentFormMessages reply={reply} failedMessage={reports.messages.failed} href={href} />
          <ReportFields key={form.key} />
          <ReportFormFoot report={report} closeTo={closeTo} />
        </ContentForm>
      </td>
    </tr>
  )
}

function ReportFields() {
  const fields = useFormMetadata<YearlyDocument>().getFieldset()
  return (
    <div className="report-fields">
      <HiddenField field={fields._id} />
      <Field field={fields.year} label="Year">
        {(control) => (
          // The row was asked for by its button; without a script nothing else brings it into view in a long table.
          // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
          <input {...control} type="text" defaultValue={fields.year.initialValue} placeholder="2024-25" autoFocus />
        )}
      </Field>
      <TextField field={fields.title} label="Title" />
      <FileField field={fields.fileUrl} label="PDF" accepts="pdf" />
    </div>
  )
}

function ReportFormFoot({ report, closeTo }: Pick<ReportEditRowProps, 'report' | 'closeTo'>) {
  const isSaving = useIsSaving()
  const isUnsaved = useChangeCount(report) > 0
  return (
    <div className="report-foot">
      <button
        className="btn btn--primary"
        name="intent"
        value="save"
        aria-keyshortcuts={SAVE_KEYS}
        aria-disabled={isSaving}
      >
        {isSaving ? 'Saving...' : 'Save'}
      </button>
      <Link className="btn" to={closeTo} preventScrollReset>
        Cancel
      </Link>
      <UnsavedGuard isUnsaved={isUnsaved && !isSaving} isLeaving={toOtherPageOrRow} />
    </div>
  )
}

/** Cancel leads to the table itself and means what it says. */
function toOtherPageOrRow({ currentLocation, nextLocation }: Parameters<BlockerFunction>[0]) {
  if (currentLocation.pathname !== nextLocation.pathname) return true
  return nextLocation.search !== '' && currentLocation.search !== nextLocation.search
}
