import { actorOf } from '#app/cms/platform/author.server.ts'
import { redirect } from '@remix-run/node'
import { passkeyIntents } from '#app/cms/admin/login/passkey-intents.ts'
import { passkeyReply, withPasskeyRefusals } from '#app/cms/admin/login/passkey-reply.server.ts'
import { PasskeyRefused } from '#app/cms/people/factors/passkeys.server.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** Only the script of the pages that ask for the password uses this address. A GET redirects. */
export const loader = adminLoader('editor', () => redirect('/admin/confirm'))

/**
 * Accepts a passkey of the person who is signed in instead of the password, as the sign-in does: `intent=options`, then
 * `intent=verify` with the `credential`. Refusals are those of withPasskeyRefusals.
 */
export const action = adminAction('editor', async ({ request, context, user }) => {
  const { fields } = await readSmallForm(request)
  const { auth, audit } = currentSite()
  return withPasskeyRefusals(async () => {
    switch (fields['intent']) {
      case passkeyIntents.options: {
        const account = auth.accounts.currentAccounts()?.find(({ id }) => id === user.id)
        if (!account || !auth.passkeys.isUsableBy(user.id)) throw new PasskeyRefused('You have no passkey here.')
        const { options, cookie } = await auth.passkeys.startSignIn({ account, address: context.clientAddress })
        return passkeyReply(200, { options }, [cookie])
      }
      case passkeyIntents.verify: {
        const credential = textOf(fields['credential'])
        try {
          const { username } = await auth.passkeys.finishSignIn(request, credential)
          // The challenge may be that of a sign-in page: then it accepts a passkey of any person.
          if (username !== user.username || user.sessionId === undefined) throw new PasskeyRefused()
          await auth.sessions.noteAuthentication(user.sessionId)
        } catch (error) {
          if (error instanceof PasskeyRefused)
            audit.record({ kind: 'sign-in.passkey-refused', about: user.id, actor: actorOf(user) })
          throw error
        }
        return passkeyReply(200, {}, [auth.passkeys.clearCookie()])
      }
      default:
        throw unknownIntent()
    }
  })
})
