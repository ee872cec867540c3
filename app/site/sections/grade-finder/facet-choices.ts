import { FACETS, type Facet, type GradeSelection } from '#app/site/addresses/grade-selection.ts'

type Facets = Readonly<Record<Facet, readonly string[]>>

/** The values of all facets that the grades of a list have, as numbers: a question looks at each value of each grade. */
interface FacetChoices {
  /** The chosen values of a selection, and the counts of what fits it. */
  chosenIn: (selected: GradeSelection['facets']) => ChosenValues
}

interface ChosenValues {
  /** The facet of which the grade at an index has no chosen value; undefined if there is none. */
  missedBy: (at: number) => Facet | 'several' | undefined
  /** Counts the values of the grade at an index, of all facets or of one. */
  count: (at: number, facet: Facet | undefined) => void
  counts: () => Record<Facet, ReadonlyMap<string, number>>
}

/** The list of grades is made once for each version of the content. */
const known = new WeakMap<readonly { facets: Facets }[], FacetChoices>()

export function facetChoices(grades: readonly { facets: Facets }[]): FacetChoices {
  const made = known.get(grades) ?? makeChoices(grades)
  known.set(grades, made)
  return made
}

function makeChoices(grades: readonly { facets: Facets }[]): FacetChoices {
  const choices: { facet: Facet; value: string }[] = []
  const numbers = new Map(FACETS.map((facet) => [facet, new Map<string, number>()]))
  const numberOf = (facet: Facet, value: string) => {
    const ofFacet = numbers.get(facet)
    const known = ofFacet?.get(value)
    if (known !== undefined) return known
    ofFacet?.set(value, choices.length)
    return choices.push({ facet, value }) - 1
  }
  /** Those of one grade behind those of another; `ends` says where each ends. */
  const own: number[] = []
  const ends: number[] = []
  for (const { facets } of grades) {
    for (const facet of FACETS) for (const value of facets[facet]) own.push(numberOf(facet, value))
    ends.push(own.length)
  }
  const all = Uint32Array.from(own)
  /** The bit of the facet of each choice. */
  const bits = Uint32Array.from(choices, ({ facet }) => bitOf(facet))
  const startOf = (at: number) => (at === 0 ? 0 : (ends[at - 1] ?? 0))
  const endOf = (at: number) => ends[at] ?? 0

  return {
    chosenIn(selected) {
      const isChosen = new Uint8Array(choices.length)
      const counted = new Uint32Array(choices.length)
      let asked = 0
      for (const facet of FACETS) {
        if (selected[facet].length > 0) asked |= bitOf(facet)
        for (const value of selected[facet]) {
          const number = numbers.get(facet)?.get(value)
          if (number !== undefined) isChosen[number] = 1
        }
      }
      return {
        missedBy(at) {
          let missed = asked
          for (let place = startOf(at); missed !== 0 && place < endOf(at); place += 1) {
            const number = all[place] ?? 0
            if (isChosen[number] === 1) missed &= ~(bits[number] ?? 0)
          }
          if (missed === 0) return undefined
          const isOne = (missed & (missed - 1)) === 0
          return isOne ? FACETS[31 - Math.clz32(missed)] : 'several'
        },
        count(at, facet) {
          const counts = facet === undefined ? ALL : bitOf(facet)
          for (let place = startOf(at); place < endOf(at); place += 1) {
            const number = all[place] ?? 0
            if (((bits[number] ?? 0) & counts) !== 0) counted[number] = (counted[number] ?? 0) + 1
          }
        },
        counts() {
          const found = Object.fromEntries(FACETS.map((facet) => [facet, new Map<string, number>()])) as Record<
            Facet,
            Map<string, number>
          >
          for (const [number, { facet, value }] of choices.entries()) {
            const count = counted[number] ?? 0
            if (count > 0) found[facet].set(value, count)
          }
          return found
        },
      }
    },
  }
}

const ALL = (1 << FACETS.length) - 1

function bitOf(facet: Facet) {
  return 1 << FACETS.indexOf(facet)
}
