import { compareWords } from '#app/cms/define/define-collection.ts'
import type { ComparedGrade, ComparedProperty, GradeFamily } from './compared-grades.server.ts'
import {
  COMPARISON_FILTERS,
  comparisonHref,
  type ComparisonFilter,
  type ComparisonSelection,
} from '#app/site/addresses/comparison-selection.ts'

/** Columns of values: more do not fit beside name, application, use and request. */
const MAX_COLUMNS = 4

/** The grades that fit every filter of a selection. */
export function findGrades({ grades }: Pick<GradeFamily, 'grades'>, selection: ComparisonSelection): ComparedGrade[] {
  return grades.filter((grade) =>
    COMPARISON_FILTERS.every((name) => selection[name] === '' || valuesFor(grade, name).includes(selection[name])),
  )
}

function valuesFor(grade: ComparedGrade, filter: ComparisonFilter): readonly string[] {
  switch (filter) {
    case 'product':
      return [grade.product]
    case 'application':
      return [grade.application]
    case 'voltage':
      return grade.voltages
    case 'standard':
      return grade.standards
  }
}

/**
 * The properties that are columns. Of grades of one product all, in its order; else those that several products have, the
 * most frequent ones, in the order of the family.
 */
export function comparedProperties(
  { properties }: Pick<GradeFamily, 'properties'>,
  grades: readonly ComparedGrade[],
): ComparedProperty[] {
  const [first] = grades
  if (first && countProducts(grades) === 1) {
    return [...first.values.keys()].flatMap((name) => properties.find((property) => property.name === name) ?? [])
  }
  const counts = new Map(
    properties.map(({ name }) => [name, countProducts(grades.filter(({ values }) => values.has(name)))]),
  )
  const countOf = ({ name }: ComparedProperty) => counts.get(name) ?? 0
  const shared = properties.filter((property) => countOf(property) > 1)
  const shown = new Set(shared.toSorted((a, b) => countOf(b) - countOf(a)).slice(0, MAX_COLUMNS))
  return properties.filter((property) => shown.has(property))
}

function countProducts(grades: readonly ComparedGrade[]) {
  return new Set(grades.map(({ href }) => href)).size
}

/** A value of a filter, with what else is said of it. */
export interface ComparisonChoice {
  value: string
  label: string
}

/** The values of each filter that a grade of the family has. A filter with fewer than two is left out. */
export function choicesOf(family: GradeFamily): Partial<Record<ComparisonFilter, ComparisonChoice[]>> {
  const present = (filter: ComparisonFilter) => [...new Set(family.grades.flatMap((grade) => valuesFor(grade, filter)))]
  const plain = (values: string[]) => values.filter((value) => value !== '').map((value) => ({ value, label: value }))
  const voltages = new Set(present('voltage'))
  const all = {
    product: plain(present('product')),
    voltage: family.voltageClasses
      .filter(({ name }) => voltages.has(name))
      .map(({ name, rated }) => ({ value: name, label: `${name}, ${rated}` })),
    standard: plain(present('standard').toSorted(compareWords)),
    application: plain(present('application').toSorted(compareWords)),
  }
  return Object.fromEntries(Object.entries(all).filter(([, choices]) => choices.length > 1))
}

/** For a selection that finds nothing: each filter that finds something once it is taken away, and how much. */
export function widerComparisons(family: GradeFamily, selection: ComparisonSelection) {
  return COMPARISON_FILTERS.flatMap((name) => {
    if (selection[name] === '') return []
    const wider = { ...selection, [name]: '' }
    const count = findGrades(family, wider).length
    return count === 0 ? [] : [{ without: selection[name], href: comparisonHref(wider), count }]
  })
}
