import { MAX_COMPARED } from '#app/site/addresses/grade-forms.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { sheetPath } from '#app/site/addresses/grade-address.ts'
import { comparedKeys, isFromForm, isTicking } from '#app/site/addresses/grade-selection.ts'
import { BASES, CURES, RELATIONS, STATES, VOLTAGES } from '#app/site/collections/properties/grade-choices.ts'
import { standardName } from '#app/site/collections/grades/standards.ts'
import { PROPERTY_GROUP_IDS, PROPERTY_GROUPS } from '#app/site/collections/properties/property-groups.ts'
import { withBoundUnits } from '#app/site/ui/bound-units.ts'
import { gradeIndex, type IndexedGrade } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { nameWithUnit, type IndexedValue } from '#app/site/sections/grade-finder/indexed-values.ts'
import { notFound, noteOf } from '#app/site/sections/grade-finder/ticked-grades.server.ts'
import { certificateOf } from '#app/site/sections/grade-sheet/certificate-of-standard.server.ts'

/** One statement about a grade, with what it depends on: `15.5`, `IEC 60811-501`. */
interface Statement {
  text: string
  by: string
  href?: string | undefined
}

/** What is compared in one row: the statements of each grade, in the order of the columns. */
interface ComparedRow {
  name: string
  cells: Statement[][]
  /** For each grade: true if it says nothing here, and others of its product do. */
  isUnpublished: boolean[]
  isDifferent: boolean
  /** True if grades have the value by different methods or conditions. */
  isByDifferentMethods: boolean
}

/**
 * What the page shows for a query that compares grades. Undefined if it does not compare at least two, or if more were ticked
 * than fit.
 */
export function comparisonPage(site: SiteReader, query: URLSearchParams) {
  const keys = comparedKeys(query)
  if (keys === undefined || isTicking(query)) return undefined
  const index = site.service(gradeIndex)
  const found = keys.flatMap((key) => index.withKey(key) ?? [])
  if (found.length < 2 || (found.length > MAX_COMPARED && isFromForm(query))) return undefined
  const shown = found.slice(0, MAX_COMPARED)
  const onlyDifferences = query.has('differences')
  const all = [
    { title: 'Use and standards', rows: rowsOfGrades(site, shown) },
    ...PROPERTY_GROUP_IDS.map((group) => ({ title: PROPERTY_GROUPS[group], rows: rowsOfGroup(site, shown, group) })),
  ]
  const groups = [
    ...all.map(({ title, rows }) => ({ title, rows: rows.filter((row) => !isOfOneGrade(row)) })),
    { title: ONE_GRADE_ONLY, rows: rowsOfSingleValues(all.flatMap(({ rows }) => rows).filter(isOfOneGrade)) },
  ].map(({ title, rows }) => ({
    title,
    rows: rows
      .filter((row) => row.isDifferent || !onlyDifferences)
      .map(({ name, cells, isUnpublished, isByDifferentMethods }) => ({
        ...{ name, cells, isUnpublished, isByDifferentMethods },
      })),
  }))
  return {
    onlyDifferences,
    grades: shown.map(({ key, value, href, page, isDiscontinued }) => ({
      ...{ key, title: value.title, href, sheet: sheetPath(href), isDiscontinued },
      product: { title: page.title, href: page.href },
    })),
    notes: [
      ...notFound(site, keys),
      ...noteOf('Discontinued', titlesOf(shown.filter(({ isDiscontinued }) => isDiscontinued))),
      ...noteOf(`At most ${MAX_COMPARED} grades fit side by side. Left out`, titlesOf(found.slice(MAX_COMPARED))),
    ],
    groups: groups.filter(({ rows }) => rows.length > 0),
  }
}

const ONE_GRADE_ONLY = 'Of one grade only'

/** True if there is nothing to compare in a row: one grade has it, and it says nothing of the others that they have not. */
function isOfOneGrade({ cells, isUnpublished }: ComparedRow) {
  return cells.filter((cell) => cell.length > 0).length === 1 && !isUnpublished.some(Boolean)
}

/** One row for all that only one of the grades has, so that a dash stands once for all that it does not have. */
function rowsOfSingleValues(rows: readonly ComparedRow[]): ComparedRow[] {
  const [first] = rows
  if (!first) return []
  const cells = first.cells.map((_, at) => rows.flatMap(({ name, cells: own }) => namedStatement(name, own[at] ?? [])))
  return [comparedRow('Other values', cells)]
}

/** `Density, g/cm³: 1.49` by `ISO 1183`. Several statements are one, each with what it depends on. */
function namedStatement(name: string, [first, ...others]: readonly Statement[]): Statement[] {
  if (!first) return []
  if (others.length === 0) return [{ ...first, text: `${name}: ${first.text}` }]
  const texts = [first, ...others].map(({ text, by }) => (by === '' ? text : `${text} (${by})`))
  return [{ text: `${name}: ${texts.join('; ')}`, by: '' }]
}

