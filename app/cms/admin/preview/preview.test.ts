import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import definition from '#app/site.config.ts'
import { heroSlides } from '#app/site/sections/hero-slides/hero-slides.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import { findPage, pagesOf } from '#app/cms/define/collection-pages.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { currentSite, type RenderPage, type Site } from '#app/cms/site.server.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { fieldsOf } from '#test/section-form.ts'
import { photo } from '#test/temporary-images.ts'
import { productCatalog } from '#app/site/sections/product-catalog/product-catalog.server.ts'
import { action, loader } from './preview.tsx'

const { findSection } = definition

const site = await createTestSite()
const slide = heroSlides.entry('tested-lots')

let cookie: string
/** The site that the last page was rendered from. */
let shown: Site | undefined
const renderPage = vi.fn<RenderPage>()

beforeAll(async () => {
  cookie = await signIn()
  site.renderPage = (...args) => {
    shown = currentSite()
    void renderPage(...args)
    return Promise.resolve(new Response('<p>The page</p>', { headers: { 'content-type': 'text/html' } }))
  }
})

test('values of a form: on the page, nowhere else, and nothing is saved', async () => {
  const before = site.content.read(stats)
  const response = await preview(stats, { yearsExperience: '77' })
  expect(await response.text()).toBe('<p>The page</p>')
  expect(renderPage.mock.lastCall?.[0].url).toBe('http://localhost:3000/')
  expect(shown?.content.read(stats).value.yearsExperience).toBe(77)
  expect(shown?.content.find(slide)).toBe(site.content.find(slide))
  await expect(shown?.content.update(stats, { author: '', reason: '', change: (value) => value })).rejects.toThrow()
  expect(currentSite()).toBe(site)
  expect(site.content.read(stats)).toBe(before)
  expect(await site.content.history(stats)).toEqual([])
})

test('the draft of a section: on the page for who looks at what it changes, and 404 without one', async () => {
  const load = () =>
    loader(routeArgs(ownRequest('/admin/preview/stats?draft=yes', { headers: { cookie } }), { section: 'stats' }))
  await expect(Promise.resolve().then(load)).rejects.toMatchObject({ status: 404 })
  const { value, version } = site.content.read(stats)
  const draft = { content: { ...value, yearsExperience: 88 }, author: 'admin', version }
  await site.drafts.save(stats, draft)
  await load()
  expect(shown?.content.read(stats).value.yearsExperience).toBe(88)
  expect(site.content.read(stats).value).toEqual(value)
  await site.drafts.discard(stats, { author: 'admin' })
})

test('two previews at the same time: each has its own values', async () => {
  const years: unknown[] = []
  const render = site.renderPage
  site.renderPage = async (...args) => {
    await new Promise(setImmediate)
    years.push(currentSite().content.read(stats).value.yearsExperience)
    return render?.(...args) ?? new Response()
  }
  await Promise.all([preview(stats, { yearsExperience: '1' }), preview(stats, { yearsExperience: '2' })])
  site.renderPage = render
  expect(years.toSorted()).toEqual([1, 2])
})

test('no cache stores it, no search engine lists it', async () => {
  const loaded = await loader(
    routeArgs(ownRequest('/admin/preview/stats', { headers: { cookie } }), { section: 'stats' }),
  )
  for (const { headers } of [loaded, await preview(stats, {})]) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  }
})

test('what follows from the content follows: a product is found at its new address', async () => {
  const [first] = site.content.read(powerCables).value.products
  await preview(powerCables, { 'products[0].slug': 'renamed-here' })
  expect(shown?.service(productCatalog).findProduct('renamed-here')?.product._id).toBe(first?._id)
  expect(site.service(productCatalog).findProduct('renamed-here')).toBeUndefined()
})

test('a form with errors: their number for a frame; in a tab what is saved, and the errors', async () => {
  const bad = { yearsExperience: '', clients: 'many' }
  const inFrame = await preview(stats, bad, '?view=frame')
  expect(await inFrame.json()).toEqual({ errors: 2 })
  await preview(stats, bad)
  expect(shown?.content.read(stats)).toBe(site.content.read(stats))
  expect(notice()).toContain('2 fields need attention')
  expect(notice()).toContain('Enter years of experience')
})

test('a page in a tab says that it is a preview; in a frame the panel around it does', async () => {
  await preview(stats, {})
  expect(notice()).toContain('Nothing is published')
  await preview(stats, {}, '?view=frame')
  expect(notice()).toBe('')
})

test('a chosen file: is not stored, and the field shows what it had', async () => {
  const before = site.media.library.list().length
  const { image } = site.content.read(slide).value
  const file = new File([new Uint8Array(await photo(64, 32).jpeg().toBuffer())], 'new.jpg', { type: 'image/jpeg' })
  await preview(slide, { 'image-upload': file })
  expect(shown?.content.read(slide).value.image).toBe(image)
  expect(site.media.library.list()).toHaveLength(before)
})

