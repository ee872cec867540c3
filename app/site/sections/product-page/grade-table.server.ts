import { pagesOf } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { CURES } from '#app/site/collections/grades/grade-choices.ts'
import { properties } from '#app/site/collections/properties/properties.ts'
import { gradeIndex, type IndexedGrade } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { nameWithUnit, valueName } from '#app/site/sections/grade-finder/indexed-values.ts'
import type { Column } from './product-page.ts'

/** A cell of the table. `by`: the method of its value, if those of the column are by several. */
interface Cell {
  text: string
  by: string
}

/** The table of the grades of a product page. */
export interface GradeTableContent {
  columns: { title: string; figures: boolean }[]
  rows: { grade: string; state: string; use: string; cells: Cell[] }[]
}

/** The table of the product page with a key: its columns, filled from its grades. */
export function gradeTable(site: SiteReader, key: string, columns: readonly Column[]): GradeTableContent {
  const grades = site.service(gradeIndex).ofPage(key)
  const filled = columns.map((column) => filledColumn(site, column, grades))
  return {
    columns: filled.map(({ title, figures }) => ({ title, figures })),
    rows: grades.map(({ value: { title, state, use } }, row) => ({
      ...{ grade: title, state: state === 'on-request' ? 'On request' : '', use },
      cells: filled.map(({ cells }) => cells[row] ?? EMPTY),
    })),
  }
}

const EMPTY: Cell = { text: '–', by: '' }

function filledColumn(site: SiteReader, column: Column, grades: readonly IndexedGrade[]) {
  switch (column.shows) {
    case 'temperature':
      return {
        title: nameWithUnit({ name: column.title || 'Conductor temperature', unit: '°C' }),
        figures: true,
        cells: grades.map(({ value }) => cellOf(value.temperature)),
      }
    case 'cure':
      return {
        title: column.title || 'Cure',
        figures: false,
        cells: grades.map(({ value: { cure } }) => cellOf(cure === 'none' ? '' : CURES[cure])),
      }
    case 'property':
      return propertyColumn(site, column, grades)
  }
}

function cellOf(text: string): Cell {
  return text === '' ? EMPTY : { text, by: '' }
}

function propertyColumn(site: SiteReader, column: Column, grades: readonly IndexedGrade[]) {
  const { title: name = column.property, unit = '' } = pagesOf(site, properties).withKey(column.property)?.value ?? {}
  const values = grades.map((grade) =>
    grade.values.find(
      ({ property, condition }) =>
        property === column.property && (column.condition === '' || isSame(condition, column.condition)),
    ),
  )
  const known = values.flatMap((value) => value ?? [])
  const isMixed = new Set(known.map(({ comparedBy }) => comparedBy)).size > 1
  return {
    title: nameWithUnit({ name: column.title || name, unit }),
    figures: unit !== '' || (known.length > 0 && known.every(({ kind }) => kind !== 'text' && kind !== 'pass')),
    cells: values.map((value): Cell => {
      if (!value) return EMPTY
      const by = [isMixed ? value.method : '', isMixed && column.condition === '' ? value.condition : '']
      return {
        text: value.text,
        by: [...by, value.isSpecified ? 'specified' : ''].filter((part) => part !== '').join(', '),
      }
    }),
  }
}

function isSame(one: string, other: string) {
  return valueName('', '', one) === valueName('', '', other)
}
