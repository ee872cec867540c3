import { compareWords, type CollectionDefinition } from '#app/cms/define/define-collection.ts'
import { titleOfEntry } from './collection.server.ts'
import { countOf } from '#app/cms/platform/format/words.ts'

/** A filter of the list as the screen shows it. */
export interface ListFilter {
  name: string
  label: string
  everything: string
  /** The value that is chosen; '' for none. */
  value: string
  options: { value: string; label: string }[]
}

/** A row with its value for each filter of the collection. */
interface FilteredRow {
  filterValues: readonly string[]
}

/**
 * The filters of a collection with the values that its entries have, and those that the address chooses. A value that no
 * entry has chooses nothing. A filter without a value is left out.
 */
export function readFilters(
  { list, noun }: Pick<CollectionDefinition, 'list' | 'noun'>,
  rows: readonly FilteredRow[],
  search: URLSearchParams,
): ListFilter[] {
  return list.filters.flatMap(({ name, label, everything, valueLabel, isDescending }, at) => {
    const counts = new Map<string, number>()
    for (const { filterValues } of rows) {
      const value = filterValues[at] ?? ''
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const options = [...counts]
      .map(([value, count]) => ({ value, words: valueLabel(value, titleOfEntry), count }))
      .sort((one, other) => compareWords(one.words, other.words) * (isDescending ? -1 : 1))
      .map(({ value, words, count }) => ({ value, label: `${words} (${countOf(count, noun)})` }))
    if (options.length === 0) return []
    const chosen = search.get(name) ?? ''
    return [{ name, label, everything, value: counts.has(chosen) ? chosen : '', options }]
  })
}

/** True for a row that all chosen filters let through. */
export function passesFilters(
  { list }: Pick<CollectionDefinition, 'list'>,
  chosen: readonly ListFilter[],
  { filterValues }: FilteredRow,
): boolean {
  return chosen.every(
    ({ name, value }) =>
      value === '' || filterValues[list.filters.findIndex((filter) => filter.name === name)] === value,
  )
}
