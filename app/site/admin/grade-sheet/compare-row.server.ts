import type { TableRow } from '#app/cms/editing/server/paste/read-table.server.ts'
import { csvRow } from '#app/cms/platform/http/download.server.ts'
import type { GradeValue } from '#app/site/collections/grades/grade-schema.ts'
import { grades, type Grade } from '#app/site/collections/grades/grades.ts'
import { cellOf, type SheetColumn, type SheetState } from './sheet-columns.ts'
import { keyIn, keysNamed, type FieldChange } from './sheet-fields.ts'
import type { PreviewCell, PreviewRow, SheetProblem } from './sheet-preview.types.ts'
import { placeOfValue, valueOfCell } from './sheet-row-values.ts'
import { cellOfValue } from './sheet-value.ts'
import { besideWhich, doubtOf } from './usual-numbers.ts'

/** What a sheet makes of one grade. */
export interface GradeChange {
  name: string
  /** Undefined for a new grade. */
  key: string | undefined
  /** Of the grade that it was compared with; '' for a new one. */
  version: string
  next: Grade
}

export interface ComparedRow {
  number: number
  name: string
  /** Of the grade that the row belongs to. */
  key: string | undefined
  /** Undefined if nothing changes. */
  row: Omit<PreviewRow, 'hasDraft'> | undefined
  change: GradeChange | undefined
  problems: SheetProblem[]
}

/** What removes a value. */
const REMOVES = new Set(['–', '—', '-'])

const NEW_NEEDS =
  'No grade has this name. A new one needs a product page and “Used for”. Correct the name, or take the row out of the table if it is none, such as a total'

const NEW_GRADE = { address: '', visibility: 'listed' }

/** Compares a row with the grade that it belongs to. `columns` has undefined for a column that is left out. */
export function compareRow(
  { number, cells }: TableRow,
  columns: readonly (SheetColumn | undefined)[],
  state: SheetState,
): ComparedRow {
  const keyAt = columns.findIndex((column) => column?.kind === 'key')
  const nameAt = columns.findIndex((column) => isFieldOf(column, 'title'))
  const typedName = cells[nameAt] ?? ''
  const typedKey = cells[keyAt] ?? ''
  const name = typedName || state.names.grades.get(typedKey) || typedKey
  const owner = ownerOf(typedKey, typedName, state)
  const problems = new Map<number, string>()
  if ('problem' in owner) problems.set(Math.max(0, owner.isOfKey ? keyAt : nameAt), owner.problem)
  const key = 'problem' in owner ? undefined : owner.key
  const known = key === undefined ? undefined : state.grades.get(key)
  const before = known?.value

  let fields: Partial<Grade> = {}
  const values: (GradeValue | undefined)[] = [...(before?.values ?? [])]
  /** The index in `values` that a column is about. */
  const places = new Map<number, number>()
  const valueColumns = columns.flatMap((column) => (column?.kind === 'value' ? column : []))
  const touched = new Set<number>()
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? ''
    if (!column || column.kind === 'key' || cell === '' || problems.has(at)) continue
    if (before && isWritten(cell, cellOf(column, '', before, state.names))) continue
    const problem = column.kind === 'field' ? readField(column, cell) : readValue(column, cell, at)
    if (problem === undefined) touched.add(at)
    else problems.set(at, problem)
  }

  function readField({ field }: SheetColumn & { kind: 'field' }, cell: string): string | undefined {
    const isRemoved = REMOVES.has(cell)
    const change: FieldChange | undefined = isRemoved ? field.cleared : field.read(cell, state.names, before)
    if (!change) return `A grade needs this. “${cell}” would remove it`
    if ('problem' in change) return change.problem
    fields = { ...fields, ...change }
    return undefined
  }

  function readValue(column: SheetColumn & { kind: 'value' }, cell: string, at: number): string | undefined {
    const place = placeOfValue(values, column, valueColumns)
    if (typeof place !== 'number') return place.problem
    if (place === -1 && REMOVES.has(cell)) return undefined
    const value = REMOVES.has(cell)
      ? undefined
      : valueOfCell(values[place], { column, cell, property: state.properties.get(column.property) })
    if (value && 'problem' in value) return value.problem
    places.set(at, place === -1 ? values.length : place)
    if (place === -1) values.push(value)
    else values[place] = value
    return undefined
  }

  const left = [...values.entries()].flatMap(([place, value]) => (value ? [{ place, value }] : []))
  // The sentence is asked for once, for all grades, when they are published.
  const whatChanged = '–'
  const next = { ...(before ?? NEW_GRADE), ...fields, values: left.map(({ value }) => value), whatChanged }
  const parsed = !('problem' in owner) && (!before || touched.size > 0) ? grades.schema.safeParse(next) : undefined
  for (const { path, message } of issuesOf(parsed, { key, before, state })) {
    const [field, index] = path.split('.')
    const place = left[Number(index)]?.place
    const found =
      field === 'values' && place !== undefined
        ? [...places].find(([, own]) => own === place)?.[0]
        : columns.findIndex((column) => column?.kind === 'field' && column.field.field === field)
    const at = found === undefined || found === -1 ? Math.max(0, nameAt, keyAt) : found
    const isEmpty = found === undefined || found === -1 || (cells[found] ?? '') === ''
    const isOfNewGrade = !before && (field === 'product' || field === 'use') && isEmpty
    if (isOfNewGrade) problems.set(Math.max(0, nameAt, keyAt), NEW_NEEDS)
    else if (!problems.has(at)) problems.set(at, message)
  }

  const after = parsed?.success ? parsed.data : undefined
  const shown = columns.map((column, at): PreviewCell => {
    const problem = problems.get(at)
    if (problem !== undefined) return { state: 'problem', text: cells[at] ?? '', problem }
    if (!column) return { state: 'unchanged', text: '' }
    const textIn = (grade: Grade | undefined, valueAt: (place: number) => GradeValue | undefined) => {
      const place = places.get(at)
      if (!grade) return ''
      if (place === undefined) return cellOf(column, key ?? '', grade, state.names)
      const value = valueAt(place)
      return value ? cellOfValue(value) : ''
    }
    const old = textIn(before, (place) => before?.values[place])
    if (!touched.has(at)) return { state: 'unchanged', text: old }
    const now = after
      ? textIn(after, (place) => after.values[left.findIndex((one) => one.place === place)])
      : (cells[at] ?? '')
    if (now === old) return { state: 'unchanged', text: now }
    if (now === '') return { state: 'removed', text: '', before: old }
    const place = places.get(at)
    const value = place === undefined ? undefined : values[place]
    const far = value
      ? doubtOf(value, state.usual.get(value.property)) || doubtOfGrade(old, now, state.names.grades)
      : ''
    if (old !== '') return { state: 'changed', text: now, before: old, doubt: far }
    return { state: 'new', text: now, doubt: far || (value ? besideWhich(value, before?.values ?? []) : '') }
  })

  const isShown = problems.size > 0 || !before || shown.some(isChange)
  const isWrong = problems.size > 0 || !after
  return {
    ...{ number, name, key },
    problems: [...problems]
      .toSorted(([one], [other]) => one - other)
      .map(([column, message]) => ({ row: number, column, message, where: rowInWords(number, name) })),
    row: isShown
      ? { number, name, state: problems.size > 0 ? 'problem' : before ? 'changed' : 'new', cells: shown }
      : undefined,
    change: isShown && !isWrong ? { name, key, version: known?.version ?? '', next: after } : undefined,
  }
}

