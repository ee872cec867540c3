import { Fragment } from 'react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import type { PreviewCell, PreviewRow, SheetPreview, SheetProblem } from './sheet-preview.types.ts'

/** How many problems are listed above the table. All of them are at their cells. */
const MAX_LISTED = 20

/** How many rows are shown: those with problems first. */
const MAX_SHOWN = 300

interface ProblemsProps {
  preview: SheetPreview
  leavesOut: boolean
}

/** What has to be corrected before anything can be saved. */
export function SheetProblems({ preview: { problems, pages, unknown, headings }, leavesOut }: ProblemsProps) {
  if (problems.length === 0) return null
  const listed = problems.slice(0, MAX_LISTED)
  return (
    <div className="status status--bad">
      <Icon name="alert" />
      <div className="status__text">
        <b>
          {countOf(problems.length, 'place')} {problems.length === 1 ? 'needs' : 'need'} a correction. Nothing is saved.
        </b>
        <ul>
          {listed.map((problem, index) => (
            <li key={index}>
              <Place problem={problem} headings={headings} />: {problem.message}
            </li>
          ))}
          {problems.length > listed.length && (
            <li>{countOf(problems.length - listed.length, 'more place')}, marked in the table</li>
          )}
        </ul>
        {pages.length > 0 && <p>Product pages: {pages.join(', ')}</p>}
        <LeftOutColumns unknown={unknown} leavesOut={leavesOut} />
      </div>
    </div>
  )
}

/** Whether columns that are not understood are left out: each post of the sheet says it. */
export function LeftOutColumns({ unknown, leavesOut }: { unknown: readonly string[]; leavesOut: boolean }) {
  if (unknown.length === 0 && !leavesOut) return null
  const named = unknown.filter((heading) => heading !== '').join(', ')
  return (
    <label className="sheet__leave-out">
      <input type="checkbox" name="leave-out" value="on" defaultChecked={leavesOut} />
      <span>Leave out the columns that are not understood{named !== '' && `: ${named}`}</span>
    </label>
  )
}

/** A link to the cell, if it is in the table below. */
function Place({ problem: { where, row, column }, headings }: { problem: SheetProblem; headings: string[] }) {
  const heading = column === undefined ? undefined : headings[column]
  if (column === undefined || heading === undefined) return where
  return (
    <a href={`#${cellId(row, column)}`}>
      {where}, {heading}
    </a>
  )
}

function cellId(row: number, column: number) {
  return `cell-${row}-${column}`
}

const ROW_STATES = { new: 'New', changed: 'Changed', problem: 'To correct' } as const

