import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { Link, useOutletContext } from '@remix-run/react'
import type { ReactNode } from 'react'
import { isRecord } from '#app/cms/content/compare/content-words.ts'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { SelectField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { AddButton, ListError, RemoveButton, useListFocus } from '#app/cms/editing/lists/list-controls.tsx'
import { FURTHER_KINDS } from '#app/site/collections/documents/document-kinds.ts'
import { PLAYED_KINDS } from '#app/site/collections/documents/file-type.ts'
import {
  coversPeriod,
  isFinancialYear,
  PERIODS,
  type Period,
} from '#app/site/collections/documents/financial-period.ts'
import { RESULT_KINDS } from '#app/site/collections/documents/result-kinds.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { rowId } from '#app/cms/editing/ui/focus.ts'
import { FURTHER_FILE, MAX_ROWS, ROW_KINDS, rowLabel, type PublicDocument, type RowKind } from './results-day-kinds.ts'
import './results-day.css'

export const handle: EditorHandle = {
  schema: async () => (await import('./results-day.ts')).resultsDay,
  rows: {
    list: 'documents',
    noun: 'document',
    label: (row, at) => nameOfRow(isRecord(row) ? row['kind'] : undefined, at),
  },
}

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
      <FieldGroup
        legend="Files"
        note="Fill in only those you have. Each is a PDF, or an address that starts with https://, unless its row says otherwise"
      >
        <DocumentRows list={documents} />
      </FieldGroup>
    </>
  )
}

/** The documents that a results day usually has, and those that staff add. */
function DocumentRows({ list }: { list: FieldMetadata<Row[]> }) {
  const rows = list.getFieldList()
  const known = usePublicDocuments()
  const { listRef, addRef, statusRef } = useListFocus<HTMLOListElement>(rows.map(({ key }) => key))
  return (
    <>
      <ListError field={list} />
      {RESULT_KINDS.every(({ kind }) => known.some((one) => one.kind === kind)) && (
        <p>All documents of this period are public already.</p>
      )}
      <ol className="results-day" ref={listRef}>
        {rows.map((row, at) => (
          <li key={row.key ?? row.name} id={rowId(row.id)}>
            <DocumentRow row={row} at={at} known={known}>
              {at >= ROW_KINDS.length && (
                <RemoveButton list={list.name} index={at} isLarge>{`Remove document ${at + 1}`}</RemoveButton>
              )}
            </DocumentRow>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status" ref={statusRef} />
      {rows.length < MAX_ROWS ? (
        <AddButton list={list.name} count={rows.length} buttonRef={addRef}>
          Add another document
        </AddButton>
      ) : (
        <p className="items__empty">The form is full: {MAX_ROWS} documents. Publish these, then open it again</p>
      )}
    </>
  )
}

interface DocumentRowProps {
  row: FieldMetadata<Row>
  at: number
  known: readonly PublicDocument[]
  /** Further controls. */
  children: ReactNode
}

/** One document: its file, and folded away what usually stays as it is. */
function DocumentRow({ row, at, known, children }: DocumentRowProps) {
  const { kind, title, date, fileUrl } = row.getFieldset()
  const chosen = ROW_KINDS.find((one) => one === (kind.value ?? kind.initialValue))
  const rowName = `Document ${at + 1}`
  const name = nameOfRow(chosen, at)
  const hasErrors = [kind, title, date].some(({ errors }) => errors !== undefined)
  const file = (
    <div>
      <PublicAlready kind={chosen} known={known} />
      <FileField field={fileUrl} label={name} optional {...filesOf(chosen)} />
    </div>
  )
  const more = (
    <>
      <div className="two">
        <SelectField field={kind} options={KIND_CHOICES} />
        <TextField field={date} type="date" optional help="Only if it differs from the date above" />
      </div>
      <TextField field={title} optional help="Empty: the kind with its period" />
      {children}
    </>
  )
  // The kind of an added document has to be chosen first. Then its fields stay where they are.
  const isAdded = kind.initialValue === undefined
  return isAdded ? (
    <div className="results-day__row" role="group" aria-label={rowName}>
      {more}
      {file}
    </div>
  ) : (
    <div className="results-day__row">
      {file}
      <details className="results-day__fold" aria-label={name} open={hasErrors || undefined}>
        <summary>
          <span>Kind, title and date</span> <span className="visually-hidden">of {name}</span>
        </summary>
        {more}
      </details>
    </div>
  )
}

/** The documents of the period that is chosen, which visitors see already. */
function usePublicDocuments() {
  const known = useOutletContext<readonly PublicDocument[]>()
  const { financialYear: year, period: part } = useFormMetadata<Fields>().getFieldset()
  const financialYear = year.value ?? year.initialValue ?? ''
  const period = part.value ?? part.initialValue ?? ''
  if (!isFinancialYear(financialYear) || !isPeriod(period)) return []
  return known.filter((one) => coversPeriod(one, { financialYear, period }))
}

function isPeriod(text: string): text is Period {
  return Object.hasOwn(PERIODS, text)
}

/** Those of a kind that are public already, each with its editor: a new one would be a second one. */
function PublicAlready({ kind, known }: { kind: RowKind | undefined; known: readonly PublicDocument[] }) {
  return known
    .filter((one) => one.kind === kind)
    .map(({ href, title, date }) => (
      <p key={href} className="results-day__known">
        <span className="chip chip--good">Public</span> since {formatDay(date)}:{' '}
        <Link to={href} target="_blank" rel="noopener">
          {title} <span className="visually-hidden">(opens in a new tab)</span>
        </Link>
      </p>
    ))
}

/** The name of a row. Two documents may be of one kind: only the usual one has the name of its kind alone. */
function nameOfRow(kind: unknown, at: number): string {
  const rowName = `Document ${at + 1}`
  const chosen = ROW_KINDS.find((one) => one === kind)
  return chosen === undefined ? rowName : (chosen === ROW_KINDS[at] ? '' : `${rowName}: `) + rowLabel(chosen)
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
  return { accepts: 'pdf' as const, help: '' }
}
