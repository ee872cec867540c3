import { compareWords } from '#app/cms/define/define-collection.ts'
import { FACETS, type Facet } from '#app/site/addresses/grade-selection.ts'
import { CURES, idsOf, VOLTAGES } from '#app/site/collections/properties/grade-choices.ts'
import { standardName } from '#app/site/collections/grades/standards.ts'
import { PROPERTY_GROUP_IDS, PROPERTY_GROUPS } from '#app/site/collections/properties/property-groups.ts'
import type { IndexedGrade } from './grade-index.server.ts'
import { nameWithUnit, type IndexedValue } from './indexed-values.ts'

/** A value of a facet. */
export interface FacetChoice {
  value: string
  label: string
}

/** What grades can be found by. */
interface FinderChoices {
  facets: Readonly<Record<Facet, readonly FacetChoice[]>>
  /** Names of standards without the part that all grades name: the names with it say the same. */
  withoutPart: ReadonlySet<string>
  /** A value for each property by each method and condition, by its name, if grades have numbers of it. */
  withNumbers: ReadonlyMap<string, IndexedValue>
  /** The same for a form, by the groups of a data sheet. */
  askable: ReturnType<typeof askableValues>
}

/** The list of grades is made once for each version of the content. */
const known = new WeakMap<readonly IndexedGrade[], FinderChoices>()

export function finderChoices(grades: readonly IndexedGrade[]): FinderChoices {
  const made = known.get(grades)
  if (made) return made
  const withNumbers = new Map<string, IndexedValue>()
  for (const { values } of grades) {
    for (const value of values) {
      const hasNumber = (value.lowest ?? value.highest) !== undefined
      if (hasNumber && !withNumbers.has(value.comparedBy)) withNumbers.set(value.comparedBy, value)
    }
  }
  const facets = Object.fromEntries(FACETS.map((facet) => [facet, valuesOfFacet(grades, facet)])) as Record<
    Facet,
    FacetChoice[]
  >
  const met = grades.flatMap(({ value }) => value.meets)
  const whole = new Set(met.map(standardName))
  const withoutPart = new Set(
    met
      .filter(({ part, type }) => part !== '' && type !== '')
      .map((one) => standardName({ ...one, part: '' }))
      .filter((name) => !whole.has(name)),
  )
  const choices = { facets, withoutPart, withNumbers, askable: askableValues(withNumbers) }
  known.set(grades, choices)
  return choices
}

/** Everything that has a number, by the groups of a data sheet: each property by each method and condition. */
function askableValues(found: ReadonlyMap<string, IndexedValue>) {
  const all = [...found.values()].map((value) => ({
    ...{ group: value.group, name: value.comparedBy },
    label: [nameWithUnit(value), methodInBrackets(value)].filter(Boolean).join(' '),
  }))
  return PROPERTY_GROUP_IDS.map((group) => ({
    label: PROPERTY_GROUPS[group],
    values: all
      .filter((value) => value.group === group)
      .map(({ name, label }) => ({ name, label }))
      .toSorted((a, b) => compareWords(a.label, b.label)),
  })).filter(({ values }) => values.length > 0)
}

/** The values of a facet that grades have, in the order of the content if it has one, else by their words. */
function valuesOfFacet(grades: readonly IndexedGrade[], facet: Facet): FacetChoice[] {
  const present = new Set(grades.flatMap((grade) => grade.facets[facet]))
  const titled = (titles: Readonly<Record<string, string>>) =>
    idsOf(titles)
      .filter((id) => present.has(id))
      .map((value) => ({ value, label: titles[value] ?? value }))
  switch (facet) {
    case 'family':
      return choicesOf(grades.map(({ page }) => [page.family.id, page.family.name]))
    case 'product':
      return choicesOf(grades.map(({ page }) => [page.key, page.title]))
    case 'voltage':
      return titled(VOLTAGES)
    case 'cure':
      return titled(CURES)
    default:
      return [...present]
        .toSorted(compareWords)
        .map((value) => ({ value, label: facet === 'temperature' ? `${value} °C` : value }))
  }
}

function choicesOf(pairs: readonly (readonly [value: string, label: string])[]): FacetChoice[] {
  return [...new Map(pairs)].map(([value, label]) => ({ value, label }))
}

/** `(IEC 60811-501, 23 °C)`; '' for neither. */
export function methodInBrackets({ method, condition }: Pick<IndexedValue, 'method' | 'condition'>) {
  const parts = [method, condition].filter((part) => part !== '')
  return parts.length === 0 ? '' : `(${parts.join(', ')})`
}
