import { fieldAddress } from '#app/cms/content/field-address.ts'
import { compareWords, visibilityOf } from '#app/cms/define/define-collection.ts'
import { today } from '#app/cms/platform/site-time.ts'
import type { Site } from '#app/cms/site.server.ts'
import { comparisonOfSheets, nameOfProperty } from '#app/site/collections/grades/grade-editor.server.ts'
import { hasNumber, type GradeValue } from '#app/site/collections/grades/grade-schema.ts'
import { grades, type Grade } from '#app/site/collections/grades/grades.ts'
import { comparisonInWords } from '#app/site/collections/grades/sheet-comparison.ts'
import { standardName } from '#app/site/collections/grades/standards.ts'
import { properties, type Property } from '#app/site/collections/properties/properties.ts'
import { certificateOf } from '#app/site/sections/grade-sheet/certificate-of-standard.server.ts'
import { ownSheet } from '#app/site/sections/grade-sheet/own-sheets.server.ts'
import { productPages, type Column } from '#app/site/sections/product-page/product-page.ts'
import { entriesOf } from '#app/site/admin/grade-sheet/sheet-state.server.ts'

/** A grade with the field in which something is missing. */
export interface Place {
  title: string
  href: string
}

export interface MissingOfGrades {
  /** Data and sheets that are older are listed. */
  years: number
  /** For each product page, the columns of its table that grades have no value for. */
  values: { product: string; key: string; columns: { name: string; of: number; places: Place[] }[] }[]
  /** Numbers that no method is said for. Only drafts, and files that were changed by hand, can have them. */
  withoutMethod: (Place & { value: string; isDraft: boolean })[]
  /** Data sheets whose edition is older than two years, the oldest first. */
  oldEditions: (Place & { edition: number; day: string })[]
  /** Own data sheets whose date is older than two years, or that have none, the oldest first. */
  oldSheets: (Place & { day: string })[]
  /** Own data sheets that lack a number of the data, or that cannot be compared with it. */
  otherSheets: (Place & { label: string; text: string })[]
  withoutCertificate: { standard: string; places: Place[] }[]
}

/** Years after which the data of a grade should be looked at again. */
const YEARS = 2

/**
 * What is missing of the grades that can be bought and that visitors may find. `drafts`: contents of drafts of grades, by
 * their keys.
 */
export function missingOfGrades(site: Site, drafts: ReadonlyMap<string, Grade>): MissingOfGrades {
  const known = new Map([...entriesOf(site, properties)].map(([key, { value }]) => [key, value]))
  const shown = [...entriesOf(site, grades)]
    .map(([key, { value }]) => ({ key, value }))
    .filter(({ value }) => value.state !== 'discontinued' && visibilityOf(value) !== 'hidden')
    .toSorted((one, other) => compareWords(one.value.title, other.value.title))
  return {
    values: [...entriesOf(site, productPages)]
      .map(([key, { value: page }]) => {
        const own = shown.filter(({ value }) => value.product === key)
        return { key, product: page.title, columns: page.columns.flatMap((column) => columnGaps(column, own, known)) }
      })
      .filter(({ columns }) => columns.length > 0),
    withoutMethod: [
      ...shown.flatMap((grade) => valuesWithoutMethod(grade, known, false)),
      ...[...drafts].flatMap(([key, value]) => valuesWithoutMethod({ key, value }, known, true)),
    ],
    years: YEARS,
    oldEditions: oldEditions(shown, today()),
    oldSheets: oldSheets(site, shown, today()),
    otherSheets: otherSheets(site, shown),
    withoutCertificate: withoutCertificate(site, shown),
  }
}

interface KeyedGrade {
  key: string
  value: Grade
}

function placeOf({ key, value }: KeyedGrade, field: string): Place {
  return { title: value.title, href: fieldAddress(grades.entry(key), field) }
}

/** The grades that have an empty cell in a column of the table of their page. */
function columnGaps(column: Column, own: readonly KeyedGrade[], known: ReadonlyMap<string, Property>) {
  const { shows, property: key, condition, title } = column
  if (shows !== 'property') return []
  const places = own
    .filter(
      ({ value }) =>
        !value.values.some((one) => one.property === key && (condition === '' || isSame(one.condition, condition))),
    )
    // The last of its values, below which another one is added.
    .map((grade) => placeOf(grade, `values[${Math.max(0, grade.value.values.length - 1)}].property`))
  if (places.length === 0) return []
  const name = [known.get(key)?.title ?? (title || key), condition].filter((part) => part !== '').join(', ')
  return [{ name, of: own.length, places }]
}

function isSame(one: string, other: string) {
  const plain = (text: string) => text.replaceAll(/[\s,;/]/g, '').toLowerCase()
  return plain(one) === plain(other)
}

function valuesWithoutMethod({ key, value }: KeyedGrade, known: ReadonlyMap<string, Property>, isDraft: boolean) {
  const lacks = (one: GradeValue) =>
    hasNumber(one.kind) && one.method === '' && known.get(one.property)?.group !== 'processing'
  return value.values.flatMap((one, at) =>
    lacks(one)
      ? [
          {
            ...placeOf({ key, value }, `values[${at}].method`),
            value: known.get(one.property)?.title ?? one.property,
            isDraft,
          },
        ]
      : [],
  )
}

/** The day before which the data of a grade is old. */
function limitOn(day: string) {
  return `${Number(day.slice(0, 4)) - YEARS}${day.slice(4)}`
}

function oldEditions(shown: readonly KeyedGrade[], day: string) {
  return shown
    .filter(({ value: { editionDate } }) => editionDate !== '' && editionDate < limitOn(day))
    .map((grade) => {
      const { edition, editionDate } = grade.value
      return { ...placeOf(grade, 'editionDate'), edition, day: editionDate }
    })
    .toSorted((one, other) => compareWords(one.day, other.day))
}

function oldSheets(site: Site, shown: readonly KeyedGrade[], day: string) {
  return shown
    .flatMap((grade) => {
      const { date } = ownSheet(site, grade.value) ?? {}
      return date === undefined || date >= limitOn(day) ? [] : [{ ...placeOf(grade, 'sheetDate'), day: date }]
    })
    .toSorted((one, other) => compareWords(one.day, other.day))
}

function otherSheets(site: Site, shown: readonly KeyedGrade[]) {
  const [compare, nameOf] = [comparisonOfSheets(site), nameOfProperty(site)]
  return shown.flatMap((grade) => {
    const compared = compare(grade.value)
    if (!compared || (compared.kind === 'compared' && compared.lacks.length === 0)) return []
    return [{ ...placeOf(grade, 'sheet'), ...comparisonInWords(compared, nameOf) }]
  })
}

/** A certificate that visitors cannot open, or that was withdrawn, is none. */
function withoutCertificate(site: Site, shown: readonly KeyedGrade[]) {
  const found = new Map<string, Place[]>()
  for (const grade of shown) {
    for (const [at, standard] of grade.value.meets.entries()) {
      if (standard.relation !== 'meets' || certificateOf(site, standard.certificate)) continue
      const name = standardName(standard)
      found.set(name, [...(found.get(name) ?? []), placeOf(grade, `meets[${at}].certificate`)])
    }
  }
  return [...found]
    .map(([standard, places]) => ({ standard, places }))
    .toSorted((one, other) => compareWords(one.standard, other.standard))
}
