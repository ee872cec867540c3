import { expect, test } from 'vitest'
import { factorIntents } from '#app/cms/admin/account/factor-intents.ts'
import { accountIntents, tokenIntents } from '#app/cms/admin/account/account-intents.ts'
import { PasswordBoundary } from '#app/cms/admin/confirm/password-boundary.tsx'
import { passkeyIntents } from '#app/cms/admin/login/passkey-intents.ts'
import {
  breachIntents,
  breachStartIntents,
  correctionIntents,
  privacyIntents,
} from '#app/cms/admin/privacy/privacy-intents.ts'
import { peopleIntents, personIntents } from '#app/cms/admin/people/people-intents.ts'
import { administrator, ownRequest, routeArgs, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loadRoute, routeFiles, type RouteModule } from '#test/route-modules.ts'
import { signInLongAgo } from '#test/sign-in-long-ago.ts'

const site = await createTestSite()
site.renderPage = () => Promise.resolve(new Response('A page of visitors'))
await signInAs('publisher')

type Asks<Intents extends Record<string, string>> = Record<Intents[keyof Intents], boolean>

/**
 * The screens with acts that lead to a lasting sign-in or to all data: whether each act asks for the password. The type
 * makes a new intent fail the type check until it is listed here.
 */
const people: Asks<typeof peopleIntents> = { invite: true, 'require-factor': true, 'require-approval': true }
const person: Asks<typeof personIntents> = {
  role: true,
  link: true,
  deactivate: true,
  'reset-factor': true,
  reactivate: true,
  withdraw: true,
}
const account: Asks<typeof accountIntents> = {
  name: false,
  // Has a field for the current password, which is always needed.
  password: false,
  revoke: false,
  'revoke-others': false,
}
const accessTokens: Asks<typeof tokenIntents> = { make: true, revoke: false }
const secondFactor: Asks<typeof factorIntents> = {
  'totp-start': true,
  'totp-remove': true,
  'recovery-codes': true,
  'passkey-remove': true,
  // They finish a setup whose start has asked.
  'totp-confirm': false,
  'passkey-add': false,
  'totp-cancel': false,
}
/** The script that proves who it is needs no proof before. */
const passkey: Asks<typeof passkeyIntents> = { options: false, verify: false }

const privacy: Asks<typeof privacyIntents> = {
  ...{ seal: true, unseal: true, erase: true },
  ...{ add: false, answer: false },
}
const correction: Asks<typeof correctionIntents> = { correct: true }
const breach: Asks<typeof breachIntents> = { end: false, done: false, undone: false }
const breachStart: Asks<typeof breachStartIntents> = { start: false }

const SCREENS: Record<string, Record<string, boolean>> = {
  'cms/admin/people/people.tsx': people,
  'cms/admin/privacy/privacy.tsx': privacy,
  'cms/admin/privacy/correct-message.tsx': correction,
  'cms/admin/privacy/breach.tsx': breach,
  'cms/admin/privacy/breach-start.tsx': breachStart,
  'cms/admin/people/person.tsx': person,
  'cms/admin/account/account.tsx': account,
  'cms/admin/account/account-access-tokens.tsx': accessTokens,
  'cms/admin/account/account-second-factor.tsx': secondFactor,
  'cms/admin/account/passkey-options.tsx': { 'without an intent': true },
  'cms/admin/backup/backup.tsx': { 'without an intent': true },
  'cms/admin/confirm/confirm.tsx': { 'without an intent': true },
  'cms/admin/confirm/confirm-passkey.tsx': passkey,
}

/** Their responses are files with everything of a kind. */
const DOWNLOADS = ['cms/admin/audit/audit-export.tsx', 'cms/admin/inbox/inbox-export.tsx'].concat(
  ['affected-export', 'person-json', 'person-page'].map((name) => `cms/admin/privacy/${name}.tsx`),
)
/** Its ticket, valid for a minute in one session, comes from a form that has asked. */
const WITH_TICKET = 'cms/admin/backup/backup-archive.tsx'

/** Their actions change content, files, messages, releases or approvals. A person can undo or restore it. */
const OF_CONTENT = [
  'cms/admin/collection/collection-list.tsx',
  'cms/admin/collection/remove-entry.tsx',
  'cms/admin/editor/discard-recovered-form.tsx',
  'cms/admin/editor/draft/draft-changes.tsx',
  'cms/admin/editor/section/section-editor.tsx',
  'cms/admin/files/file-stage.tsx',
  'cms/admin/files/file-upload.tsx',
  'cms/admin/files/files.tsx',
  'cms/admin/files/picture-focus.tsx',
  'cms/admin/files/replace.tsx',
  'cms/admin/history/history-difference.tsx',
  'cms/admin/history/history-of-section.tsx',
  'cms/admin/inbox/inbox-delete.tsx',
  'cms/admin/inbox/inbox-message.tsx',
  'cms/admin/inbox/inbox.tsx',
  'cms/admin/check/check.tsx',
  'cms/admin/preview/preview.tsx',
  'cms/admin/releases/all-changes.tsx',
  'cms/admin/releases/delete-releases.tsx',
  'cms/admin/releases/release-changes.tsx',
  'cms/admin/releases/release-files.tsx',
  'cms/admin/releases/release.tsx',
  'cms/admin/releases/releases.tsx',
  'cms/admin/shell/dashboard.tsx',
  'site/admin/grade-sheet/grade-sheet-screen.tsx',
  'site/admin/results-day/results-day-screen.tsx',
]

