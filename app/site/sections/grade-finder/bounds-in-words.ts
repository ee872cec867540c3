import { phrasesOf } from '#app/site/sections/search-words/content-synonyms.ts'
import type { Synonyms } from '#app/cms/search/question.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { MAX_ASKED, type GradeSelection } from '#app/site/addresses/grade-selection.ts'
import { readNumber } from '#app/site/collections/grades/number-text.ts'
import type { IndexedValue } from './indexed-values.ts'

/** `LOI ≥ 32`, `sheath with a tensile strength of at least 12.5 MPa` */
const SIGN =
  /[≥≤]|[<>]=?|\b(?:at least|min(?:imum)?|not less than|above|over|at most|max(?:imum)?|not more than|below|under)\b\.?/

const UPPER = /^(?:≤|<|at most|max|not more than|below|under)/

/** The most words of the name of a property. */
const MAX_NAME = 5

/**
 * The selections that a bound in typed words may mean: one for each method and condition by which grades have numbers of
 * the property. Numbers by other methods cannot be compared, so the visitor chooses. Empty without a bound.
 */
export function boundsInWords(
  selection: GradeSelection,
  values: ReadonlyMap<string, IndexedValue>,
  synonyms: Pick<Synonyms, 'of'>,
): GradeSelection[] {
  const text = foldText(selection.words)
  const { 0: sign = '', index = 0 } = SIGN.exec(text) ?? {}
  const bounded = text.slice(index + sign.length).trim()
  const [number = ''] = /^-?\d[\d.,]*/.exec(bounded) ?? []
  if (sign === '' || readNumber(number) === undefined || selection.asked.length >= MAX_ASKED) return []
  const unit = bounded.slice(number.length).trim()
  const before = text.slice(0, index).split(/\s+/).filter(Boolean)
  const words = before.at(-1) === 'of' ? before.slice(0, -1) : before
  for (let length = Math.min(words.length, MAX_NAME); length > 0; length -= 1) {
    const name = words.slice(-length).join(' ')
    const names = [name, ...phrasesOf(name, synonyms)]
    const found = [...values].filter(([, value]) => {
      const title = foldText(value.name)
      return names.some((one) => one === title || (one.length > 3 && title.startsWith(`${one} `)))
    })
    if (found.length === 0) continue
    const ofUnit = found.filter(([, value]) => foldText(value.unit) === unit)
    const bound = UPPER.test(sign) ? { atLeast: '', atMost: number } : { atLeast: number, atMost: '' }
    const others = words.slice(0, -length).filter((word) => !JOINING.has(word))
    return (ofUnit.length > 0 ? ofUnit : found).map(([value]) => ({
      ...{ ...selection, words: others.join(' ') },
      asked: [...selection.asked, { name: value, ...bound }],
    }))
  }
  return []
}

/** Words between the name of a property and what is before it. */
const JOINING = new Set(['with', 'a', 'an', 'the', 'of', 'and', 'having'])