/** A value that named a grade, as the layers of a system do, and now is the name of none. */
function doubtOfGrade(before: string, now: string, names: ReadonlyMap<string, string>): string {
  const isGrade = (text: string) => keysNamed(names, text).length > 0
  return isGrade(before) && !isGrade(now) ? `No grade is called “${now}”` : ''
}

/** `Row 7 (PV 90 S)` */
export function rowInWords(number: number, name: string) {
  return name === '' ? `Row ${number}` : `Row ${number} (${name})`
}

export function isChange({ state }: PreviewCell) {
  return state !== 'unchanged' && state !== 'problem'
}

export function isFieldOf(column: SheetColumn | undefined, field: keyof Grade): boolean {
  return column?.kind === 'field' && column.field.field === field
}

type Owner = { key: string | undefined } | { isOfKey: boolean; problem: string }

/** The grade that a row belongs to; no key for a new one. */
function ownerOf(typedKey: string, typedName: string, { grades: known, names }: SheetState): Owner {
  if (typedKey !== '') {
    if (known.has(typedKey)) return { key: typedKey }
    return { isOfKey: true, problem: `No grade has the key “${typedKey}”. Leave it empty for a new grade` }
  }
  if (typedName === '') return { isOfKey: false, problem: 'Write the name of the grade' }
  const named = keysNamed(names.grades, typedName).length
  if (named > 1) return { isOfKey: false, problem: `${named} grades have this name. Give the key of the one you mean` }
  return { key: keyIn(names.grades, typedName) }
}

/** True if a cell has the text that the sheet has for the grade, also as a CSV file has it. */
function isWritten(cell: string, text: string) {
  const flat = (words: string) => words.replace(/\s+/g, ' ').trim()
  return flat(cell) === flat(text) || flat(cell) === flat(csvRow([text]).slice(1, -3).replaceAll('""', '"'))
}

/** What the schema refuses, else what must not be published. */
function issuesOf(
  parsed: ReturnType<typeof grades.schema.safeParse> | undefined,
  { key = '', before, state }: { key: string | undefined; before: Grade | undefined; state: SheetState },
): { path: string; message: string }[] {
  if (!parsed) return []
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const entriesOf = (collection: string): ReadonlyMap<string, unknown> =>
    collection === 'properties' ? state.properties : new Map()
  return grades.checkPublication(parsed.data, before, { key, entriesOf })
}
