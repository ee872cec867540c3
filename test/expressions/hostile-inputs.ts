import { AST, RegExpParser } from '@eslint-community/regexpp'
import type { Expression } from './collect-expressions.ts'

/** Characters that are repeated, besides the characters of the expression itself. */
const COMMON = [' ', '\t', '\n', 'a', 'A', '0', '-', '.', '"', '<']

/** Ends that make an expression backtrack. */
const ENDS = ['\u0000', '\n\u0000', '\u0000\n\u0000']

/**
 * Texts of about `length` characters for which an expression that can match them in two ways takes very long. For each
 * place in the expression: a text that leads there, followed by many characters that match there; and the text that
 * leads there, repeated.
 */
export function* hostileInputs(
  { source, flags }: Pick<Expression, 'source' | 'flags'>,
  length: number,
): Generator<string> {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  const alphabet = new Set([...Array.from(charactersIn(pattern)), ...COMMON])
  const seen = new Set<string>()
  for (const { before, characters } of placesIn(pattern, '', alphabet)) {
    const repeated = [...characters].map((character) => [before, character] as const)
    for (const [start, unit] of [...repeated, ['', before] as const]) {
      const name = JSON.stringify([start, unit])
      if (unit === '' || seen.has(name)) continue
      seen.add(name)
      const text = start + unit.repeat(Math.ceil(length / unit.length))
      for (const end of ENDS) yield text + end
      // The text in the middle, for expressions that match it only at the very start.
      if (start === '') yield `\u0000${text}\u0000`
    }
  }
}

interface Place {
  /** A text that leads to the place. */
  before: string
  /** Characters of the alphabet that match there, if the element is repeated; otherwise empty. */
  characters: ReadonlySet<string>
}

type Branch = AST.Pattern | AST.CapturingGroup | AST.Group | AST.LookaroundAssertion

function* placesIn({ alternatives }: Branch, before: string, alphabet: ReadonlySet<string>): Generator<Place> {
  for (const { elements } of alternatives) {
    let led = before
    for (const element of elements) {
      const repeats = element.type === 'Quantifier' && element.max > 100
      const characters = repeats ? charactersOf(element.element, alphabet) : NONE
      yield { before: led, characters }
      const inner = element.type === 'Quantifier' ? element.element : element
      if ('alternatives' in inner) yield* placesIn(inner, led, alphabet)
      led += sampleOf(element, alphabet)
    }
    yield { before: led, characters: NONE }
  }
}

const NONE: ReadonlySet<string> = new Set()

/** A short text that an element matches. */
function sampleOf(element: AST.Element | AST.QuantifiableElement, alphabet: ReadonlySet<string>): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value)
    case 'Quantifier':
      return sampleOf(element.element, alphabet).repeat(Math.min(20, Math.max(1, element.min)))
    case 'Group':
    case 'CapturingGroup':
      return (element.alternatives[0]?.elements ?? []).map((inner) => sampleOf(inner, alphabet)).join('')
    case 'Assertion':
    case 'Backreference':
      return ''
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return [...charactersOf(element, alphabet)].at(-1) ?? ''
  }
}

/** Characters of the alphabet that an element can begin with. */
function charactersOf(element: AST.QuantifiableElement, alphabet: ReadonlySet<string>): Set<string> {
  const own = new RegExp(`^(?:${element.raw})`, 'u')
  return new Set([...alphabet].filter((character) => own.test(character)))
}

function charactersIn({ raw }: AST.Pattern) {
  return raw.replace(/\\[a-z](?:\{[^}]*\}|[0-9a-f]{2,4})?/gi, '')
}
