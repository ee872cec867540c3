import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { CollectionDefinition, ContentOfEntry } from '#app/cms/define/define-collection.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { properties } from '#app/site/collections/properties/properties.ts'
import { otherWords, phrasesOf } from '#app/site/sections/search-words/content-synonyms.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { cellOf, sheetColumns, type SheetState } from './sheet-columns.ts'
import { standardsByName } from './sheet-fields.ts'
import { usualNumbers } from './usual-numbers.ts'

/** What a sheet is written from and compared with: all that is published, also what visitors do not find. */
export function sheetState(site: SiteReader): SheetState {
  const found = entriesOf(site, grades)
  const titlesOf = (entries: ReadonlyMap<string, { value: { title: string } }>) =>
    new Map([...entries].map(([key, { value }]) => [key, value.title]))
  const values = [...found.values()].map(({ value }) => value)
  return {
    grades: found,
    properties: new Map([...entriesOf(site, properties)].map(([key, { value }]) => [key, value])),
    names: {
      products: titlesOf(entriesOf(site, productPages)),
      grades: titlesOf(found),
      standards: standardsByName(values),
    },
    usual: usualNumbers(values),
    sameWords: (words) => phrasesOf(words, site.service(otherWords)),
  }
}

/** The entries of a collection as they are published, also those that visitors do not find. */
export function entriesOf<Collection extends CollectionDefinition>({ content }: SiteReader, collection: Collection) {
  interface Found {
    value: ContentOfEntry<Collection>
    version: string
  }
  const keys = content.entryKeys(collection)
  return new Map<string, Found>(
    keys.flatMap((key) => {
      const entry = content.find(collection.entry(key)) as Found | undefined
      return entry ? [[key, entry]] : []
    }),
  )
}

/** The sheet of all grades, or of those of one product page: a line of headings, and one for each grade. */
export function writeSheet(site: SiteReader, product: string): { headings: string[]; rows: string[][] } {
  const state = sheetState(site)
  const shown = [...state.grades]
    .filter(([, { value }]) => product === '' || value.product === product)
    .toSorted(([, one], [, other]) => compareInTable(one.value, other.value))
  const columns = sheetColumns(
    state,
    shown.map(([, { value }]) => value),
  )
  return {
    headings: columns.map(({ heading }) => heading),
    rows: shown.map(([key, { value }]) => columns.map((column) => cellOf(column, key, value, state.names))),
  }
}

interface Sorted {
  product: string
  position: number
  title: string
}

/** By product page, then as in its table. */
function compareInTable(one: Sorted, other: Sorted) {
  return (
    one.product.localeCompare(other.product, 'en') ||
    one.position - other.position ||
    one.title.localeCompare(other.title, 'en', { numeric: true })
  )
}

/** Lines with tabs between their cells, as spreadsheet programs copy them. */
export function asCopiedCells(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return rows.map((cells) => `${cells.map(quoted).join('\t')}\n`).join('')
}
