import { actorOf } from '#app/cms/platform/author.server.ts'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { formRefusal } from '#app/cms/platform/http/error-responses.server.ts'
import { cleanLine } from '#app/cms/define/clean-text.ts'
import type { AuditKind } from '#app/cms/people/audit/audit-event.ts'
import { totpHandout } from '#app/cms/people/factors/codes.server.ts'
import { PasskeyRefused } from '#app/cms/people/factors/passkeys.server.ts'
import { WrongCode } from '#app/cms/people/factors/sign-in-step.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { askedOwner } from '#app/cms/people/guard/password-check.server.ts'
import { safeReturnTo } from '#app/cms/people/password-forms.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { adminLoader, passwordAction } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { factorIntents } from './factor-intents.ts'

const PAGE = '/admin/account/second-factor'

/** People who have no second factor yet must be able to open the page that sets up a required one. */
const OPEN = { withoutSecondFactor: true }

/** Error messages by field; those of `form` concern the whole form. */
export interface FactorErrors {
  password?: string[] | undefined
  code?: string[] | undefined
  name?: string[] | undefined
  form?: string[] | undefined
}

const codeFields = z.object({
  code: z
    .string({ error: 'Enter the code' })
    .transform((code) => code.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits that the app shows')),
})

const passkeyFields = z.object({
  name: z
    .string({ error: 'Enter a name' })
    .overwrite(cleanLine)
    .min(1, 'Enter a name')
    .max(60, 'The name can have at most 60 characters'),
})

/** The person's second factors, the app that is being set up, and the passkey that the person has asked to remove. */
export const factorLoader = adminLoader(
  'editor',
  ({ request, user }) => {
    const { auth } = currentSite()
    const { passkeys, totpSince, ...state } = auth.secondFactor.describe(user.id)
    const secret = auth.secondFactor.pendingTotp(user.sessionId ?? '')
    const { searchParams } = new URL(request.url)
    return {
      ...state,
      passwordOwner: askedOwner(auth, user),
      returnTo: safeReturnTo(searchParams.get('returnTo')),
      appSince: totpSince === undefined ? undefined : formatTimeInSentence(totpSince),
      setup: secret === undefined ? undefined : totpHandout(secret, { issuer: siteName(), username: user.username }),
      canUsePasskeys: auth.passkeys.isPossible,
      passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
        id,
        name,
        added: formatTimeInSentence(addedAt),
        lastUsed: lastUsedAt === undefined ? undefined : formatTimeInSentence(lastUsedAt),
        isToRemove: searchParams.get('remove') === id,
      })),
    }
  },
  OPEN,
)

/**
 * Changes the person's second factors: `totp-start`, `totp-confirm` (with a `code`), `totp-cancel`, `totp-remove`,
 * `recovery-codes`, `passkey-add` (with `name` and `credential`), `passkey-remove` (with `passkey`). The response contains the recovery codes that were just made, or the
 * reasons of a refusal: 422, 429, 503, 507.
 */
export const factorAction = passwordAction(
  'editor',
  async ({ request, context, user, posted: { fields } }) => {
    const intent = intentOf(fields)
    let outcome: Outcome | undefined
    const refused = await refusalOf(async () => {
      outcome = await intents[intent](user, fields)
    })
    if (refused) return refuse(intent, refused)
    log.info({ username: user.username, address: context.clientAddress, intent }, 'A second factor was changed')
    const kind = AUDIT_KIND_OF[intent]
    if (kind !== undefined)
      currentSite().audit.record({ kind, detail: { what: METHOD_OF[intent] }, actor: actorOf(user) })
    const { codes, message } = outcome ?? {}
    if (codes) return data({ codes, message, intent, errors: undefined })
    const { searchParams } = new URL(request.url)
    const page = searchParams.has('returnTo')
      ? `${PAGE}?returnTo=${encodeURIComponent(safeReturnTo(searchParams.get('returnTo')))}`
      : PAGE
    return message === undefined
      ? redirect(page, 303)
      : currentSite().flash.flashRedirect(page, { kind: 'success', message })
  },
  { ...OPEN, intents: factorIntents, refuse: (refusal, { fields }) => refuse(intentOf(fields), refusal) },
)

interface Outcome {
  message?: string | undefined
  /** Recovery codes, to be shown once. */
  codes?: string[] | undefined
}

