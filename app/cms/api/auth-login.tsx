import { visitorOf } from '#app/cms/platform/author.server.ts'
import type { SignedIn } from '#app/cms/people/account-format.server.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { invalidInput } from '#app/cms/platform/http/invalid-input.ts'
import type { RouteArgs } from '#app/cms/platform/http/api-route.server.ts'
import { loginFields } from '#app/cms/people/password-forms.ts'
import { readJson } from '#app/cms/platform/http/read-json.server.ts'
import { isFromBrowser } from '#app/cms/platform/http/same-origin.server.ts'
import { isForm, readSmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { endpointLoader, openEndpointAction } from './content/endpoint.server.ts'

const MAX_JSON_BYTES = 16 * 1024

const NEEDS_FACTOR =
  'This account uses two-step login, so a program cannot log in with the password. Make an access token on the account page and use it.'

/** `/api/auth/login`: POST `{ username, password }` → `{ token, username }`. */
export const loader = endpointLoader(() => ({ openPost: logIn }))
export const action = openEndpointAction(logIn, () => ({}))

/**
 * Signs in with `username` and `password`, as JSON or as a form. A browser also gets a session cookie, and the token is
 * bound to that session. Throws ExpectedError: 401 'Invalid credentials', 403 the account has a second factor, 422 a field
 * is missing, 429 too many attempts.
 */
async function logIn({ request, context }: RouteArgs): Promise<Response> {
  const account = await checkLogin(request, context.clientAddress)
  if (currentSite().auth.signInStep.needsFactor(account))
    throw new ExpectedError(403, NEEDS_FACTOR, { code: 'second-factor-required' })
  const started = isFromBrowser(request)
    ? await currentSite().auth.signInBrowser({ request, account, address: context.clientAddress })
    : undefined
  const token = await currentSite().auth.tokens.issueToken({ account, sessionHash: started?.session.hash })
  if (!started)
    currentSite().auth.recordSignIn({ request, account, address: context.clientAddress }, { what: 'program' })
  const response = Response.json({ token, username: account.username }, { headers: { 'cache-control': 'no-store' } })
  for (const cookie of started?.cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}

async function checkLogin(request: Request, address: string | undefined): Promise<SignedIn> {
  if (!isForm(request)) {
    const cookieHeader = request.headers.get('cookie')
    const login = check(await readJson(request, MAX_JSON_BYTES))
    return currentSite().auth.verifyLogin({ ...login, address, cookieHeader, actor: visitorOf(request, address) })
  }
  const { fields, form } = await readSmallForm(request)
  check(fields)
  return currentSite().auth.authenticateForm(request, form, address)
}

function check(input: unknown) {
  const checked = loginFields.safeParse(input)
  if (!checked.success) throw invalidInput(checked.error)
  return checked.data
}
