import { type AST, RegExpParser } from '@eslint-community/regexpp'
import type { Expression } from './collect-expressions.ts'

/** Matches at a place of the text, then calls `next` with the place behind the match. */
type Matcher = (at: number, next: (at: number) => boolean) => boolean

/**
 * Searches a text as a backtracking engine does, and counts its steps: one for each character that it compares and each
 * place where it continues. Unlike the time, they depend only on the expression and the text. Stops at `most` steps.
 * `found` has the start and end of each match, or of the first without the flag g.
 */
export function searchInSteps(
  { source, flags }: Pick<Expression, 'source' | 'flags'>,
  text: string,
  most = Infinity,
): { steps: number; found: [start: number, end: number][] } {
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, unicode)
  const isMultiline = flags.includes('m')
  const found: [number, number][] = []
  let steps = 0

  function step() {
    steps += 1
    if (steps >= most) throw new TooManySteps()
  }

  function oneOf(alternatives: readonly AST.Alternative[], direction: 1 | -1): Matcher {
    const matchers = alternatives.map(({ elements }) => {
      const inOrder = direction === 1 ? elements : elements.toReversed()
      return inOrder.map((element) => one(element, direction)).reduceRight(followedBy, (at, next) => next(at))
    })
    return (at, next) => matchers.some((match) => match(at, next))
  }

  function one(element: AST.Element, direction: 1 | -1): Matcher {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return oneOf(element.alternatives, direction)
      case 'Quantifier':
        return repeated(element, direction)
      case 'Assertion':
        return assertion(element)
      case 'Backreference':
        throw new Error(`${source}: steps of references back cannot be counted`)
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const takes = characterTest(element)
        return (at, next) => takes(at, direction) && next(at + direction)
      }
    }
  }

  /** Returns a test that the element matches the character after (1) or before (-1) a place. */
  function characterTest({ raw }: AST.Element) {
    const expression = new RegExp(`^(?:${raw})$`, flags.replace(/[gym]/g, ''))
    const known = new Map<string, boolean>()
    return (at: number, direction: 1 | -1) => {
      step()
      const character = text.charAt(direction === 1 ? at : at - 1)
      if (character === '') return false
      const isKnown = known.get(character) ?? expression.test(character)
      known.set(character, isKnown)
      return isKnown
    }
  }

  function repeated({ element, min, max, greedy }: AST.Quantifier, direction: 1 | -1): Matcher {
    if ('alternatives' in element) {
      const inner = one(element, direction)
      const go = (count: number, at: number, next: (at: number) => boolean): boolean => {
        step()
        const again = () => count < max && inner(at, (to) => (to !== at || count < min) && go(count + 1, to, next))
        const on = () => count >= min && next(at)
        return greedy ? again() || on() : on() || again()
      }
      return (at, next) => go(0, at, next)
    }
    // A loop, so that long texts need no deep stack.
    const takes = characterTest(element)
    return (at, next) => {
      let count = 0
      while (count < (greedy ? max : min) && takes(at + count * direction, direction)) count += 1
      if (count < min) return false
      while (!greedy) {
        if (next(at + count * direction)) return true
        if (count === max || !takes(at + count * direction, direction)) return false
        count += 1
      }
      while (count >= min) {
        step()
        if (next(at + count * direction)) return true
        count -= 1
      }
      return false
    }
  }

  function assertion(element: AST.Assertion): Matcher {
    if (element.kind === 'lookahead' || element.kind === 'lookbehind') {
      const inner = oneOf(element.alternatives, element.kind === 'lookahead' ? 1 : -1)
      return (at, next) => inner(at, () => true) !== element.negate && next(at)
    }
    const isWord = (at: number) => /\w/.test(text.charAt(at))
    const holds = {
      start: (at: number) => at === 0 || (isMultiline && text.charAt(at - 1) === '\n'),
      end: (at: number) => at === text.length || (isMultiline && text.charAt(at) === '\n'),
      word: (at: number) => ((at > 0 && isWord(at - 1)) !== isWord(at)) !== (element.kind === 'word' && element.negate),
    }[element.kind]
    return (at, next) => {
      step()
      return holds(at) && next(at)
    }
  }

  try {
    const match = oneOf(pattern.alternatives, 1)
    for (let at = 0; at <= text.length;) {
      let end = -1
      const isFound = match(at, (to) => {
        end = to
        return true
      })
      if (isFound) found.push([at, end])
      if (isFound ? !flags.includes('g') : flags.includes('y')) break
      at = Math.max(at + 1, end)
    }
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error
  }
  return { steps, found }
}

class TooManySteps extends Error {}

function followedBy(rest: Matcher, first: Matcher): Matcher {
  return (at, next) => first(at, (to) => rest(to, next))
}