/** The API changes content only: nothing that a screen asks the password for can be done with it. */
const API = [
  'cms/api/auth-login.tsx',
  'cms/api/auth-logout.tsx',
  'cms/api/contact-resource.tsx',
  'cms/api/content/section-resource.tsx',
  'cms/api/api-not-found.tsx',
  'cms/api/openapi/docs.tsx',
  'cms/api/openapi/openapi.tsx',
  'cms/api/releases/draft-publish.tsx',
  'cms/api/releases/draft-resource.tsx',
  'cms/api/releases/release-change.tsx',
  'cms/api/releases/release-draft.tsx',
  'cms/api/releases/release-resource.tsx',
  'cms/api/upload.tsx',
]

const files = routeFiles.filter((file) => !file.startsWith('cms/admin/login/'))
const acts = Object.entries(SCREENS).flatMap(([file, intents]) =>
  Object.entries(intents).map(([intent, isAsked]) => [file, intent, isAsked] as const),
)

test('each route with an action is classified', async () => {
  const withAction = await Promise.all(files.map(async (file) => ((await loadRoute(file)).action ? [file] : [])))
  const known = [...Object.keys(SCREENS), ...OF_CONTENT, ...API]
  expect(withAction.flat().sort()).toEqual(known.sort())
})

test.each(acts)('%s, %s, ten minutes after the sign-in: password needed: %s', async (file, intent, isAsked) => {
  const { action, ErrorBoundary } = await loadRoute(file)
  const cookie = await signInLongAgo()
  const before = JSON.stringify(site.auth.accounts.readAccounts())
  const reply = await answerOf(action, post(file, intent, { cookie }))
  expect(asksPassword(reply)).toBe(isAsked)
  if (isAsked) {
    expect(JSON.stringify(site.auth.accounts.readAccounts())).toBe(before)
    expect(await site.auth.accessTokens.listAccessTokens(administrator.username)).toEqual([])
    if (reply.thrown) expect(ErrorBoundary).toBe(PasswordBoundary)
  }
})

test.each(acts.filter(([, , isAsked]) => isAsked))(
  '%s, %s, right after the sign-in: not asked',
  async (file, intent) => {
    const { action } = await loadRoute(file)
    const reply = await answerOf(action, post(file, intent, { cookie: await signInAs('administrator') }))
    expect(asksPassword(reply)).toBe(false)
  },
)

test('of all loaders, exactly the downloads ask', async () => {
  const asking = []
  for (const file of files.filter((file) => /^(?:cms|site)\/admin\//.test(file) && file !== WITH_TICKET)) {
    const { loader } = await loadRoute(file)
    const request = ownRequest('/admin/x?q=1', { headers: { cookie: await signInLongAgo() } })
    const { status, location } = await answerOf(loader, request)
    if (!location?.startsWith('/admin/confirm?')) continue
    expect([status, location]).toEqual([302, '/admin/confirm?download=1&returnTo=%2Fadmin%2Fx%3Fq%3D1'])
    asking.push(file)
  }
  expect(asking.sort()).toEqual(DOWNLOADS)
})

function post(file: string, intent: string, headers: Record<string, string>) {
  const body = new URLSearchParams({ intent, name: 'Asha', scope: 'all' })
  return ownRequest(`/${file}`, { method: 'POST', headers, body })
}

interface Answer {
  thrown: boolean
  status: number
  location: string | undefined
  body: string
}

async function answerOf(handler: RouteModule['action'], request: Request): Promise<Answer> {
  if (!handler) return { thrown: false, status: 200, location: undefined, body: '' }
  const args = routeArgs(request, { personId: 'publisher', section: 'stats', entry: 'x', releaseId: 'x' })
  try {
    return await describeAnswer(await handler(args), false)
  } catch (error) {
    return describeAnswer(error, true)
  }
}

async function describeAnswer(answer: unknown, thrown: boolean): Promise<Answer> {
  if (answer instanceof Response) {
    const { status, headers } = answer
    const isFile = headers.has('content-disposition') || headers.get('content-type')?.includes('event-stream')
    if (isFile) await answer.body?.cancel()
    return { thrown, status, location: headers.get('location') ?? undefined, body: isFile ? '' : await answer.text() }
  }
  const status = isReply(answer) ? (answer.init?.status ?? 200) : 200
  return { thrown, status, location: undefined, body: isReply(answer) ? JSON.stringify(answer.data) : '' }
}

function isReply(answer: unknown): answer is { data: unknown; init: { status?: number } | null } {
  return typeof answer === 'object' && answer !== null && 'data' in answer && 'init' in answer
}

function asksPassword({ thrown, status, body }: Answer) {
  return thrown
    ? status === 409 && body.includes('"passwordQuestion"')
    : status === 422 && body.includes('Enter your password')
}
