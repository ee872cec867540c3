import { vi } from 'vitest'
import type { Role } from '#app/cms/people/roles.ts'
import { signIn, signInAs } from './administrator.ts'

/** Signs a browser in as signIn does, or as signInAs with a role, so long ago that the password is asked for again. */
export async function signInLongAgo(role?: Role): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 11 * 60_000 })
  try {
    return await (role === undefined ? signIn() : signInAs(role))
  } finally {
    vi.useRealTimers()
  }
}
