import { styleOf } from './clipboard-html.ts'

/** Above or below the line. */
export type Raised = 'sup' | 'sub'

/** Whether an element raises or lowers its words. */
export function raisedBy(element: Element): Raised | undefined {
  const height = styleOf(element).get('vertical-align')
  if (element.localName === 'sup' || height === 'super') return 'sup'
  return element.localName === 'sub' || height === 'sub' ? 'sub' : undefined
}

/**
 * Raised or lowered words as a text without formats: in the signs of Unicode, or else raised ones with `^` before them.
 * Ordinals and signs of a trade mark say the same on the line.
 */
export function onTheLine(text: string, raised: Raised, before: string): string {
  const words = text.trim()
  const signs = raised === 'sup' ? RAISED : LOWERED
  if (words === '') return text
  if (Array.from(words).every((sign) => signs.has(sign)))
    return text.replaceAll(/\S/g, (sign) => signs.get(sign) ?? sign)
  if (raised === 'sub' || !/[\p{L}\p{N}]/u.test(words) || words.startsWith('[')) return text
  if (/^(?:TM|SM)$/.test(words)) return text.replace(words, words === 'TM' ? '™' : '℠')
  if (/\d$/.test(before) && /^(?:st|nd|rd|th)$/i.test(words)) return text
  return text.replace(words, () => (/^[\p{L}\p{N}.,]+$/u.test(words) ? `^${words}` : `^(${words})`))
}

const RAISED = signsFor('⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁻⁺⁼⁽⁾ⁿⁱ')
const LOWERED = signsFor('₀₁₂₃₄₅₆₇₈₉₋₋₋₊₌₍₎ₙᵢ')

/** The signs that Unicode has for digits, hyphen, minus, dash and a few others. */
function signsFor(signs: string) {
  return new Map(Array.from('0123456789-−–+=()ni', (plain, at) => [plain, signs.charAt(at)]))
}
