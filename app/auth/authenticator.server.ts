import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { SignedIn } from './account-file.server.ts'
import { loginFields } from './login-fields.ts'
import { verifyLogin } from './verify-login.server.ts'

/**
 * Signs in with a posted form of `username` and `password`, whose body must be unread. One is made for each request, as the
 * strategy sees only the request and the throttle needs the visitor's address. Throws what verifyLogin throws, and ZodError
 * for a form that was not checked with loginFields before.
 */
export function authenticateForm(request: Request, address: string | undefined): Promise<SignedIn> {
  const strategy = new FormStrategy<SignedIn>(({ form }) =>
    verifyLogin({
      ...loginFields.parse(Object.fromEntries(form)),
      address,
      cookieHeader: request.headers.get('cookie'),
    }),
  )
  return new Authenticator<SignedIn>().use(strategy, 'form').authenticate('form', request)
}
