import { AST, RegExpParser } from '@eslint-community/regexpp'
import type { Expression } from './collect-expressions.ts'

/** What repetitions are made of, beside the characters that stand in the expression itself. */
const COMMON = [' ', '\t', '\n', 'a', 'A', '0', '-', '.', '"', '<']

/** Ends that make an expression look for another way to match what it has passed. */
const ENDS = ['\u0000', '\n\u0000', '\u0000\n\u0000']

/**
 * Texts of about `length` characters that an expression with two ways to read them takes very long over. For each place in
 * the expression: what leads there, followed by many of the characters that may stand there; and what leads there, many times.
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
      // What an expression takes at the very start only, it meets in the middle here.
      if (start === '') yield `\u0000${text}\u0000`
    }
  }
}

interface Place {
  /** A text that leads to the place. */
  before: string
  /** Those of the alphabet that may stand there, where it repeats; none elsewhere. */
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

/** Those of the alphabet that an element can begin with. */
function charactersOf(element: AST.QuantifiableElement, alphabet: ReadonlySet<string>): Set<string> {
  const own = new RegExp(`^(?:${element.raw})`, 'u')
  return new Set([...alphabet].filter((character) => own.test(character)))
}

function charactersIn({ raw }: AST.Pattern) {
  return raw.replace(/\\[a-z](?:\{[^}]*\}|[0-9a-f]{2,4})?/gi, '')
}
