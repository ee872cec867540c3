import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { describe, expect, test } from 'vitest'
import { origin, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { hasRole, ROLES as ALL_ROLES, type Role } from './auth/roles.ts'
import routes from './routes.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()

/**
 * Every loader and action of the administrator area and every write of the API, read from the route table itself: a new
 * route is covered as soon as it is in the table. A layout's loader guards nothing, so each is called on its own.
 */
interface RouteModule {
  loader?: (args: LoaderFunctionArgs) => unknown
  action?: (args: ActionFunctionArgs) => unknown
}

/** Routes that need no session: sign-in, sign-out and the messages of visitors. */
const OPEN = new Set([
  'admin/login/login.tsx',
  'admin/login/logout.tsx',
  'admin/login/passkey.tsx',
  'admin/login/second-factor.tsx',
  'admin/login/set-password.tsx',
  'api/auth-login.tsx',
  'api/contact.tsx',
  'api/not-found.tsx',
])

/** The lowest role that a route needs, if it is not the usual one: editors read, publishers write. */
const ROLES: Record<string, { loader?: Role; action?: Role }> = {
  'admin/account/access-tokens.tsx': { action: 'editor' },
  'admin/account/account.tsx': { action: 'editor' },
  'admin/account/passkey-options.tsx': { action: 'editor' },
  'admin/account/second-factor.tsx': { action: 'editor' },
  'admin/audit/audit.tsx': { loader: 'administrator' },
  'admin/audit/audit-export.tsx': { loader: 'administrator' },
  'admin/backup/backup.tsx': { loader: 'administrator', action: 'administrator' },
  'admin/backup/backup-archive.tsx': { loader: 'administrator' },
  'admin/editor/discard-recovered-form.tsx': { action: 'editor' },
  'admin/editor/draft-changes.tsx': { action: 'editor' },
  'admin/files/file-stage.tsx': { action: 'editor' },
  // These save drafts; publishing is refused by the action itself.
  'admin/editor/section-editor.tsx': { action: 'editor' },
  'admin/hero-slides/hero-slide-edit.tsx': { action: 'editor' },
  'admin/hero-slides/hero-slide-new.tsx': { action: 'editor' },
  'admin/hero-slides/hero-slides.tsx': { action: 'editor' },
  'admin/reports/reports.tsx': { action: 'editor' },
  'admin/inbox/inbox.tsx': { loader: 'publisher' },
  'admin/inbox/inbox-delete.tsx': { loader: 'publisher' },
  'admin/inbox/inbox-export.tsx': { loader: 'publisher' },
  'admin/inbox/inbox-message.tsx': { loader: 'publisher' },
  'admin/people/people.tsx': { loader: 'administrator', action: 'administrator' },
  'admin/people/person-confirm.tsx': { loader: 'administrator' },
  'admin/people/person.tsx': { loader: 'administrator', action: 'administrator' },
  'admin/preview/preview.tsx': { action: 'editor' },
  'admin/releases/release.tsx': { action: 'editor' },
  'admin/releases/all-changes.tsx': { action: 'editor' },
  'admin/releases/release-changes.tsx': { action: 'editor' },
  'admin/releases/release-files.tsx': { action: 'editor' },
  'admin/releases/releases.tsx': { action: 'editor' },
  'api/auth-logout.tsx': { action: 'editor' },
  'api/releases/draft-publish.tsx': { loader: 'publisher' },
  'api/releases/drafts.tsx': { action: 'editor' },
  'api/releases/release-change.tsx': { loader: 'publisher' },
  'api/releases/release-draft.tsx': { action: 'editor' },
  'api/releases/releases.tsx': { action: 'editor' },
  'api/openapi/docs.tsx': { action: 'editor' },
  'api/openapi/openapi.tsx': { action: 'editor' },
}

const modules = import.meta.glob<RouteModule>('./{admin,api}/**/*.tsx')
const files = [...new Set(routes.flatMap(filesOf))].filter((file) => /^(?:admin|api)\//.test(file))
const guarded = files.filter((file) => !OPEN.has(file))

const pages = guarded.filter((file) => file.startsWith('admin/'))
/** The routes that programs of staff read. All other reads of the API are public. */
const staffReads = guarded.filter((file) => file.startsWith('api/releases/'))

// No request of these tests is admitted with these sessions, so they do not change.
const endedSession = await signIn()
await site.auth.sessions.endSession(new Request(origin, { headers: { cookie: endedSession } }))
const openSession = await signIn()

test.each(pages)('%s, loader without a session, with a forged and with an ended one: sent to sign in', async (file) => {
  const { loader } = await load(file)
  // A page without data of its own shows nothing that could leak.
  if (!loader) return
  for (const cookie of ['', 'session=forged', endedSession]) {
    const response = await call(loader, new Request(`${origin}/admin/x?tab=1`, { headers: cookie ? { cookie } : {} }))
    expect(response.status, cookie).toBe(302)
    expect(response.headers.get('location')).toBe('/admin/login?returnTo=%2Fadmin%2Fx%3Ftab%3D1')
  }
})

test.each(staffReads)('%s, loader without a session, with a forged and with an ended one: 401', async (file) => {
  const { loader } = await load(file)
  if (!loader) throw new Error(`${file} has no loader`)
  for (const cookie of ['', 'session=forged', endedSession]) {
    const response = await call(loader, new Request(`${origin}/api/x`, { headers: cookie ? { cookie } : {} }))
    expect(response.status, cookie).toBe(401)
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

describe.each(guarded)('%s, action', (file) => {
  test('of another site, even with a session: 403', async () => {
    const { action } = await load(file)
    if (!action) return
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
    const { action } = await load(file)
    if (!action) return
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

describe.each(guarded)('%s, by role', (file) => {
  test.each(ALL_ROLES)('%s: is let in, or gets 403', async (role) => {
    const { loader, action } = await load(file)
    const cookie = await signInAs(role)
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

test('the table holds administrator pages and API writes at all', () => {
  expect(guarded).toEqual(expect.arrayContaining(['admin/shell/dashboard.tsx', 'api/content/section-resource.tsx']))
  expect(staffReads).toHaveLength(5)
  expect(files).toEqual(expect.arrayContaining([...OPEN].filter((file) => file !== 'api/contact.tsx')))
})

function filesOf({ file, children = [] }: RouteConfigEntry): string[] {
  return [file, ...children.flatMap(filesOf)]
}

async function load(file: string): Promise<RouteModule> {
  const loadModule = modules[`./${file}`]
  if (!loadModule) throw new Error(`${file} is in the route table but not in the folder`)
  return loadModule()
}

function post(headers: Record<string, string>) {
  return new Request(`${origin}/admin/x`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'intent=save',
  })
}

/** True if the guard refuses a request because of the role. Other outcomes of an odd request are ignored. */
async function refuses(handler: NonNullable<RouteModule['loader']>, request: Request) {
  const response = await call(handler, request).catch(() => undefined)
  return response?.status === 403
}

/** Routes return or throw a refusal. */
async function call(handler: NonNullable<RouteModule['loader']>, request: Request): Promise<Response> {
  try {
    const response = await handler(
      routeArgs(request, { section: 'stats', slideId: 'x', resource: 'heroslides', entryId: 'x' }),
    )
    if (response instanceof Response) return response
    throw new Error('The route returned content')
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}