export type ComparisonPage = NonNullable<ReturnType<typeof comparisonPage>>

function titlesOf(grades: readonly IndexedGrade[]) {
  return grades.map(({ value }) => value.title)
}

/** What is said of the grades beside their values. */
function rowsOfGrades(site: SiteReader, grades: readonly IndexedGrade[]): ComparedRow[] {
  const row = (name: string, textOf: (grade: IndexedGrade) => readonly (string | Statement)[]): ComparedRow[] => {
    const cells = grades.map((grade) =>
      textOf(grade)
        .map((one) => (typeof one === 'string' ? { text: withBoundUnits(one), by: '' } : one))
        .filter(({ text }) => text !== ''),
    )
    return cells.some((cell) => cell.length > 0) ? [comparedRow(name, cells)] : []
  }
  return [
    ...(grades.every(({ value }) => value.state === 'regular') ? [] : row('State', (grade) => stateOf(site, grade))),
    ...row('Used for', ({ value }) => [value.use]),
    ...row('Layer', ({ value }) => [value.layer]),
    ...row('Voltage', ({ value }) => value.voltages.map((voltage) => VOLTAGES[voltage])),
    ...row('Conductor temperature', ({ value: { temperature } }) => [temperature === '' ? '' : `${temperature} °C`]),
    ...(grades.every(({ value }) => value.cure === 'none') ? [] : row('Cure', ({ value }) => [CURES[value.cure]])),
    ...row('Fire class', ({ value }) => [value.fireClass]),
    ...row('Standards', ({ value }) => value.meets.map((one) => standardStatement(site, one))),
    ...row('Colours', ({ value }) => [value.colours.join(', ')]),
    ...row('Processing', ({ value }) => value.processing.map(({ name, text }) => `${name}: ${text}`)),
    ...row('Packing', ({ value }) => [value.packing]),
    ...row('Edition', ({ value: { edition, editionDate } }) => [
      editionDate === '' ? String(edition) : `${edition} (${formatDay(editionDate)})`,
    ]),
  ]
}

/** The state of a grade, and the grade that takes its place. */
function stateOf(site: SiteReader, { value: { state, successor } }: IndexedGrade): (string | Statement)[] {
  const found = state === 'discontinued' ? site.service(gradeIndex).withKey(successor) : undefined
  return [STATES[state], ...(found ? [{ text: found.value.title, by: 'Successor', href: found.href }] : [])]
}

function standardStatement(site: SiteReader, met: IndexedGrade['value']['meets'][number]): Statement {
  const relation = met.relation === 'meets' ? '' : `${RELATIONS[met.relation]} `
  return { text: relation + standardName(met), by: '', href: certificateOf(site, met.certificate)?.href }
}

/** The properties of a group that a grade has. */
function rowsOfGroup(site: SiteReader, grades: readonly IndexedGrade[], group: IndexedValue['group']): ComparedRow[] {
  const names = new Map<string, string>()
  for (const value of grades.flatMap(({ values }) => values)) {
    if (value.group === group) names.set(value.property, nameWithUnit(value))
  }
  return [...names].map(([property, name]) => {
    const own = grades.map(({ values }) => values.filter((value) => value.property === property))
    const row = comparedRow(
      name,
      own.map((values) => values.map(valueStatement)),
    )
    // Several conditions of one grade are no difference: each of the others has them as well, or the row differs.
    const methods = own.filter((values) => values.length > 0).map((values) => namesOf(values))
    const isUnpublished = grades.map(({ page }, at) => own[at]?.length === 0 && isPropertyOf(site, page.key, property))
    return { ...row, isUnpublished, isByDifferentMethods: new Set(methods).size > 1 }
  })
}

/** True if a grade of the product page has the property. */
function isPropertyOf(site: SiteReader, page: string, property: string) {
  const ofPage = site.service(gradeIndex).ofPage(page)
  return ofPage.some(({ values }) => values.some((value) => value.property === property))
}

function namesOf(values: readonly IndexedValue[]) {
  return values
    .map(({ comparedBy }) => comparedBy)
    .toSorted()
    .join(' ')
}

function valueStatement({ text, method, condition, isSpecified }: IndexedValue): Statement {
  const parts = [method, condition, isSpecified ? BASES.specified.toLowerCase() : '']
  return { text, by: withBoundUnits(parts.filter((part) => part !== '').join(', ')) }
}

function comparedRow(name: string, cells: Statement[][]): ComparedRow {
  const texts = cells.map((cell) => cell.map(({ text, by }) => `${text} ${by}`).join('\n'))
  return {
    ...{ name, cells, isUnpublished: cells.map(() => false) },
    ...{ isDifferent: new Set(texts).size > 1, isByDifferentMethods: false },
  }
}
