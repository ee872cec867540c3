import { createContext, Script } from 'node:vm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { collectExpressions, type Expression } from './collect-expressions.ts'
import { hostileInputs } from './hostile-inputs.ts'

/** Lengths in characters. Where the time grows with the square of the length, the long one takes half a minute. */
const SHORT = 20_000
const LONG = 20 * SHORT

/** In milliseconds: what a short text takes in linear time is a hundredth of it, in quadratic time a multiple. */
const SUSPICIOUS = 20
/** In milliseconds: a thousand times what the long text takes in linear time. */
const LIMIT = 2_000

/** Those of zod that meet what visitors send. */
const borrowed = [z.regexes.email, z.regexes.html5Email].map(({ source, flags }) => ({ place: 'zod', source, flags }))

test(
  'every expression: takes time in proportion to the length of its text, whatever that holds',
  { timeout: 60_000 },
  () => {
    const expressions = [...collectExpressions(['app', 'server']), ...borrowed]
    expect(expressions.length).toBeGreaterThan(150)
    expect(expressions.filter(isSlow)).toEqual([])
  },
)

test.each([
  [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'two stretches that may exchange their dots'],
  [/[ \t]*(?:"[!#-~]*")?[ \t]*(,|$)/y, 'a stretch twice, where what stands between may be absent'],
  [/<style[^>]*>/, 'a beginning tried again at each repetition'],
])('%s, %s: suspected', (expression) => {
  expect(suspects(expression, 1)).not.toEqual([])
})

test('an expression that is quadratic: slow', () => {
  expect(isSlow(/-+$/)).toBe(true)
})

type Pattern = Pick<Expression, 'source' | 'flags'>

/** True where a suspicion stands: a busy machine makes a short text suspicious, but not a long one slow. */
function isSlow(expression: Pattern) {
  const wanted = suspects(expression)
  if (wanted.length === 0) return false
  let at = 0
  for (const input of hostileInputs(expression, LONG)) {
    if (wanted.includes(at++) && !endsInTime(() => search(expression, input))) return true
  }
  return false
}

/** Which of the hostile inputs take long already while they are short; no more than `most`. */
function suspects(expression: Pattern, most = Infinity): number[] {
  const inputs = [...hostileInputs(expression, SHORT)]
  const found = new Set<number>()
  let at = 0
  const searchAll = () => {
    for (; at < inputs.length && found.size < most; at += 1) {
      const started = performance.now()
      search(expression, inputs[at] ?? '')
      if (performance.now() - started > SUSPICIOUS) found.add(at)
    }
  }
  while (!endsInTime(searchAll)) found.add(at++)
  return [...found]
}

function search({ source, flags }: Pattern, input: string) {
  input.replace(new RegExp(source, flags), '')
}

const context = createContext({ work: () => undefined })
const script = new Script('work()')

/** Only a script of its own can be ended in the middle of an expression. */
function endsInTime(work: () => void) {
  context['work'] = work
  try {
    script.runInContext(context, { timeout: LIMIT })
    return true
  } catch (error) {
    expect(error).toHaveProperty('code', 'ERR_SCRIPT_EXECUTION_TIMEOUT')
    return false
  }
}
