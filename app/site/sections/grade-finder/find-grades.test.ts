import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { FACETS, selectionWith, withFacet, type GradeSelection } from '#app/site/addresses/grade-selection.ts'
import type { GradeValue } from '#app/site/collections/grades/grade-schema.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { properties } from '#app/site/collections/properties/properties.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { findGrades, verdictFor, type FoundGrade } from './find-grades.ts'
import { gradeIndex } from './grade-index.server.ts'
import { valueName, valuesOf } from './indexed-values.ts'

const site = await createTestSite()
const shipped = site.service(gradeIndex).listed()

test('a method of a value is in no choice of standards', () => {
  const standards = new Set(shipped.flatMap(({ facets }) => facets.standard))
  const methods = shipped.flatMap(({ values }) => values.map(({ method }) => method))
  expect(standards.size).toBeGreaterThan(20)
  expect(methods.filter((method) => standards.has(method) && method !== 'ISO 21809-1')).toEqual([])
})

describe('fits, does not fit, no value, another method', () => {
  const known = new Map([
    ['strength', { ...properties.schema.parse({ title: 'Strength', unit: 'MPa', group: 'mechanical' }) }],
  ])
  const grade = (value: Partial<GradeValue>) => ({
    values: valuesOf(
      [
        {
          ...{ property: 'strength', kind: 'number', value: '12', to: '', basis: 'typical' },
          ...{ method: 'IEC 60811-501', condition: '' },
          ...value,
        },
      ],
      known,
    ),
  })
  test.each([
    [{}, '12', '', 'fits'],
    [{}, '12.1', '', 'misses'],
    [{}, '', '12', 'fits'],
    [{}, '', '11,9', 'misses'],
    [{}, '10', '15', 'fits'],
    [{ method: 'iec 60811-501:2012' }, '12', '', 'fits'],
    [{ method: 'ASTM D638' }, '1', '', 'other'],
    [{ condition: '80 °C' }, '1', '', 'other'],
    [{ property: 'unheard-of' }, '1', '', 'none'],
    [{ kind: 'text', value: 'high', method: 'IEC 60811-501' }, '1', '', 'none'],
    [{ kind: 'range', value: '12', to: '16' }, '12', '', 'fits'],
    [{ kind: 'range', value: '12', to: '16' }, '13', '', 'misses'],
    [{ kind: 'range', value: '12', to: '16' }, '', '16', 'fits'],
    [{ kind: 'range', value: '12', to: '16' }, '', '15', 'misses'],
    [{ kind: 'at-least' }, '12', '', 'fits'],
    [{ kind: 'at-least' }, '13', '', 'misses'],
    [{ kind: 'at-least' }, '', '13', 'none'],
    [{ kind: 'at-least' }, '', '11', 'misses'],
    [{ kind: 'at-most' }, '', '12', 'fits'],
    [{ kind: 'at-most' }, '', '11', 'misses'],
    [{ kind: 'at-most' }, '11', '', 'none'],
    [{ kind: 'at-most' }, '13', '', 'misses'],
    // Without a bound that can be read nothing is excluded.
    [{ property: 'unheard-of' }, '', '', 'fits'],
    [{}, '15 MPa', '', 'fits'],
  ] as const)('%j, at least %j, at most %j: %s', (value, atLeast, atMost, verdict) => {
    const name = valueName('strength', 'IEC 60811-501', '')
    expect(verdictFor(grade(value), { name, atLeast, atMost })).toBe(verdict)
  })
})

