import type { Person } from '#app/cms/platform/author.server.ts'
import type { Role } from '#app/cms/people/roles.ts'

/** The person who sent a guarded request. */
export interface User extends Person {
  /** Identifies the person in records. */
  id: string
  username: string
  name: string
  role: Role
  /** The hash of the session; undefined for a program with a token. */
  sessionId: string | undefined
  /** True if the person of the session has signed in, or given the password or a passkey, within ten minutes. */
  isRecentlyAuthenticated: boolean
}
