/** How signing in by script went. `unknown`: the plain form has to be posted. */
export type SignInOutcome = { kind: 'signed-in' } | { kind: 'refused'; message: string } | { kind: 'unknown' }

/**
 * Signs in through the API: it sets the session cookie and returns a token for scripts, which goes to local storage. Never
 * throws.
 */
export async function signIn(credentials: { username: string; password: string }): Promise<SignInOutcome> {
  try {
    const response = await fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(credentials),
    })
    const body: unknown = await response.json()
    // The plain form leads to the page that asks for the second factor.
    if (isRefusal(body) && body.error.code === 'second-factor-required') return { kind: 'unknown' }
    if (isRefusal(body)) return { kind: 'refused', message: body.error.message }
    if (!isLogin(body)) return { kind: 'unknown' }
    storeLogin(body)
    return { kind: 'signed-in' }
  } catch {
    // No connection, or no JSON: the plain form says what is wrong, in a page of its own.
    return { kind: 'unknown' }
  }
}

// Checked by hand: zod is 25 kB that the page needs for nothing else.
function isLogin(body: unknown): body is { token: string; username: string } {
  if (typeof body !== 'object' || body === null || !('token' in body) || !('username' in body)) return false
  return typeof body.token === 'string' && typeof body.username === 'string'
}

function isRefusal(body: unknown): body is { error: { message: string; code?: unknown } } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
}

/**
 * `token` and `username` in local storage are for scripts that call the API. Pages never depend on them: the session cookie
 * decides.
 */
export function storeLogin({ token, username }: { token: string; username: string }) {
  withStorage((storage) => {
    storage.setItem('token', token)
    storage.setItem('username', username)
  })
}

/** Removes the token, which ended with the password. The name stays; the next sign-in stores a new token. */
export function forgetToken() {
  withStorage((storage) => {
    storage.removeItem('token')
  })
}

/** Removes what {@link storeLogin} has stored. */
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
    // Storage may be disabled or full. Signing in and out must still work.
    if (!(error instanceof DOMException)) throw error
  }
}
