import { enumerate } from '#app/cms/platform/format/words.ts'
import { hasNumber, type GradeValue } from '#app/site/collections/grades/grade-schema.ts'
import type { Property } from '#app/site/collections/properties/properties.ts'
import { valueName } from '#app/site/sections/grade-finder/indexed-values.ts'
import { exactPlace, type ValueColumn } from './sheet-columns.ts'
import { readCell, saysTheSame } from './sheet-value.ts'

/**
 * The index of the value of a grade that a column means, -1 for a new one. A heading that says no method or no condition
 * means the only value that fits, unless another of the columns has it. `values` has undefined for removed ones.
 */
export function placeOfValue(
  values: readonly (GradeValue | undefined)[],
  column: ValueColumn,
  columns: readonly ValueColumn[],
): number | { problem: string } {
  const exact = exactPlace(values, column)
  if (exact !== -1) return exact
  const claimed = new Set(columns.flatMap((other) => (other === column ? [] : exactPlace(values, other))))
  const fits = (said: string | undefined, own: string, nameOf: (text: string) => string) =>
    said === undefined || nameOf(said) === nameOf(own)
  const fitting = [...values.entries()].flatMap(([at, value]) =>
    value?.property === column.property &&
    !claimed.has(at) &&
    fits(column.method, value.method, (method) => valueName('', method, '')) &&
    fits(column.condition, value.condition, (condition) => valueName('', '', condition))
      ? [{ at, value }]
      : [],
  )
  if (fitting.length <= 1) return fitting[0]?.at ?? -1
  const said = fitting.map(({ value }) => [value.method, value.condition].filter(Boolean).join(', ') || 'no method')
  return {
    problem: `The grade has several such values (${enumerate(said)}). Say the method and condition in the heading`,
  }
}

/** The value of a grade as a cell has it: changed, new, undefined if the cell removes it, or why that cannot be. */
export function valueOfCell(
  known: GradeValue | undefined,
  { column, cell, property }: { column: ValueColumn; cell: string; property: Property | undefined },
): GradeValue | { problem: string } {
  const read = readCell(cell, column.rules)
  if ('problem' in read) return read
  if (known) return saysTheSame(read, known) ? known : { ...known, ...read }
  const { method = '', condition = '' } = column
  if (method === '' && hasNumber(read.kind) && property?.group !== 'processing') {
    const usual = property?.methods[0] ?? 'ISO 527'
    return { problem: `By which method? Say it in the heading: ${column.heading} {${usual}}` }
  }
  return { property: column.property, ...read, method, condition }
}
