import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { numbers } from '#test/example-site/home/numbers.ts'
import { action as accessTokensAction } from '#app/cms/admin/account/account-access-tokens.tsx'
import { accountAction } from '#app/cms/admin/account/account.server.ts'
import { accountIntents, tokenIntents } from '#app/cms/admin/account/account-intents.ts'
import { approvalIntents } from '#app/cms/admin/approval/approval-intents.ts'
import { peopleAction } from '#app/cms/admin/people/people.server.ts'
import { peopleIntents } from '#app/cms/admin/people/people-intents.ts'
import { addToReleaseIntents, releaseIntents, releasesIntents } from '#app/cms/admin/releases/release-intents.ts'
import { releaseAction } from '#app/cms/admin/releases/release-page.server.ts'
import { action as releaseChangesAction } from '#app/cms/admin/releases/release-changes.tsx'
import { releasesAction } from '#app/cms/admin/releases/releases.server.ts'
import { listAction as collectionAction } from '#app/cms/admin/collection/collection-list.server.ts'
import { collectionIntents } from '#app/cms/admin/collection/collection-intents.ts'
import { recoveredFormIntents } from '#app/cms/editing/form/recovered-form-intents.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { draftChangesAction } from './draft/draft-changes.server.ts'
import { cookieHeader, ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { loader as layoutLoader } from '#app/cms/admin/shell/admin-layout.tsx'
import { action as discardAction } from './discard-recovered-form.tsx'
import { loginLoader } from '#app/cms/admin/login/login.server.ts'
import { sectionEditorAction } from './section/section-editor.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { deviceCookie } = site.auth.devices
const { endSessionsOf } = site.auth.sessions
const { currentAccounts } = site.auth.accounts
const { content: siteContent } = site

const params = { section: 'numbers' }
const page = '/admin/numbers'

beforeEach(async () => {
  await signIn()
})

afterEach(() => endSessionsOf('admin'))

describe('a form posted after its session has ended', () => {
  test('nothing is saved; the sign-in knows, and leads back to it', async () => {
    const before = siteContent.read(numbers)
    const { location, recoveredCookie } = await postSignedOut(form())
    expect(location).toBe('/admin/login?returnTo=%2Fadmin%2Fnumbers')
    expect(siteContent.read(numbers)).toBe(before)
    const request = ownRequest(location, { headers: { cookie: recoveredCookie } })
    expect(await loginLoader(routeArgs(request))).toEqual({
      returnTo: page,
      hasRecoveredForm: true,
      firstPassword: 'settings',
    })
  })

  test('shown again after the sign-in, with its version and the names of its files, until it is saved', async () => {
    const { recoveredCookie } = await postSignedOut(form({ file: true }))
    const cookie = `${await signIn()}; ${recoveredCookie}`
    for (const time of ['at first', 'after Reload']) {
      const shown = await recoveredAt(page, cookie)
      expect(shown?.result.initialValue, time).toMatchObject({ loavesADay: 'typed' })
      expect(shown).toMatchObject({
        version: siteContent.read(numbers).version,
        recovered: { fileNames: ['photo.jpg'] },
      })
    }
    await post(sectionEditorAction, page, form(), cookie)
    expect(await recoveredAt(page, cookie), 'after a refused save').toMatchObject({ version: expect.any(String) })
    await post(sectionEditorAction, page, form({ loavesADay: '77' }), cookie)
    expect(await recoveredAt(page, cookie)).toBeUndefined()
    expect(siteContent.read(numbers).value.loavesADay).toBe(77)
  })

  test('with the query of its page: comes back to just that', async () => {
    const edit = '/admin/courses/r1?add=yes'
    const { location, recoveredCookie } = await postSignedOut(form(), { action: sectionEditorAction, address: edit })
    expect(location).toBe('/admin/login?returnTo=%2Fadmin%2Fcourses%2Fr1%3Fadd%3Dyes')
    const cookie = `${await signIn()}; ${recoveredCookie}`
    expect(await recoveredAt(edit, cookie)).toMatchObject({ version: expect.any(String) })
    expect(await recoveredAt('/admin/courses/r1', cookie)).toBeUndefined()
  })

  test('of a browser that is known by its device cookie alone: kept as well', async () => {
    const account = currentAccounts()?.[0]
    if (!account) throw new Error('There is no account')
    const { recoveredCookie } = await postSignedOut(form(), { cookie: cookieHeader(await deviceCookie(account)) })
    expect(await recoveredAt(page, `${await signIn()}; ${recoveredCookie}`)).toMatchObject({
      version: expect.any(String),
    })
  })

  test('two of one browser: both are kept', async () => {
    const first = await postSignedOut(form())
    const edit = '/admin/courses/r1?add=yes'
    const second = await postSignedOut(form(), {
      action: sectionEditorAction,
      address: edit,
      cookie: `${await endedSession()}; ${first.recoveredCookie}`,
    })
    expect(second.recoveredCookie).toBe(first.recoveredCookie)
    const cookie = `${await signIn()}; ${second.recoveredCookie}`
    expect(await recoveredAt(page, cookie)).toMatchObject({ version: expect.any(String) })
    expect(await recoveredAt(edit, cookie)).toMatchObject({ version: expect.any(String) })
  })

  test('is seen by nobody else: not without signing in, not by another browser', async () => {
    const { recoveredCookie } = await postSignedOut(form())
    await expect(layout(page, recoveredCookie)).rejects.toMatchObject({ status: 302 })
    const session = await signIn()
    expect(await recoveredAt(page, session)).toBeUndefined()
    expect(await recoveredAt(page, `${session}; recovered-form=${'x'.repeat(43)}`)).toBeUndefined()
    expect(await recoveredAt(page, `${session}; recovered-form=`)).toBeUndefined()
  })

  test('is shown to the person who typed it alone: another one in the same browser sees the page as it is', async () => {
    const { recoveredCookie } = await postSignedOut(form())
    expect(await recoveredAt(page, `${await signInAs('publisher')}; ${recoveredCookie}`)).toBeUndefined()
    expect(await recoveredAt(page, `${await signIn()}; ${recoveredCookie}`)).toMatchObject({
      result: { initialValue: { loavesADay: 'typed' } },
    })
  })

  test('kept by the browser alone: sent after the sign-in, it is shown like one that the server has kept', async () => {
    const session = await signIn()
    const fields = [...form()].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    const pasted = [...fields, ['rows-paste', 'Grade\tDensity']]
    const body = new FormData()
    body.set('intent', recoveredFormIntents.use)
    body.set('page', page)
    body.set('form', JSON.stringify({ fields: pasted, fileNames: ['photo.jpg'] }))
    const { location, recoveredCookie } = await post(discardAction, '/admin/discard-draft', body, session)
    expect(location).toBe(page)
    expect(await recoveredAt(page, `${session}; ${recoveredCookie}`)).toMatchObject({
      version: siteContent.read(numbers).version,
      result: { initialValue: { loavesADay: 'typed' } },
      recovered: { intent: 'save', fileNames: ['photo.jpg'], cause: 'signed-out' },
      furtherPasted: [{ list: 'rows', text: 'Grade\tDensity' }],
    })
    body.set('form', 'no JSON')
    const refused = await post(discardAction, '/admin/discard-draft', body, session)
    expect(refused.recoveredCookie).not.toContain('recovered-form')
  })

  test('given up: gone, and back to its page', async () => {
    const { recoveredCookie } = await postSignedOut(form())
    const cookie = `${await signIn()}; ${recoveredCookie}`
    const fields = new FormData()
    fields.set('page', page)
    const { location } = await post(discardAction, '/admin/discard-draft', fields, cookie)
    expect(location).toBe(page)
    expect(await recoveredAt(page, cookie)).toBeUndefined()
  })

  test('list buttons and broken names in it: left out, the rest is shown', async () => {
    const fields = form({
      __intent__: '{"type":"reorder","payload":{"name":"yearsOpen"}}',
      __state__: '{',
      'a[x].b': 'c',
    })
    const { recoveredCookie } = await postSignedOut(fields)
    const shown = await recoveredAt(page, `${await signIn()}; ${recoveredCookie}`)
    expect(shown?.result).toMatchObject({ initialValue: { loavesADay: 'typed' } })
    expect(shown?.result.intent).toBeUndefined()
  })
})

describe('the typed text comes back after the sign-in', () => {
  const course = '/admin/courses/r1?add=yes'
  const release = '/admin/releases/r1'
  test.each<[string, Action, string, Record<string, string>]>([
    ['a section, published', sectionEditorAction, page, { intent: contentIntents.save }],
    ['a section, as a draft', sectionEditorAction, page, { intent: contentIntents.draft }],
    ['a section, for approval', sectionEditorAction, page, { intent: contentIntents.ask }],
    ['a section, a list button', sectionEditorAction, page, { __intent__: '{"type":"reorder","payload":{}}' }],
    ['a bread, as a draft', sectionEditorAction, '/admin/breads/s1', { intent: contentIntents.draft }],
    ['a bread, for approval', sectionEditorAction, '/admin/breads/s1', { intent: contentIntents.ask }],
    ['a new bread', sectionEditorAction, '/admin/breads/s2?add=yes', { intent: contentIntents.save }],
    ['a course, as a draft', sectionEditorAction, course, { intent: contentIntents.draft }],
    ['a course, for approval', sectionEditorAction, course, { intent: contentIntents.ask }],
    ['a pasted table', sectionEditorAction, page, { intent: `${contentIntents.paste} products` }],
    ['ticked entries', collectionAction, '/admin/articles?page=2', { intent: collectionIntents.hide }],
    ['a new release', releasesAction, '/admin/releases', { intent: releasesIntents.create }],
    ['a release', releaseAction, release, { intent: releaseIntents.save }],
    ['a release, scheduled', releaseAction, release, { intent: releaseIntents.schedule }],
    ['a draft, to a new release', draftChangesAction, '/admin/drafts/numbers', { intent: addToReleaseIntents.add }],
    ['a note to a request', draftChangesAction, '/admin/drafts/numbers', { intent: approvalIntents.ask }],
    ['a note to a decision', releaseChangesAction, `${release}/changes/numbers`, { intent: approvalIntents.sendBack }],
    ['an invitation', peopleAction, '/admin/people', { intent: peopleIntents.invite }],
    ['a name', accountAction, '/admin/account', { intent: accountIntents.name }],
    ['an access token', accessTokensAction, '/admin/account/tokens', { intent: tokenIntents.make }],
  ])('%s', async (_, action, address, intent) => {
    const fields = new FormData()
    for (const [name, value] of Object.entries({ title: 'Typed', note: 'Typed', version: '1', ...intent })) {
      fields.set(name, value)
    }
    const { recoveredCookie } = await postSignedOut(fields, { action, address })
    const shown = await recoveredAt(address, `${await signIn()}; ${recoveredCookie}`)
    expect(shown).toMatchObject({
      version: '1',
      recovered: { intent: intent['intent']?.split(' ')[0] },
      result: { initialValue: { title: 'Typed', note: 'Typed' } },
    })
  })

  test('a new release: until it is made', async () => {
    const address = '/admin/releases'
    const fields = new FormData()
    fields.set('intent', releasesIntents.create)
    fields.set('name', 'Typed name')
    fields.set('time', 'no time')
    const { recoveredCookie } = await postSignedOut(fields, { action: releasesAction, address })
    const cookie = `${await signIn()}; ${recoveredCookie}`
    await post(releasesAction, address, fields, cookie)
    expect(await recoveredAt(address, cookie), 'after a refusal').toBeDefined()
    fields.set('time', '')
    await post(releasesAction, address, fields, cookie)
    expect(await recoveredAt(address, cookie)).toBeUndefined()
  })
})

describe('keeps nothing', () => {
  test('of a form with a password', async () => {
    const fields = form({ intent: accountIntents.password, current: 'secret' })
    const { recoveredCookie } = await postSignedOut(fields, { action: accountAction, address: '/admin/account' })
    expect(recoveredCookie).toBe('')
  })

  test.each<[string, FormData]>([
    ['of a form without a button', form({ intent: undefined })],
    ['of a button that is no save', form({ intent: 'delete' })],
    ['of more than 1 MB of text', form({ loavesADay: 'x'.repeat(1024 * 1024) })],
  ])('%s', async (_, fields) => {
    const { location, recoveredCookie } = await postSignedOut(fields, { address: `${page}?confirm=1` })
    expect(recoveredCookie).toBe('')
    expect(location).toBe('/admin/login?returnTo=%2Fadmin%2Fnumbers')
  })

  test.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://attacker.example', 'sec-fetch-site': 'none' }])(
    'of another site %j: 403',
    async (headers) => {
      const request = ownRequest(page, { method: 'POST', body: form(), headers })
      const response = await thrownBy(sectionEditorAction(routeArgs(request, params)))
      expect(response.status).toBe(403)
      expect(response.headers.get('set-cookie')).toBeNull()
    },
  )

  test.each(['', `session=${'A'.repeat(43)}`, `device=${'A'.repeat(22)}.0.${'A'.repeat(43)}.${'A'.repeat(43)}`])(
    'of a browser that was never signed in (%.20j): its form is not even read',
    async (cookie) => {
      const request = ownRequest(page, { method: 'POST', body: form(), headers: { cookie } })
      const response = await thrownBy(sectionEditorAction(routeArgs(request, params)))
      expect(response.headers.get('location')).toBe('/admin/login?returnTo=%2Fadmin%2Fnumbers')
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(request.bodyUsed).toBe(false)
    },
  )

  test('of a program that is no browser', async () => {
    const request = new Request(new URL(page, 'http://localhost:3000'), { method: 'POST', body: form() })
    const response = await thrownBy(sectionEditorAction(routeArgs(request, params)))
    expect(response.status).toBe(302)
    expect(response.headers.get('set-cookie')).toBeNull()
  })
})