test('a save makes one grade anew; another property, or the title of a product page, those that show it', async () => {
  const changed = await createTestSite()
  const listed = () => changed.service(gradeIndex).listed()
  const save = (section: SectionDefinition, change: object) =>
    changed.content.update(section, {
      ...{ author: 'admin', reason: 'Changed' },
      change: (current) => ({ ...(current as object), ...change }),
    })
  const kept = (before: readonly object[]) => listed().filter((grade) => before.includes(grade)).length

  const first = listed()
  const [grade] = first
  if (!grade) throw new Error('There are grades')
  await save(grades.entry(grade.key), { use: 'Another use' })
  expect(listed()).toHaveLength(first.length)
  expect(listed()[0]?.value.use).toBe('Another use')
  expect(listed()[0]?.words).toContain('another')
  expect(kept(first)).toBe(first.length - 1)

  const second = listed()
  await save(productPages.entry(grade.page.key), { title: 'Another title' })
  const ofPage = listed().filter(({ page }) => page.key === grade.page.key)
  expect(ofPage.every(({ page }) => page.title === 'Another title')).toBe(true)
  expect(kept(second)).toBe(second.length - ofPage.length)

  const [value] = grade.values
  if (!value) throw new Error('The grade has values')
  const names = () => listed().flatMap(({ values }) => values.filter(({ property }) => property === value.property))
  expect(names().every(({ name }) => name === value.name)).toBe(true)
  await save(properties.entry(value.property), { title: 'Another property' })
  expect(names().every(({ name }) => name === 'Another property')).toBe(true)
})

describe('1,000 random selections', () => {
  const names = [...new Set(shipped.flatMap(({ values }) => values.map(({ comparedBy }) => comparedBy)))]
  const numbers = ['', '0.95', '12', '30', '90', '400', '2000']
  const some = (values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...new Set(values)), { maxLength: 3 })
  const selections = fc
    .record({
      facets: fc.record(
        Object.fromEntries(
          FACETS.map((facet) => [
            facet,
            fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, some(shipped.flatMap((one) => one.facets[facet]))),
          ]),
        ),
      ),
      asked: fc.oneof(
        fc.constant([]),
        fc.array(
          fc.record({
            name: fc.constantFrom(...names),
            atLeast: fc.constantFrom(...numbers),
            atMost: fc.constantFrom('', '', ...numbers),
          }),
          { maxLength: 3 },
        ),
      ),
      words: fc.constantFrom('', '', '', 'sheath', 'IS 5831', 'cable'),
      withDiscontinued: fc.boolean(),
    })
    .map(selectionWith)
  // Some grades of no standard, some that are no more, some without values.
  const grades: FoundGrade[] = shipped.map((grade, at) => ({
    ...grade,
    isDiscontinued: at % 9 === 0,
    values: at % 5 === 0 ? grade.values.slice(1) : grade.values,
  }))

  const isFound = (grade: FoundGrade, selection: GradeSelection, ofWords: ReadonlySet<FoundGrade>) =>
    (selection.withDiscontinued || !grade.isDiscontinued) &&
    ofWords.has(grade) &&
    FACETS.every((facet) => {
      const chosen = selection.facets[facet]
      return chosen.length === 0 || chosen.some((value) => grade.facets[facet].includes(value))
    })

  test('rows and counts are those of a naive count', () => {
    let found = 0
    fc.assert(
      fc.property(selections, (selection) => {
        const ofWords = new Set(
          findGrades(grades, selectionWith({ words: selection.words, withDiscontinued: true })).fitting,
        )
        const naive = (asked: GradeSelection) =>
          grades
            .filter((grade) => isFound(grade, asked, ofWords))
            .map((grade) => ({ grade, verdicts: asked.asked.map((one) => verdictFor(grade, one)) }))
            .filter(({ verdicts }) => !verdicts.includes('misses'))
        const fits = (asked: GradeSelection) =>
          naive(asked).flatMap(({ grade, verdicts }) => (verdicts.every((one) => one === 'fits') ? grade : []))
        const { fitting, unknown, counts } = findGrades(grades, selection)
        const expected = fits(selection)
        found += expected.length
        expect(fitting).toEqual(expected)
        expect([...fitting, ...unknown].toSorted(byKey)).toEqual(
          naive(selection)
            .map(({ grade }) => grade)
            .toSorted(byKey),
        )
        for (const facet of FACETS) {
          for (const value of new Set(grades.flatMap((grade) => grade.facets[facet]))) {
            const count = fits(withFacet(selection, facet, [value])).length
            expect(counts[facet].get(value) ?? 0, `${facet} ${value}`).toBe(count)
          }
        }
      }),
      { numRuns: 1000 },
    )
    expect(found).toBeGreaterThan(1000)
  })
})

function byKey(one: FoundGrade, other: FoundGrade) {
  return one.key < other.key ? -1 : 1
}
