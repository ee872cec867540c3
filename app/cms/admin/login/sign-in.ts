import { storeLogin } from './login-storage.ts'

/** The outcome of a sign-in by script. `unknown`: the plain form has to be posted. */
type SignInOutcome = { kind: 'signed-in' } | { kind: 'refused'; message: string } | { kind: 'unknown' }

/**
 * Signs in through the API: the response sets the session cookie and contains a token for scripts, which is stored in
 * local storage. Never rejects.
 */
export async function signIn(credentials: { username: string; password: string }): Promise<SignInOutcome> {
  try {
    const response = await fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(credentials),
    })
    const body: unknown = await response.json()
    // The plain form redirects to the page that asks for the second factor.
    if (isRefusal(body) && body.error.code === 'second-factor-required') return { kind: 'unknown' }
    if (isRefusal(body)) return { kind: 'refused', message: body.error.message }
    if (!isLogin(body)) return { kind: 'unknown' }
    storeLogin(body)
    return { kind: 'signed-in' }
  } catch {
    // No connection, or no JSON: the plain form shows the error on its own page.
    return { kind: 'unknown' }
  }
}

// Checked without zod: it is 25 kB, and the page needs it for nothing else.
function isLogin(body: unknown): body is { token: string; username: string } {
  if (typeof body !== 'object' || body === null || !('token' in body) || !('username' in body)) return false
  return typeof body.token === 'string' && typeof body.username === 'string'
}

function isRefusal(body: unknown): body is { error: { message: string; code?: unknown } } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
}