type Action = (args: ReturnType<typeof routeArgs>) => Promise<unknown>

/** The form of the numbers as their page posts it, with an invalid value. */
function form({ file = false, ...fields }: Record<string, string | boolean | undefined> = {}) {
  const { value, version } = siteContent.read(numbers)
  const { pictures, ...texts } = value
  const typed = { ...texts, 'pictures.loaves': pictures.loaves, loavesADay: 'typed', version, intent: 'save' }
  const body = new FormData()
  const all: Record<string, string | number | boolean | undefined> = { ...typed, ...fields }
  for (const [name, text] of Object.entries(all)) {
    if (text !== undefined) body.set(name, String(text))
  }
  if (file) body.set('image-upload', new File(['x'], 'photo.jpg'))
  return body
}

async function postSignedOut(body: FormData, options: { action?: Action; address?: string; cookie?: string } = {}) {
  const { action = sectionEditorAction, address = page, cookie = await endedSession() } = options
  return post(action, address, body, cookie)
}

/** Cookie of a session that has ended. */
async function endedSession() {
  const cookie = await signIn()
  await endSessionsOf('admin')
  return cookie
}

async function post(action: Action, address: string, body: FormData, cookie: string) {
  const request = ownRequest(address, { method: 'POST', body, headers: cookie ? { cookie } : {} })
  const response = await action(routeArgs(request, params)).catch((thrown: unknown) => thrown)
  const headers = response instanceof Response ? response.headers : new Headers()
  return { location: headers.get('location') ?? '', recoveredCookie: cookieHeader(headers.get('set-cookie')) }
}

async function recoveredAt(address: string, cookie: string) {
  return (await layout(address, cookie)).data.recovered
}

function layout(address: string, cookie: string) {
  return layoutLoader(routeArgs(ownRequest(address, { headers: { cookie } })))
}

async function thrownBy(response: Promise<unknown>): Promise<Response> {
  const thrown: unknown = await response.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(thrown instanceof Response)) throw new Error('No response was thrown')
  return thrown
}
