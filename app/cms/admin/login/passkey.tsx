import { redirect } from '@remix-run/node'
import { PasskeyRefused } from '#app/cms/people/factors/passkeys.server.ts'
import { publicAction } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { passkeyIntents } from './passkey-intents.ts'
import { passkeyReply, withPasskeyRefusals } from './passkey-reply.server.ts'

/** Only the scripts of the sign-in pages use this address. A GET redirects. */
export function loader() {
  return redirect('/admin/login')
}

/**
 * Signs in with a passkey, for the script of the sign-in pages. `intent=options` responds with the options for the
 * browser, as JSON, and sets the cookie of the challenge; with `step`, only for the person whose password was right.
 * `intent=verify` with the `credential` sets the session cookie. Refusals are those of withPasskeyRefusals.
 */
export const action = publicAction(async ({ request, context, actor }) => {
  const { fields } = await readSmallForm(request)
  const { auth } = currentSite()
  const address = context.clientAddress
  return withPasskeyRefusals(async () => {
    switch (fields['intent']) {
      case passkeyIntents.options: {
        const account = fields['step'] === undefined ? undefined : auth.signInStep.accountOfStep(request)
        if (!account && fields['step'] !== undefined) throw new PasskeyRefused('This step has expired. Log in again.')
        const { options, cookie } = await auth.passkeys.startSignIn({ account, address })
        return passkeyReply(200, { options }, [cookie])
      }
      case passkeyIntents.verify: {
        const credential = textOf(fields['credential'])
        const account = await auth.passkeys.finishSignIn(request, credential).catch((error: unknown) => {
          const about = auth.signInStep.accountOfStep(request)?.id
          if (error instanceof PasskeyRefused)
            currentSite().audit.record({ kind: 'sign-in.passkey-refused', about, actor })
          throw error
        })
        const cookies = await auth.completeSignIn({ request, account, address })
        return passkeyReply(200, {}, [...cookies, auth.passkeys.clearCookie()])
      }
      default:
        throw unknownIntent()
    }
  })
})