/** The counts, and the columns in which something changes, of all rows that change something. */
export function SheetChanges({ preview: { headings, nameAt, rows, counts } }: { preview: SheetPreview }) {
  if (headings.length === 0) return null
  const inOrder = [...rows.filter(isWrong), ...rows.filter((row) => !isWrong(row))]
  const shown = inOrder.slice(0, MAX_SHOWN)
  const columns = headings
    .map((heading, at) => ({ heading, at }))
    .filter(({ at }) => at !== nameAt && shown.some(({ cells }) => cells[at] && cells[at].state !== 'unchanged'))
  const withDraft = rows.filter(({ hasDraft }) => hasDraft)
  const places = doubtsIn(shown, headings)
  return (
    <>
      <Counts
        counts={counts}
        wrong={rows.filter(isWrong).length}
        doubts={places.length}
        isNothing={rows.length === 0}
      />
      <DoubtfulPlaces places={places} />
      {withDraft.length > 0 && (
        <p className="hint">
          {countOf(withDraft.length, 'grade')} below {withDraft.length === 1 ? 'has' : 'have'} a draft. The draft stays.
          When it is published, it is merged with these changes, and you choose where both have changed one place.
        </p>
      )}
      {shown.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Otherwise the keyboard cannot scroll a wide table.
        <div className="sheet__scroll" role="region" aria-label="Changes of grades" tabIndex={0}>
          <table className="sheet__table">
            <thead>
              <tr>
                <th scope="col">Grade</th>
                {columns.map(({ heading, at }) => (
                  <th key={at} scope="col">
                    {unbroken(heading)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.number} data-state={row.state}>
                  <th scope="row" id={nameAt === -1 ? undefined : cellId(row.number, nameAt)}>
                    <NameOfRow row={row} cell={row.cells[nameAt]} />
                    <small>
                      {ROW_STATES[row.state]}, row {row.number}
                      {row.hasDraft && ', has a draft'}
                    </small>
                  </th>
                  {columns.map(({ at }) => (
                    <td
                      key={at}
                      id={cellId(row.number, at)}
                      data-label={unbroken(headings[at] ?? '')}
                      data-state={row.cells[at]?.state}
                      data-long={isLong(row.cells[at]) || undefined}
                    >
                      {row.cells[at] && <Cell cell={row.cells[at]} />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {inOrder.length > shown.length && (
        <p className="hint">
          {countOf(inOrder.length - shown.length, 'more row')} with changes, which are understood as well, are not
          shown.
        </p>
      )}
    </>
  )
}

/** A new value that should be looked at again. */
interface DoubtfulPlace {
  id: string
  name: string
  heading: string
}

function doubtsIn(rows: readonly PreviewRow[], headings: readonly string[]): DoubtfulPlace[] {
  return rows.flatMap(({ name, number, cells }) =>
    cells.flatMap(({ doubt = '' }, at) =>
      doubt === '' ? [] : { id: cellId(number, at), name: name || '(no name)', heading: headings[at] ?? '' },
    ),
  )
}

/** Links to the cells: a wide table does not show all of them at once. */
function DoubtfulPlaces({ places }: { places: readonly DoubtfulPlace[] }) {
  if (places.length === 0) return null
  const listed = places.slice(0, MAX_LISTED)
  return (
    <div className="sheet__doubts">
      <Icon name="alert" />
      <p>
        Look again at{' '}
        {listed.map(({ id, name, heading }, index) => (
          <Fragment key={id}>
            {index > 0 && '; '}
            <a href={`#${id}`}>
              {name}, {heading}
            </a>
          </Fragment>
        ))}
        {places.length > listed.length && `; ${countOf(places.length - listed.length, 'more place')} in the table`}.
        Nothing prevents saving them.
      </p>
    </div>
  )
}

/** The name, with the former one if it changes. */
function NameOfRow({ row: { name, state }, cell }: { row: PreviewRow; cell: PreviewCell | undefined }) {
  const isPlain = !cell || cell.state === 'unchanged' || state === 'new'
  return isPlain ? name || '(no name)' : <Cell cell={cell} />
}

function isWrong({ state }: PreviewRow) {
  return state === 'problem'
}

interface CountsProps {
  counts: SheetPreview['counts']
  /** Rows with a problem. */
  wrong: number
  /** New values that should be looked at again. */
  doubts: number
  isNothing: boolean
}

function Counts({ counts, wrong, doubts, isNothing }: CountsProps) {
  const rows = countOf(counts.new + counts.changed + counts.unchanged + wrong, 'row')
  const again = doubts === 0 ? '' : `, ${doubts} to look at again`
  const result =
    wrong === 0 ? `. ${countOf(counts.cells, 'cell')} will change${again}.` : `, ${wrong} to correct${again}.`
  const others = counts.others === 0 ? '' : ` ${countOf(counts.others, 'other grade')} not in the table: no change.`
  return (
    <p className="sheet__counts" role="status">
      <b>
        {isNothing
          ? 'Nothing changes.'
          : `${rows}: ${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged${result}`}
      </b>
      {isNothing && ` All ${countOf(counts.unchanged, 'row')} say what the grades say already.`}
      {others}
    </p>
  )
}

/** True for a sentence, which would be a column of single words. */
function isLong(cell: PreviewCell | undefined) {
  return cell !== undefined && Math.max(cell.text.length, cell.before?.length ?? 0) > 24
}

/** A number stays on the line of its unit: `−40 °C`. */
function unbroken(text: string) {
  return text.replace(/(\d) (?=[°%A-Za-zµΩ])/g, '$1\u00A0')
}

function Cell({ cell: { state, text: written, before = '', problem, doubt } }: { cell: PreviewCell }) {
  const text = unbroken(written)
  switch (state) {
    case 'unchanged':
      return text
    case 'problem':
      return (
        <>
          {text || '(empty)'}
          <small className="sheet__problem">
            <Icon name="alert" /> {problem}
          </small>
        </>
      )
    case 'new':
      return (
        <ins>
          <span className="visually-hidden">New: </span>
          {text}
          <Doubt doubt={doubt} />
        </ins>
      )
    case 'removed':
      return (
        <>
          <del>{unbroken(before)}</del> <ins>removed</ins>
        </>
      )
    case 'changed':
      return (
        <>
          <del>{unbroken(before)}</del> <span aria-hidden="true">→</span> <ins>{text}</ins>
          <Doubt doubt={doubt} />
        </>
      )
  }
}

function Doubt({ doubt = '' }: Pick<PreviewCell, 'doubt'>) {
  if (doubt === '') return null
  return (
    <small className="sheet__doubt">
      <Icon name="alert" /> {doubt}. Look at it again
    </small>
  )
}
