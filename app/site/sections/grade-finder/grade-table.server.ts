import { pagesOf } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { CURES } from '#app/site/collections/properties/grade-choices.ts'
import { properties } from '#app/site/collections/properties/properties.ts'
import { withBoundUnits } from '#app/site/ui/bound-units.ts'
import { gradeIndex, type IndexedGrade } from './grade-index.server.ts'
import { nameAboveUnit, valueName } from './indexed-values.ts'
import type { GradeCell, GradeTableContent } from '#app/site/sections/product-page/grade-table-content.ts'
import type { Column } from '#app/site/sections/product-page/product-page.ts'

/** The table of the product page with a key: its columns, filled from its grades. */
export function gradeTable(site: SiteReader, key: string, columns: readonly Column[]): GradeTableContent {
  const grades = site.service(gradeIndex).ofPage(key)
  const filled = columns.map((column) => filledColumn(site, column, grades))
  return {
    product: key,
    columns: filled.map(({ title, figures }) => ({ title, figures })),
    rows: grades.map(({ key, href, value: { title, state, use } }, row) => ({
      ...{ key, grade: title, href, state: state === 'on-request' ? 'On request' : '', use: withBoundUnits(use) },
      cells: filled.map(({ cells }) => cells[row] ?? EMPTY),
    })),
  }
}

const EMPTY: GradeCell = { text: '–', by: '' }

function filledColumn(site: SiteReader, column: Column, grades: readonly IndexedGrade[]) {
  switch (column.shows) {
    case 'temperature':
      return {
        title: nameAboveUnit({ name: column.title || 'Conductor temperature', unit: '°C' }),
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

function cellOf(text: string): GradeCell {
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
    title: nameAboveUnit({ name: column.title || name, unit }),
    figures: unit !== '' || (known.length > 0 && known.every(({ kind }) => kind !== 'text' && kind !== 'pass')),
    cells: values.map((value): GradeCell => {
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
