import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { Link, useOutletContext } from '@remix-run/react'
import type { ReactNode } from 'react'
import { isRecord } from '#app/cms/content/compare/content-words.ts'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { Fold } from '#app/cms/editing/fields/fold.tsx'
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
        note="Open those you have. Each is a PDF, or an address that starts with https://, unless it says otherwise"
        wide
      >
        <DocumentRows list={documents} />
      </FieldGroup>
    </>
  )
}

/** The documents that a results day usually has, each a line that opens its form, and those that staff add. */
function DocumentRows({ list }: { list: FieldMetadata<Row[]> }) {
  const rows = list.getFieldList()
  const known = usePublicDocuments()
  const { listRef, addRef, statusRef } = useListFocus<HTMLOListElement>(rows.map(({ key }) => key))
  return (
    <>
      <ListError field={list} />
      {RESULT_KINDS.every(({ kind }) => known?.some((one) => one.kind === kind)) && (
        <p>All documents of this period are public already.</p>
      )}
      <ol className="results-day" ref={listRef}>
        {rows.map((row, at) => (
          <li key={row.key ?? row.name} id={rowId(row.id)}>
            {at < ROW_KINDS.length ? (
              <UsualDocument row={row} at={at} known={known} />
            ) : (
              <AddedDocument row={row} at={at}>
                <RemoveButton list={list.name} index={at} isLarge>{`Remove document ${at + 1}`}</RemoveButton>
              </AddedDocument>
            )}
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

interface UsualDocumentProps {
  row: FieldMetadata<Row>
  at: number
  /** Undefined while the period is none. */
  known: readonly PublicDocument[] | undefined
}

/** A document of a kind that each quarter may have: its state as a line, which opens its fields. */
function UsualDocument({ row, at, known }: UsualDocumentProps) {
  const { kind, title, date, fileUrl } = row.getFieldset()
  const chosen = kindOfRow(kind)
  const name = nameOfRow(chosen, at)
  const ofKind = known?.filter((one) => one.kind === chosen) ?? []
  const file = fileUrl.value ?? fileUrl.initialValue ?? ''
  const isFilled = file !== '' || [kind, title, date, fileUrl].some(({ errors }) => errors !== undefined)
  return (
    <Fold
      className="results-day__row"
      opens={isFilled}
      summary={
        <>
          <span className="results-day__name">{name}</span> <StateOfRow {...{ file, ofKind, known, chosen }} />
        </>
      }
    >
      <div className="results-day__fields">
        <input type="hidden" name={kind.name} form={kind.formId} defaultValue={kind.initialValue ?? ''} />
        {ofKind.map(({ href, title: named }) => (
          <p key={href} className="results-day__known">
            <Link to={href} target="_blank" rel="noopener">
              Open “{named}” <span className="visually-hidden">(opens in a new tab)</span>
            </Link>{' '}
            to replace its file. A file chosen here becomes a second document.
          </p>
        ))}
        <FileField field={fileUrl} label={name} optional {...filesOf(chosen)} />
        <div className="two">
          <TextField field={title} optional help="Empty: the kind with its period" />
          <TextField field={date} type="date" optional help="Only if it differs from the date above" />
        </div>
      </div>
    </Fold>
  )
}

interface StateOfRowProps extends Pick<UsualDocumentProps, 'known'> {
  file: string
  ofKind: readonly PublicDocument[]
  chosen: RowKind | undefined
}

function StateOfRow({ file, ofKind: [first, ...others], known, chosen }: StateOfRowProps) {
  if (file !== '') return <span className="chip">File chosen</span>
  if (first)
    return (
      <>
        <span className="chip chip--good">Public</span>{' '}
        <span className="results-day__since">
          {others.length > 0 ? `${others.length + 1} documents` : `since ${formatDay(first.date)}`}
        </span>
      </>
    )
  if (known === undefined) return null
  // The register has further files with the document that they belong to.
  if (chosen === FURTHER_FILE && known.some(({ kind, hasFiles = false }) => kind === 'financial-results' && hasFiles))
    return <span className="chip chip--good">Public</span>
  return <span className="chip chip--quiet">Not public</span>
}

/** A document of any kind, whose kind has to be chosen first. */
function AddedDocument({ row, at, children }: { row: FieldMetadata<Row>; at: number; children: ReactNode }) {
  const { kind, title, date, fileUrl } = row.getFieldset()
  const chosen = kindOfRow(kind)
  const rowName = `Document ${at + 1}`
  return (
    <div className="results-day__fields" role="group" aria-label={rowName}>
      <div className="two">
        <SelectField field={kind} options={KIND_CHOICES} />
        <TextField field={date} type="date" optional help="Only if it differs from the date above" />
      </div>
      <TextField field={title} optional help="Empty: the kind with its period" />
      <FileField field={fileUrl} label={nameOfRow(chosen, at)} optional {...filesOf(chosen)} />
      {children}
    </div>
  )
}

function kindOfRow({ value, initialValue }: FieldMetadata<RowKind>) {
  return ROW_KINDS.find((one) => one === (value ?? initialValue))
}

/** The documents of the period that is chosen, which visitors see already; undefined while it is none. */
function usePublicDocuments() {
  const known = useOutletContext<readonly PublicDocument[]>()
  const { financialYear: year, period: part } = useFormMetadata<Fields>().getFieldset()
  const financialYear = year.value ?? year.initialValue ?? ''
  const period = part.value ?? part.initialValue ?? ''
  if (!isFinancialYear(financialYear) || !isPeriod(period)) return undefined
  return known.filter((one) => coversPeriod(one, { financialYear, period }))
}

function isPeriod(text: string): text is Period {
  return Object.hasOwn(PERIODS, text)
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