test('a slide: in its place among the others; a new one at the end', async () => {
  const titles = listedRows(site, heroSlides).map(({ title }) => title)
  await preview(slide, { title: 'Typed' })
  expect(shownTitles()).toEqual(titles.with(1, 'Typed'))
  await preview(heroSlides.entry('new-slide'), { title: 'Added', visibility: 'listed' })
  expect(shownTitles()).toEqual([...titles, 'Added'])
})

test('a new report: where its year belongs', async () => {
  const [stored] = listedRows(site, reports)
  if (!stored) throw new Error('There is no report')
  const { _id, ...fields } = stored
  await preview(reports.entry('new-report'), { ...fields, year: '2001-02' })
  expect(shown && listedRows(shown, reports).at(-1)?._id).toBe('new-report')
})

test('a hidden article: its page all the same, as it is saved and as it is typed; visitors still find none', async () => {
  const section = newsArticles.entry('xlpe-closed-room')
  const { value } = site.content.read(section)
  await site.content.update(section, {
    author: 'admin',
    reason: 'Test',
    change: () => ({ ...value, visibility: 'hidden' as const }),
  })
  const isShown = (on: Site | undefined) => on && pagesOf(on, newsArticles).at('xlpe-closed-room') !== undefined
  const leadOn = (on: Site | undefined) => on && pagesOf(on, newsArticles).withKey('xlpe-closed-room')?.value.lead
  expect(isShown(site)).toBe(false)
  await loader(routeArgs(ownRequest(`/admin/preview/${section.id}`, { headers: { cookie } }), { section: section.id }))
  expect(isShown(shown)).toBe(true)
  shown = undefined
  await preview(section, { visibility: 'hidden', lead: 'Typed' })
  expect(isShown(shown)).toBe(true)
  expect(leadOn(shown)).toBe('Typed')
})

describe.each(definition.collections.flatMap((one) => (one.page ? [[one.id, one] as const] : [])))(
  'an entry of %s with other values in each field of “Visitors”',
  (_id, collection) => {
    const below = collection.page?.below ?? ''
    const [key = ''] = site.content.entryKeys(collection)
    const section = collection.entry(key)
    /** The key of the entry whose page visitors of the rendered address would see. */
    const entryOnPage = () => {
      const { pathname } = new URL(renderPage.mock.lastCall?.[0].url ?? '')
      if (!shown || !pathname.startsWith(`${below}/`)) return undefined
      const found = findPage(shown, collection, pathname.slice(below.length + 1))
      return found.state === 'shown' ? found.entry.key : found.state
    }

    test.each([
      ['the address', { address: 'another-address' }],
      ['the visibility', { visibility: 'unlisted' }],
      ['both', { address: 'another-address', visibility: 'hidden' }],
    ])('%s: the preview is the page of the entry', async (_case, changes) => {
      await preview(section, changes)
      expect(entryOnPage()).toBe(key)
      const { pathname } = new URL(renderPage.mock.lastCall?.[0].url ?? '')
      if ('address' in changes) expect(pathname).toBe(`${below}/another-address`)
      expect(site.sections.resolve(section.id)?.page).not.toContain('another-address')
    })

    test('as a draft, in a tab of its own: the same', async () => {
      const { value, version } = site.content.read(section)
      const content = { ...value, address: 'another-address' }
      await site.drafts.save(section, { content, author: 'admin', version })
      const address = `/admin/preview/${section.id}?draft=yes`
      await loader(routeArgs(ownRequest(address, { headers: { cookie } }), { section: section.id }))
      expect(entryOnPage()).toBe(key)
      await site.drafts.discard(section, { author: 'admin' })
    })
  },
)

test('a page that does not exist yet: status 200 in the frame, which waits for the values of the form', async () => {
  const section = newsArticles.entry('not-published')
  const open = (query: string) =>
    loader(
      routeArgs(ownRequest(`/admin/preview/${section.id}${query}`, { headers: { cookie } }), { section: section.id }),
    )
  const render = site.renderPage
  site.renderPage = () => Promise.resolve(new Response('<p>No page</p>', { status: 404 }))
  expect([(await open('?view=frame')).status, (await open('')).status]).toEqual([200, 404])
  if (render) site.renderPage = render
})

test('no such section: 404', async () => {
  const request = ownRequest('/admin/preview/nothing', { headers: { cookie } })
  await expect(loader(routeArgs(request, { section: 'nothing' }))).rejects.toMatchObject({ status: 404 })
})

/** Posts the form of a section: the stored values with `changes`, or those of one entry. */
function preview({ id }: SectionDefinition, changes: Record<string, string | File>, query = '') {
  const section = findSection(id)
  const stored = section && site.content.find(section) ? fieldsOf(site.content.read(section).value) : {}
  const body = new FormData()
  for (const [name, value] of Object.entries({ version: 'any', ...stored, ...changes })) body.append(name, value)
  const request = ownRequest(`/admin/preview/${id}${query}`, { method: 'POST', body, headers: { cookie } })
  return action(routeArgs(request, { section: id }))
}

function shownTitles() {
  return shown && listedRows(shown, heroSlides).map(({ title }) => title)
}

function notice() {
  return renderToStaticMarkup(renderPage.mock.lastCall?.[1].preview?.notice)
}
