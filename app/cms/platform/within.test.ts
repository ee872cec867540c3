import { expect, test } from 'vitest'
import { within, withDeadline } from './within.ts'

test('a task that never settles: ends at its deadline with an error, and its signal says so', async () => {
  let signal: AbortSignal | undefined
  const never = withDeadline(10, (given) => {
    signal = given
    return new Promise(() => undefined)
  })
  await expect(never).rejects.toThrow('No response within 0.01 s')
  expect(signal?.aborted).toBe(true)
})

test('a task that is ended from outside: rejects at once, with the reason', async () => {
  const ending = new AbortController()
  const never = withDeadline(3_600_000, () => new Promise(() => undefined), ending)
  ending.abort(new Error('closed'))
  await expect(never).rejects.toThrow('closed')
})

test('a task that settles in time: its result, or its error', async () => {
  expect(await withDeadline(3_600_000, () => Promise.resolve(1))).toBe(1)
  await expect(withDeadline(3_600_000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})

test('a task that is not waited for any longer: undefined', async () => {
  expect(await within(10, new Promise(() => undefined))).toBeUndefined()
  expect(await within(3_600_000, Promise.resolve(1))).toBe(1)
})
