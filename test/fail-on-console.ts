import { format } from 'node:util'
import { afterEach, beforeEach, expect } from 'vitest'

/**
 * A warning or error on the console fails the test it came from: React, Remix and jsdom report real faults there. A
 * test that expects one replaces the method: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const unexpected: string[] = []

/** Advice for routers made by hand, as component tests have them; the app's own router has these flags on. */
const ADVICE = 'React Router Future Flag Warning'

for (const level of ['error', 'warn'] as const) {
  console[level] = (...parts: unknown[]) => {
    const message = format(...parts)
    if (!message.includes(ADVICE)) unexpected.push(`console.${level}: ${message}`)
  }
}

/** Tests that run at the same time. */
let running = 0

beforeEach(() => {
  if (running === 0) unexpected.length = 0
  running += 1
})

afterEach(() => {
  running -= 1
  expect(unexpected).toEqual([])
})