const intents = {
  [factorIntents.appStart]: (user: User) => {
    currentSite().auth.secondFactor.startTotp(user.sessionId ?? '')
    return Promise.resolve({})
  },
  [factorIntents.appCancel]: (user: User) => {
    currentSite().auth.secondFactor.cancelTotp(user.sessionId ?? '')
    return Promise.resolve({})
  },
  async [factorIntents.appConfirm](
    { id, sessionId = '', username }: User,
    fields: Record<string, unknown>,
  ): Promise<Outcome> {
    const { code } = codeFields.parse(fields)
    const codes = await currentSite().auth.secondFactor.confirmTotp({ id, sessionId, code })
    return added({ codes, username, sessionId, message: 'The authenticator app is set up' })
  },
  async [factorIntents.appRemove]({ id }: User): Promise<Outcome> {
    await currentSite().auth.secondFactor.removeTotp(id)
    return { message: 'The authenticator app is turned off' }
  },
  async [factorIntents.recoveryCodes]({ id }: User): Promise<Outcome> {
    const codes = await currentSite().auth.secondFactor.renewRecoveryCodes(id)
    return { codes, message: 'The earlier recovery codes no longer work' }
  },
  async [factorIntents.passkeyAdd](
    { id, sessionId = '', username }: User,
    fields: Record<string, unknown>,
  ): Promise<Outcome> {
    const { name } = passkeyFields.parse(fields)
    const credential = textOf(fields['credential'])
    const codes = await currentSite().auth.passkeys.finishRegistration({ id, sessionId, name, credential })
    return added({ codes, username, sessionId, message: 'The passkey is added' })
  },
  async [factorIntents.passkeyRemove]({ id }: User, fields: Record<string, unknown>): Promise<Outcome> {
    await currentSite().auth.passkeys.removePasskey(id, textOf(fields['passkey']))
    return { message: 'The passkey is removed' }
  },
}

type FactorIntent = (typeof factorIntents)[keyof typeof factorIntents]

const AUDIT_KIND_OF: Partial<Record<FactorIntent, AuditKind>> = {
  [factorIntents.appConfirm]: 'second-factor.added',
  [factorIntents.appRemove]: 'second-factor.removed',
  [factorIntents.recoveryCodes]: 'second-factor.recovery-made',
  [factorIntents.passkeyAdd]: 'second-factor.added',
  [factorIntents.passkeyRemove]: 'second-factor.removed',
}

const METHOD_OF: Partial<Record<FactorIntent, string>> = {
  [factorIntents.appConfirm]: 'Authenticator app',
  [factorIntents.appRemove]: 'Authenticator app',
  [factorIntents.passkeyAdd]: 'Passkey',
  [factorIntents.passkeyRemove]: 'Passkey',
}

/** Throws the response to an unknown intent. */
function intentOf({ intent }: Record<string, unknown>): FactorIntent {
  const known = Object.values(factorIntents).find((one) => one === intent)
  if (known === undefined) throw unknownIntent()
  return known
}

/** Adding the first factor ends every other session, because those were started with the password alone. */
async function added({ codes, username, sessionId, message }: Outcome & { username: string; sessionId: string }) {
  if (!codes) return { message }
  await currentSite().auth.sessions.endOtherSessions(username, sessionId)
  return { codes, message: `${message}. Every other session has ended` }
}

/**
 * Runs `change`. Resolves with the refusal if it fails for a reason that staff can correct, otherwise with undefined.
 * Rejects with any other error.
 */
async function refusalOf(change: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await change()
    return undefined
  } catch (error) {
    if (error instanceof WrongCode)
      return {
        status: 422,
        errors: {
          code: [
            'This code is not correct. Enter the code that the app shows now. If that does not help, check the clock of the phone',
          ],
        },
      }
    if (error instanceof z.ZodError) {
      return { status: 422, errors: z.flattenError(error).fieldErrors }
    }
    if (error instanceof PasskeyRefused) return { status: 422, errors: { form: [error.message] } }
    return formRefusal(error)
  }
}

interface Refusal {
  status: number
  errors: FactorErrors
  headers?: Record<string, string>
}

function refuse(intent: FactorIntent, { status, errors, headers = {} }: Refusal) {
  return data({ codes: undefined, message: undefined, intent, errors }, { status, headers })
}

/**
 * Responds with the options with which a browser creates a passkey, as JSON, if the password was given. For the script
 * of the page. A refusal is `{ message }` with its status.
 */
export const passkeyOptionsAction = passwordAction(
  'editor',
  async ({ user }) => {
    let options: unknown
    const refused = await refusalOf(async () => {
      options = await currentSite().auth.passkeys.startRegistration({
        id: user.id,
        sessionId: user.sessionId ?? '',
        siteName: siteName(),
      })
    })
    return refused ? refuseOptions(refused) : Response.json({ options }, { headers: NO_STORE })
  },
  { ...OPEN, asksPassword: 'always', refuse: refuseOptions },
)

const NO_STORE = { 'cache-control': 'no-store' }

function refuseOptions({ status, errors, headers }: Refusal) {
  const message = Object.values(errors).flat().join('. ')
  return Response.json({ message }, { status, headers: { ...headers, ...NO_STORE } })
}

function siteName() {
  const companyName = currentSite().definition.companyName(currentSite())
  return companyName === '' ? 'Website' : companyName
}
