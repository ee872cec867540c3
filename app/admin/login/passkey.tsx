import { redirect } from '@remix-run/node'
import { AccountUnusable } from '#app/auth/account-format.server.ts'
import { PasskeyRefused } from '#app/auth/factors/passkeys.server.ts'
import { LoginThrottled } from '#app/auth/verify-login.server.ts'
import { publicAction } from '#app/guard.server.ts'
import { unknownIntent } from '#app/http/http-error.ts'
import { readSmallForm } from '#app/http/read-form.server.ts'
import { currentSite } from '#app/site.server.ts'

/** Only the scripts of the sign-in pages use this address. A GET redirects. */
export function loader() {
  return redirect('/admin/login')
}

/**
 * Signs in with a passkey, for the script of the sign-in pages. `intent=options` responds with the options for the
 * browser, as JSON, and sets the cookie of the challenge; with `step`, only for the person whose password was right.
 * `intent=verify` with the `credential` sets the session cookie. A refusal is `{ message }`: 401 not accepted or too
 * late, 429 too many attempts, 503 the accounts cannot be read.
 */
export const action = publicAction(async ({ request, context }) => {
  const { fields } = await readSmallForm(request)
  const { auth } = currentSite()
  const address = context.clientAddress
  try {
    switch (fields['intent']) {
      case 'options': {
        const account = fields['step'] === undefined ? undefined : auth.signInStep.accountOfStep(request)
        if (!account && fields['step'] !== undefined) throw new PasskeyRefused('This step has expired. Log in again.')
        const { options, cookie } = await auth.passkeys.startSignIn({ account, address })
        return reply(200, { options }, [cookie])
      }
      case 'verify': {
        const credential = typeof fields['credential'] === 'string' ? fields['credential'] : ''
        const account = await auth.passkeys.finishSignIn(request, credential).catch((error: unknown) => {
          const about = auth.signInStep.accountOfStep(request)?.id
          if (error instanceof PasskeyRefused) currentSite().audit.record({ kind: 'sign-in.passkey-refused', about })
          throw error
        })
        const cookies = await auth.completeSignIn({ request, account, address })
        return reply(200, {}, [...cookies, auth.passkeys.clearCookie()])
      }
      default:
        throw unknownIntent()
    }
  } catch (error) {
    if (error instanceof PasskeyRefused) return reply(401, { message: error.message })
    if (error instanceof LoginThrottled) return reply(429, { message: error.message })
    if (error instanceof AccountUnusable) return reply(error.status, { message: error.message })
    throw error
  }
})

function reply(status: number, body: object, cookies: readonly string[] = []) {
  const response = Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
