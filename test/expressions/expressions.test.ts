import { expect, test } from 'vitest'
import { z } from 'zod'
import { collectExpressions, type Expression } from './collect-expressions.ts'
import { searchInSteps } from './search-in-steps.ts'
import { hostileInputs } from './hostile-inputs.ts'

/** Lengths in characters. Quadratic expressions take 200 steps per character of SHORT, and 2,000 of LONG. */
const SHORT = 400
const LONG = 10 * SHORT

/** Steps per character. A bounded repetition of up to 256 characters may be tried at each. */
const SUSPICIOUS = 60
const LIMIT = 800

/** Expressions of zod that check the input of visitors. */
const borrowed = [z.regexes.email, z.regexes.html5Email].map(({ source, flags }) => ({ place: 'zod', source, flags }))

const expressions = [...collectExpressions(['app', 'server']), ...borrowed]

test('every expression: takes steps in proportion to the length of its text, whatever that holds', () => {
  expect(expressions.length).toBeGreaterThan(150)
  expect(expressions.filter(isSlow)).toEqual([])
})

test.each([
  [/-+$/, 'a stretch tried again at each of its characters'],
  [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'two stretches that may exchange their dots'],
  [/[ \t]*(?:"[!#-~]*")?[ \t]*(,|$)/y, 'a stretch twice, where what stands between may be absent'],
  [/<style[^>]*>/, 'a beginning tried again at each repetition'],
  [/^(?:a|a)*$/, 'two ways for each character'],
])('%s, %s: slow', (expression) => {
  expect(isSlow(expression)).toBe(true)
})

test('the search that counts: finds what the engine finds', () => {
  for (const expression of expressions) {
    for (const text of [...hostileInputs(expression, 40)].slice(0, 50)) {
      const global = new RegExp(expression.source, expression.flags.replace('g', '') + 'g')
      const matches = [...text.matchAll(global)].map(({ index, 0: match }) => [index, index + match.length])
      const wanted = expression.flags.includes('g') ? matches : matches.slice(0, 1)
      expect(searchInSteps(expression, text).found, `${String(global)} in ${JSON.stringify(text)}`).toEqual(wanted)
    }
  }
})

type Pattern = Pick<Expression, 'source' | 'flags'>

function isSlow(expression: Pattern) {
  const longInputs = hostileInputs(expression, LONG)
  for (const short of hostileInputs(expression, SHORT)) {
    const long = String(longInputs.next().value ?? '')
    if (!isBeyond(expression, short, SUSPICIOUS)) continue
    // An exponential expression already exceeds the limit with the short text.
    if (isBeyond(expression, short, LIMIT) || isBeyond(expression, long, LIMIT)) return true
  }
  return false
}

function isBeyond(expression: Pattern, text: string, stepsPerCharacter: number) {
  const most = stepsPerCharacter * text.length
  return searchInSteps(expression, text, most).steps >= most
}
