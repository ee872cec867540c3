import { beforeEach, expect, test, vi } from 'vitest'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { findPage } from '#app/cms/define/collection-pages.ts'
import { articles } from '#test/example-site/articles/articles.ts'
import { textPages } from '#test/example-site/text-pages/text-pages.ts'
import { breads } from '#test/example-site/breads/breads.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { currentSite, type RenderPage, type Site } from '#app/cms/site.server.ts'
import { siteViewLoader } from './site-view.server.ts'
import { loader as pageLoader } from './site-view-page.tsx'

const site = await createExampleSite()
const render = vi.fn<RenderPage>()
let shown: Site | undefined
let cookie: string

beforeEach(async () => {
  cookie = await signIn()
  site.renderPage = (...args) => {
    shown = currentSite()
    void render(...args)
    return Promise.resolve(new Response('<p>The page</p>', { headers: { 'Cache-Control': 'public' } }))
  }
})

/** Saves another number of years at that time. */
async function saveAt(time: string, yearsOpen: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
  try {
    await site.content.update(numbers, {
      author: 'someone',
      reason: 'Saved',
      change: (value) => ({ ...value, yearsOpen }),
    })
  } finally {
    vi.useRealTimers()
  }
}

/** The response that a loader throws. */
async function refusalOf(load: () => Promise<unknown>): Promise<Response> {
  const thrown: unknown = await load().catch((error: unknown) => error)
  if (!(thrown instanceof Response)) throw new Error('It has not thrown a response')
  return thrown
}

function view(name: string, page = '') {
  const request = ownRequest(`/admin/site-view/${name}${page}`, { headers: { cookie } })
  return pageLoader(routeArgs(request, { view: name, '*': page.slice(1) }))
}

const yearsAt = async (name: string) => {
  await view(name)
  return shown?.content.read(numbers).value.yearsOpen
}

test('a table of moments around three saves: what was current at the end of that second', async () => {
  const first = site.content.read(numbers).value.yearsOpen
  await saveAt('2026-03-01T10:00:00.400Z', 101)
  await saveAt('2026-03-01T10:00:05Z', 102)
  await saveAt('2026-03-02T00:00:00Z', 103)
  const table: [string, number][] = [
    ['20260301T095959Z', first],
    ['20260301T100000Z', 101],
    ['20260301T100004Z', 101],
    ['20260301T100005Z', 102],
    ['20260301T235959Z', 102],
    ['20260302T000000Z', 103],
    ['20260701T000000Z', 103],
  ]
  for (const [name, years] of table) expect([name, await yearsAt(name)]).toEqual([name, years])
  expect(site.content.read(numbers).value.yearsOpen).toBe(103)
  expect(shown?.content.find(breads.entry('seeded-rye'))).toBe(site.content.find(breads.entry('seeded-rye')))
  await expect(shown?.content.update(numbers, { author: '', reason: '', change: (value) => value })).rejects.toThrow()
})

test('two moments at the same time: each shows its own', async () => {
  const seen: unknown[] = []
  site.renderPage = async () => {
    await new Promise(setImmediate)
    seen.push(currentSite().content.read(numbers).value.yearsOpen)
    return new Response()
  }
  await Promise.all([view('20260301T100000Z'), view('20260301T235959Z')])
  expect(seen.toSorted()).toEqual([101, 102])
})

test('a page: under an address of the view, which its links share; no cache stores it, no search engine lists it', async () => {
  const response = await view('20260301T100000Z', '/team')
  const [request, context, options] = render.mock.lastCall ?? []
  expect(request?.url).toBe('http://localhost:3000/admin/site-view/20260301T100000Z/team')
  expect(options).toEqual({ basename: '/admin/site-view/20260301T100000Z' })
  expect(shown?.pageBase).toBe('/admin/site-view/20260301T100000Z')
  expect(context?.preview).toBeDefined()
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
})

test.each([
  ['//x', '/x'],
  ['/', ''],
  ['/recipes///soda-bread/?a=1', '/recipes/soda-bread?a=1'],
])('a page %s in another spelling: leads to its address, once below the view', async (page, canonical) => {
  render.mockClear()
  const { status, headers } = await refusalOf(() => view('20260301T100000Z', page))
  expect([status, headers.get('location')]).toEqual([302, `/admin/site-view/20260301T100000Z${canonical}`])
  expect(render).not.toHaveBeenCalled()
})

test.each(['20990101T000000Z', '20261301T000000Z', 'yesterday', 'release-none', ''])(
  'no such view, %s: 404',
  async (name) => {
    expect((await refusalOf(() => view(name))).status).toBe(404)
  },
)

test('an open release: what it will make of the site', async () => {
  const { value, version } = site.content.read(numbers)
  const release = await site.releases.create({ name: 'Results' }, 'someone')
  await site.drafts.save(numbers, {
    release: release.id,
    author: 'someone',
    version,
    content: { ...value, yearsOpen: 500 },
  })
  expect(await yearsAt(`release-${release.id}`)).toBe(500)
  expect(site.content.read(numbers).value.yearsOpen).not.toBe(500)
})

function choose(at?: string) {
  const query = at === undefined ? '' : `?at=${encodeURIComponent(at)}`
  return siteViewLoader(routeArgs(ownRequest(`/admin/site-view${query}`, { headers: { cookie } })))
}

test('a time in Sri Lanka: leads to that moment in UTC', async () => {
  const response = await refusalOf(() => choose('2026-03-01T15:30'))
  expect(response.headers.get('location')).toBe('/admin/site-view/20260301T100000Z')
})

test.each([
  ['2099-01-01T10:00', 'Choose a time in the past'],
  ['31.12.2026', 'Enter a day and a time'],
  ['', 'Enter a day and a time'],
])('%s: refused with a reason, and stays in the form', async (at, error) => {
  expect(await choose(at)).toEqual(expect.objectContaining({ at, error: expect.stringContaining(error) }))
})

test('recent edits: each leads to the second before it', async () => {
  const { edits } = await choose()
  expect(edits[0]).toMatchObject({ label: numbers.label, before: '/admin/site-view/20260301T235959Z' })
})

test('a release with a renamed and a removed entry: the new address is shown, the former ones lead where visitors will go', async () => {
  const [renamed, removed] = [textPages.entry('allergens'), articles.entry('wood-oven')]
  const release = await site.releases.create({ name: 'Renamed' }, 'admin')
  const { value, version } = site.content.read(renamed)
  const content = { ...value, address: 'access-for-all' }
  await site.drafts.save(renamed, { release: release.id, content, author: 'admin', version })
  const toRemove = { release: release.id, author: 'admin', version: site.content.read(removed).version }
  await site.drafts.saveRemoval(removed, { ...toRemove, visitorsGoTo: '/news' })
  await view(`release-${release.id}`, '/access-for-all')
  if (!shown) throw new Error('Nothing was rendered')
  expect(findPage(shown, textPages, 'access-for-all')).toMatchObject({
    state: 'shown',
    entry: { key: 'allergens' },
  })
  expect(findPage(shown, textPages, 'allergens')).toEqual({ state: 'moved', to: '/access-for-all' })
  expect(findPage(shown, articles, 'wood-oven')).toEqual({ state: 'moved', to: '/news' })
  expect(shown.sections.resolve(renamed.id)?.page).toBe('/access-for-all')
  expect(site.sections.resolve(renamed.id)?.page).toBe('/allergens')
})
