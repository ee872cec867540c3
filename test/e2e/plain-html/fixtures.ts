import { test as base } from '../fixtures.ts'

export { expect, expectAccessible } from '../fixtures.ts'

/** The visitor's browser runs no scripts. */
export const test = base.extend({ javaScriptEnabled: false })
