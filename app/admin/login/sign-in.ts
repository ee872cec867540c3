import { z } from 'zod'

/** How signing in by script went. `unknown`: the form had better be posted as it is. */
export type SignInOutcome = { kind: 'signed-in' } | { kind: 'refused'; message: string } | { kind: 'unknown' }

/**
 * Signs in through the API, which beside the session cookie gives the token that scripts may use: it is kept in local
 * storage. Never throws.
 */
export async function signIn(credentials: { username: string; password: string }): Promise<SignInOutcome> {
  try {
    const response = await fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(credentials),
    })
    const body: unknown = await response.json()
    const refusal = refusalBody.safeParse(body)
    if (refusal.success) return { kind: 'refused', message: refusal.data.error.message }
    keepLogin(loginBody.parse(body))
    return { kind: 'signed-in' }
  } catch {
    // No connection, or not the answer we know: the plain form says what is wrong, in a page of its own.
    return { kind: 'unknown' }
  }
}

const loginBody = z.object({ token: z.string(), username: z.string() })
const refusalBody = z.object({ error: z.object({ message: z.string() }) })

/**
 * `token` and `username` in local storage are for calls of the API by scripts. Pages never depend on them: the session
 * cookie decides.
 */
export function keepLogin({ token, username }: { token: string; username: string }) {
  withStorage((storage) => {
    storage.setItem('token', token)
    storage.setItem('username', username)
  })
}

/** Removes the token, which has ended with the password; the name stays. The next sign-in brings another. */
export function forgetToken() {
  withStorage((storage) => {
    storage.removeItem('token')
  })
}

/** Removes what {@link keepLogin} has kept. */
export function forgetLogin() {
  withStorage((storage) => {
    storage.removeItem('token')
    storage.removeItem('username')
  })
}

function withStorage(use: (storage: Storage) => void) {
  try {
    use(localStorage)
  } catch (error) {
    // Storage may be switched off or full. Signing in and out must work all the same.
    if (!(error instanceof DOMException)) throw error
  }
}
