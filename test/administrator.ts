import type { Role } from '#app/cms/people/roles.ts'
import { currentSite } from '#app/cms/site.server.ts'

export const origin = 'http://localhost:3000'
export const administrator = { username: 'admin', password: 'correct horse battery' }

/** Creates the administrator's account if the test site has none, and signs a browser in. Returns its Cookie header. */
export async function signIn(): Promise<string> {
  const { accounts, sessions } = currentSite().auth
  await accounts.ensureAdministrator({ adminUsername: administrator.username, adminPassword: administrator.password })
  const made = accounts.readAccounts()?.[0]
  if (!made) throw new Error('The account was not made')
  const { cookie } = await sessions.startSession({ request: ownRequest('/admin/login'), account: made })
  return cookieHeader(cookie)
}

/** Makes an account with this role if there is none yet, and signs a browser in with it. Returns its Cookie header. */
export async function signInAs(role: Role): Promise<string> {
  const { accounts, sessions } = currentSite().auth
  const accountOfRole = () => accounts.readAccounts()?.find(({ id }) => id === role)
  if (!accountOfRole()) {
    await signIn()
    await accounts.changeAccounts((before) => {
      const [first] = before
      return first ? [...before, { ...first, id: role, username: role, name: role, role }] : [...before]
    })
  }
  const account = accountOfRole()
  if (!account) throw new Error('The account was not made')
  const { cookie } = await sessions.startSession({ request: ownRequest('/admin/login'), account })
  return cookieHeader(cookie)
}

/** A request as a browser sends it from a page of the site. */
export function ownRequest(address: string, { headers, ...init }: RequestInit = {}): Request {
  const sent = new Headers(headers)
  if (!sent.has('sec-fetch-site')) sent.set('sec-fetch-site', 'same-origin')
  return new Request(new URL(address, origin), { ...init, headers: sent })
}

/** The Cookie header that a browser sends after a Set-Cookie header. */
export function cookieHeader(setCookie: string | null): string {
  return setCookie?.split(';')[0] ?? ''
}

/** The arguments that Remix passes to a loader or action. */
export function routeArgs(request: Request, params: Record<string, string> = {}) {
  return { request, params, context: { requestId: 'request-1', clientAddress: '192.0.2.1' } }
}

/** The arguments for a screen as a browser with this Cookie header asks for it, or posts a plain form to it. */
export function screenArgs(
  address: string,
  cookie: string,
  { params, fields }: { params?: Record<string, string>; fields?: Record<string, string> | undefined } = {},
) {
  const post = fields && { method: 'POST', body: new URLSearchParams(fields) }
  return routeArgs(ownRequest(address, { headers: { cookie }, ...post }), params)
}
