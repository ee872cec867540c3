import { describe, expect, test } from 'vitest'
import { origin, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { hasRole, ROLES as ALL_ROLES, type Role } from './cms/people/roles.ts'
import definition from './site.config.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loadRoute, routeFiles, sectionFiles, type RouteModule } from '#test/route-modules.ts'

const site = await createTestSite()
site.renderPage = () => Promise.resolve(new Response('A page of visitors'))

/**
 * Every loader and action of the administrator area and every write of the API, read from the route table itself: a new
 * route is covered as soon as it is in the table. A layout's loader guards nothing, so each is called on its own.
 */
/** Routes that need no session: sign-in, sign-out and the messages of visitors. */
const OPEN = new Set([
  'cms/admin/login/login.tsx',
  'cms/admin/login/logout.tsx',
  'cms/admin/login/passkey.tsx',
  'cms/admin/login/login-second-factor.tsx',
  'cms/admin/login/set-password.tsx',
  'cms/api/auth-login.tsx',
  'cms/api/contact-resource.tsx',
  'cms/api/api-not-found.tsx',
])

/** The pages without data of their own: they show nothing that could leak. */
const WITHOUT_LOADER = [
  'cms/admin/collection/entry-fields.tsx',
  'cms/admin/facts/fact-editor.tsx',
  'cms/admin/files/file-stage.tsx',
  'cms/admin/files/file-upload.tsx',
  'site/admin/results-day/results-day-editor.tsx',
]
/** The fields that show more than the content of their section. */
const SECTIONS_WITH_LOADER = [
  'site/collections/grades/grade-editor.tsx',
  'site/collections/documents/document-editor.tsx',
  'site/sections/product-catalog/product-page-editor.tsx',
  'site/sections/product-catalog/product-list-editor.tsx',
  'site/sections/products-overview/products-overview-editor.tsx',
]
/** The routes that change nothing. */
const WITHOUT_ACTION = [
  'cms/admin/facts/fact-editor.tsx',
  'site/admin/asked-words/asked-words-screen.tsx',
  'site/admin/missing-of-grades/missing-of-grades-screen.tsx',
  'site/admin/grade-sheet/grade-sheet-csv.tsx',
  'cms/admin/collection/entry-fields.tsx',
  'cms/admin/collection/entry-order-editor.tsx',
  'cms/admin/checklist/checklist.tsx',
  'cms/admin/files/focus-points-editor.tsx',
  'cms/admin/shell/admin-layout.tsx',
  'cms/admin/search/search.tsx',
  'cms/admin/search/search-names.tsx',
  'cms/admin/history/edit-texts.tsx',
  'cms/admin/history/history.tsx',
  'cms/admin/site-view/site-view.tsx',
  'cms/admin/site-view/site-view-page.tsx',
  'cms/admin/presence/presence.tsx',
  'cms/admin/inbox/inbox-export.tsx',
  'cms/admin/backup/backup-archive.tsx',
  'cms/admin/backup/erasures-json.tsx',
  'cms/admin/releases/release-question.tsx',
  'cms/admin/privacy/affected-export.tsx',
  'cms/admin/privacy/person-json.tsx',
  'cms/admin/privacy/person-page.tsx',
  'cms/admin/audit/audit.tsx',
  'cms/admin/audit/audit-export.tsx',
  'cms/admin/qr/qr-code.tsx',
  'cms/admin/people/person-confirm.tsx',
  'cms/admin/files/file-list.tsx',
  'cms/admin/shell/admin-not-found.tsx',
  'site/admin/results-day/results-day-editor.tsx',
]

/** The lowest role that a route needs, if it is not the usual one: editors read, publishers write. */
const ROLES: Record<string, { loader?: Role; action?: Role }> = {
  'cms/admin/account/account-access-tokens.tsx': { action: 'editor' },
  'cms/admin/account/account.tsx': { action: 'editor' },
  'cms/admin/account/passkey-options.tsx': { action: 'editor' },
  'cms/admin/account/account-second-factor.tsx': { action: 'editor' },
  'cms/admin/audit/audit.tsx': { loader: 'administrator' },
  'cms/admin/audit/audit-export.tsx': { loader: 'administrator' },
  'cms/admin/backup/backup.tsx': { loader: 'administrator', action: 'administrator' },
  'cms/admin/backup/backup-archive.tsx': { loader: 'administrator' },
  'cms/admin/backup/erasures-json.tsx': { loader: 'administrator' },
  'cms/admin/confirm/confirm.tsx': { action: 'editor' },
  'cms/admin/confirm/confirm-passkey.tsx': { action: 'editor' },
  'cms/admin/editor/discard-recovered-form.tsx': { action: 'editor' },
  'cms/admin/editor/draft/draft-changes.tsx': { action: 'editor' },
  'cms/admin/files/file-stage.tsx': { action: 'editor' },
  // Publishing is refused by the action itself.
  'cms/admin/files/replace.tsx': { action: 'editor' },
  'cms/admin/files/picture-focus.tsx': { action: 'editor' },
  // These make or save drafts; publishing is refused by the action itself.
  'cms/admin/collection/collection-list.tsx': { action: 'editor' },
  'cms/admin/collection/remove-entry.tsx': { action: 'editor' },
  'cms/admin/editor/section/section-editor.tsx': { action: 'editor' },
  'cms/admin/history/history-difference.tsx': { action: 'editor' },
  'cms/admin/history/history-of-section.tsx': { action: 'editor' },
  'cms/admin/inbox/inbox.tsx': { loader: 'publisher' },
  'cms/admin/inbox/inbox-delete.tsx': { loader: 'publisher' },
  'cms/admin/inbox/inbox-export.tsx': { loader: 'publisher' },
  'cms/admin/inbox/inbox-message.tsx': { loader: 'publisher' },
  'cms/admin/people/people.tsx': { loader: 'administrator', action: 'administrator' },
  'cms/admin/people/person-confirm.tsx': { loader: 'administrator' },
  'cms/admin/people/person.tsx': { loader: 'administrator', action: 'administrator' },
  'cms/admin/preview/preview.tsx': { action: 'editor' },
  'cms/admin/privacy/affected-export.tsx': { loader: 'administrator' },
  'cms/admin/privacy/person-json.tsx': { loader: 'administrator' },
  'cms/admin/privacy/person-page.tsx': { loader: 'administrator' },
  'cms/admin/privacy/breach-start.tsx': { loader: 'administrator', action: 'administrator' },
  'cms/admin/privacy/breach.tsx': { loader: 'administrator', action: 'administrator' },
  'cms/admin/privacy/correct-message.tsx': { loader: 'administrator', action: 'administrator' },
  'cms/admin/privacy/privacy.tsx': { loader: 'administrator', action: 'administrator' },
  'cms/admin/releases/delete-releases.tsx': { action: 'editor' },
  'cms/admin/releases/release.tsx': { action: 'editor' },
  'cms/admin/releases/all-changes.tsx': { action: 'editor' },
  'cms/admin/releases/release-changes.tsx': { action: 'editor' },
  'cms/admin/releases/release-files.tsx': { action: 'editor' },
  'cms/admin/releases/releases.tsx': { action: 'editor' },
  'site/admin/grade-sheet/grade-sheet-screen.tsx': { action: 'editor' },
  'site/admin/results-day/results-day-screen.tsx': { action: 'editor' },
  'cms/api/auth-logout.tsx': { action: 'editor' },
  'cms/api/releases/draft-publish.tsx': { loader: 'publisher' },
  'cms/api/releases/draft-resource.tsx': { action: 'editor' },
  'cms/api/releases/release-change.tsx': { loader: 'publisher' },
  'cms/api/releases/release-draft.tsx': { action: 'editor' },
  'cms/api/releases/release-resource.tsx': { action: 'editor' },
  'cms/api/openapi/docs.tsx': { action: 'editor' },
  'cms/api/openapi/openapi.tsx': { action: 'editor' },
}

const guarded = routeFiles.filter((file) => !OPEN.has(file))

const pages = guarded.filter((file) => /^(?:cms|site)\/admin\//.test(file))
/** The routes that programs of staff read. All other reads of the API are public. */
const staffReads = guarded.filter((file) => file.startsWith('cms/api/releases/'))

// No request of these tests is admitted with these sessions, so they do not change.
const endedSession = await signIn()
await site.auth.sessions.endSession(new Request(origin, { headers: { cookie: endedSession } }))
const openSession = await signIn()

test.each(pages)('%s, loader without a session, with a forged and with an ended one: sent to sign in', async (file) => {
  const { loader } = await loadRoute(file)
  if (!loader) {
    expect(WITHOUT_LOADER).toContain(file)
    return
  }
  for (const cookie of ['', 'session=forged', endedSession]) {
    const response = await call(loader, new Request(`${origin}/admin/x?tab=1`, { headers: cookie ? { cookie } : {} }))
    expect(response.status, cookie).toBe(302)
    expect(response.headers.get('location')).toBe('/admin/login?returnTo=%2Fadmin%2Fx%3Ftab%3D1')
  }
})

test.each(sectionFiles)('%s, part of a screen: no action, and a loader only for staff', async (file) => {
  const { loader, action } = await loadRoute(file)
  expect(action).toBeUndefined()
  if (!loader) {
    expect(SECTIONS_WITH_LOADER).not.toContain(file)
    return
  }
  expect(SECTIONS_WITH_LOADER).toContain(file)
  for (const cookie of ['', 'session=forged', endedSession]) {
    const response = await call(loader, new Request(`${origin}/admin/x`, { headers: cookie ? { cookie } : {} }))
    expect(response.status, cookie).toBe(302)
  }
})

test.each(staffReads)('%s, loader without a session, with a forged and with an ended one: 401', async (file) => {
  const { loader } = await loadRoute(file)
  if (!loader) throw new Error(`${file} has no loader`)
  for (const cookie of ['', 'session=forged', endedSession]) {
    const response = await call(loader, new Request(`${origin}/api/x`, { headers: cookie ? { cookie } : {} }))
    expect(response.status, cookie).toBe(401)
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

/** The collections of the API that only staff may read. Their loader is also that of public reads. */
const staffCollections = definition.collections.flatMap(({ api }) => (api?.staffOnly ? [api.path] : []))

test('collections that only staff may read: exactly the known ones', () => {
  expect(staffCollections).toEqual(['documents'])
})

test.each(staffCollections)('reads of /api/%s: 401 without a session, open to every role', async (resource) => {
  const { loader } = await loadRoute('cms/api/content/section-resource.tsx')
  if (!loader) throw new Error('The API has no loader')
  const addresses: Record<string, string>[] = [{ resource }, { resource, entryId: 'x' }]
  for (const params of addresses) {
    for (const query of ['', '?visibility=all', '?page=1']) {
      const read = (cookie: string, method = 'GET') =>
        call(loader, new Request(`${origin}/api/x${query}`, { method, headers: cookie ? { cookie } : {} }), params)
      for (const cookie of ['', 'session=forged', endedSession]) {
        expect((await read(cookie)).status, cookie).toBe(401)
        expect((await read(cookie, 'HEAD')).status, cookie).toBe(401)
      }
      for (const role of ALL_ROLES) expect([200, 404]).toContain((await read(await sessionOf(role))).status)
    }
  }
})

describe.each(guarded)('%s, action', (file) => {
  test('of another site, even with a session: 403', async () => {
    const { action } = await loadRoute(file)
    if (!action) {
      expect(WITHOUT_ACTION).toContain(file)
      return
    }
    const cookie = openSession
    for (const headers of [
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, 'sec-fetch-site': 'same-site' },
      { cookie, origin: 'https://attacker.example' },
      { cookie, origin: 'null' },
      { cookie },
    ]) {
      const response = await call(action, post(headers))
      expect(response.status, JSON.stringify(headers)).toBe(403)
    }
  })

  test('without a session, with a forged and with an ended one: refused', async () => {
    const { action } = await loadRoute(file)
    if (!action) {
      expect(WITHOUT_ACTION).toContain(file)
      return
    }
    for (const cookie of ['', 'session=forged', endedSession]) {
      const response = await call(action, post({ 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) }))
      expect(response.status, cookie).toBe(pages.includes(file) ? 302 : 401)
    }
  })
})

test('the session that actions were tried with: goes on', async () => {
  const request = new Request(origin, { headers: { cookie: openSession } })
  expect(await site.auth.sessions.readSession(request)).toMatchObject({ username: 'admin' })
})

const sessions = new Map<Role, string>()

/** A session of this role: the same for all requests, unless one of them has ended it. */
async function sessionOf(role: Role): Promise<string> {
  const known = sessions.get(role)
  const request = new Request(origin, { headers: { cookie: known ?? '' } })
  if (known !== undefined && (await site.auth.sessions.readSession(request))) return known
  const cookie = await signInAs(role)
  sessions.set(role, cookie)
  return cookie
}

describe.each(guarded)('%s, by role', (file) => {
  test.each(ALL_ROLES)('%s: is let in, or gets 403', async (role) => {
    const { loader, action } = await loadRoute(file)
    const cookie = await sessionOf(role)
    const needed = { loader: 'editor', action: 'publisher', ...ROLES[file] } as const
    if (loader && (pages.includes(file) || staffReads.includes(file))) {
      const isForbidden = await refuses(loader, new Request(`${origin}/admin/x`, { headers: { cookie } }))
      expect(isForbidden).toBe(!hasRole(role, needed.loader))
    }
    if (action) {
      const isForbidden = await refuses(action, post({ 'sec-fetch-site': 'same-origin', cookie }))
      expect(isForbidden).toBe(!hasRole(role, needed.action))
    }
  })
})

test('routes without a loader or an action: exactly the known ones', async () => {
  const found = await Promise.all(guarded.map(async (file) => ({ file, ...(await loadRoute(file)) })))
  const staff = found.filter(({ file }) => pages.includes(file) || staffReads.includes(file))
  const namesOf = (some: typeof found) => some.map(({ file }) => file).sort()
  expect(namesOf(staff.filter(({ loader }) => !loader))).toEqual([...WITHOUT_LOADER].sort())
  expect(namesOf(found.filter(({ action }) => !action))).toEqual([...WITHOUT_ACTION].sort())
})

test('the table holds administrator pages and API writes at all', () => {
  expect(guarded).toEqual(
    expect.arrayContaining(['cms/admin/shell/dashboard.tsx', 'cms/api/content/section-resource.tsx']),
  )
  expect(staffReads).toHaveLength(5)
  expect(routeFiles).toEqual(
    expect.arrayContaining([...OPEN].filter((file) => file !== 'cms/api/contact-resource.tsx')),
  )
})

function post(headers: Record<string, string>) {
  return new Request(`${origin}/admin/x`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'intent=save',
  })
}

/**
 * True if the guard refuses a request because of the role. The requests of these tests are odd, so a route that lets
 * them in may also refuse them for another reason, but it must not fail.
 */
async function refuses(handler: NonNullable<RouteModule['loader']>, request: Request) {
  const outcome = await call(handler, request).catch((error: unknown) => error)
  if (outcome instanceof Response) {
    expect(outcome.status).toBeLessThan(500)
    return outcome.status === 403
  }
  if (!(outcome instanceof Content)) throw outcome
  return false
}

/** Thrown for a response that is no `Response`. */
class Content extends Error {}

/** Routes return or throw a refusal. */
async function call(
  handler: NonNullable<RouteModule['loader']>,
  request: Request,
  params: Record<string, string> = { section: 'stats', resource: 'heroslides', entryId: 'x' },
): Promise<Response> {
  try {
    const response = await handler(routeArgs(request, params))
    if (response instanceof Response) return response
    throw new Content('The route returned content')
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}
