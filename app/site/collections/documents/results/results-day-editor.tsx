import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { SelectField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { FURTHER_KINDS } from '#app/site/collections/documents/document-kinds.ts'
import { PLAYED_KINDS } from '#app/site/collections/documents/file-type.ts'
import { PERIODS } from '#app/site/collections/documents/financial-period.ts'
import { FURTHER_FILE, ROW_KINDS, rowLabel, type RowKind } from './results-day-kinds.ts'

export const handle: EditorHandle = { schema: async () => (await import('./results-day.ts')).resultsDay.schema }

interface Row {
  kind: RowKind
  title: string
  date: string
  fileUrl: string
}

interface Fields {
  financialYear: string
  period: string
  date: string
  documents: Row[]
}

const PERIOD_CHOICES = Object.entries(PERIODS).map(([value, label]) => ({ value, label }))
const KIND_CHOICES = ROW_KINDS.map((value) => ({ value, label: rowLabel(value) }))

/** The form for the documents on the results of a quarter, all at once. */
export default function ResultsDayFields() {
  const { financialYear, period, date, documents } = useFormMetadata<Fields>().getFieldset()
  return (
    <>
      <FieldGroup legend="Period and date" note="Of all documents below">
        <div className="two">
          <TextField field={financialYear} help="April to March, such as 2026-27" />
          <SelectField field={period} options={PERIOD_CHOICES} />
        </div>
        <TextField field={date} type="date" help="The day on which they were disclosed" />
      </FieldGroup>
      {documents.getFieldList().map((row) => (
        <DocumentRow key={row.key} row={row} />
      ))}
    </>
  )
}

/** One document: its file, and folded away what usually stays as it is. */
function DocumentRow({ row }: { row: FieldMetadata<Row> }) {
  const { kind, title, date, fileUrl } = row.getFieldset()
  const chosen = ROW_KINDS.find((one) => one === (kind.value ?? kind.initialValue))
  const hasErrors = [kind, title, date].some(({ errors }) => errors !== undefined)
  return (
    <FieldGroup legend={chosen === undefined ? 'Another document' : rowLabel(chosen)}>
      <FileField field={fileUrl} optional {...filesOf(chosen)} />
      <details className="fold" open={hasErrors || undefined}>
        <summary>Kind, title and date</summary>
        <div className="two">
          <SelectField field={kind} options={KIND_CHOICES} />
          <TextField field={date} type="date" optional help="Only if it differs from the date above" />
        </div>
        <TextField field={title} optional help="Empty: the kind with its period" />
      </details>
    </FieldGroup>
  )
}

/** The kinds of files of a row, and what staff read about them. */
function filesOf(kind: RowKind | undefined) {
  if (kind === FURTHER_FILE)
    return { accepts: ['xlsx', 'csv', 'xml'] as const, help: 'XLSX, CSV or XML. It is offered beside the PDF' }
  if (kind === 'call-recording')
    return {
      accepts: [...PLAYED_KINDS, 'pdf'] as const,
      help: 'MP3, M4A, MP4 or PDF, or an address that starts with https://',
    }
  if (kind === undefined) return { accepts: ['pdf', ...FURTHER_KINDS] as const }
  return { accepts: 'pdf' as const, help: 'PDF, or an address that starts with https://' }
}
