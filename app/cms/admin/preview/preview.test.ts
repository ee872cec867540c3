import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import definition from '#test/example-site/site.config.ts'
import { breads } from '#test/example-site/breads/breads.ts'
import { courses } from '#test/example-site/courses/courses.ts'
import { articles } from '#test/example-site/articles/articles.ts'
import { findPage, pagesOf } from '#app/cms/define/collection-pages.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { currentSite, type RenderPage, type Site } from '#app/cms/site.server.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { fieldsOf } from '#test/section-form.ts'
import { photo } from '#test/temporary-images.ts'
import { recipes } from '#test/example-site/recipes/recipes.ts'
import { action, loader } from './preview.tsx'

const { findSection } = definition

const site = await createExampleSite()
const bread = breads.entry('seeded-rye')
const article = articles.entry('wood-oven')

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
  const before = site.content.read(numbers)
  const response = await preview(numbers, { yearsOpen: '77' })
  expect(await response.text()).toBe('<p>The page</p>')
  expect(renderPage.mock.lastCall?.[0].url).toBe('http://localhost:3000/')
  expect(shown?.content.read(numbers).value.yearsOpen).toBe(77)
  expect(shown?.content.find(bread)).toBe(site.content.find(bread))
  await expect(shown?.content.update(numbers, { author: '', reason: '', change: (value) => value })).rejects.toThrow()
  expect(currentSite()).toBe(site)
  expect(site.content.read(numbers)).toBe(before)
  expect(await site.content.history(numbers)).toEqual([])
})

test('the draft of a section: on the page for who looks at what it changes, and 404 without one', async () => {
  const load = () =>
    loader(routeArgs(ownRequest('/admin/preview/numbers?draft=yes', { headers: { cookie } }), { section: 'numbers' }))
  await expect(Promise.resolve().then(load)).rejects.toMatchObject({ status: 404 })
  const { value, version } = site.content.read(numbers)
  const draft = { content: { ...value, yearsOpen: 88 }, author: 'admin', version }
  await site.drafts.save(numbers, draft)
  await load()
  expect(shown?.content.read(numbers).value.yearsOpen).toBe(88)
  expect(site.content.read(numbers).value).toEqual(value)
  await site.drafts.discard(numbers, { author: 'admin' })
})

test('two previews at the same time: each has its own values', async () => {
  const years: unknown[] = []
  const render = site.renderPage
  site.renderPage = async (...args) => {
    await new Promise(setImmediate)
    years.push(currentSite().content.read(numbers).value.yearsOpen)
    return render?.(...args) ?? new Response()
  }
  await Promise.all([preview(numbers, { yearsOpen: '1' }), preview(numbers, { yearsOpen: '2' })])
  site.renderPage = render
  expect(years.toSorted()).toEqual([1, 2])
})

test('no cache stores it, no search engine lists it', async () => {
  const loaded = await loader(
    routeArgs(ownRequest('/admin/preview/numbers', { headers: { cookie } }), { section: 'numbers' }),
  )
  for (const { headers } of [loaded, await preview(numbers, {})]) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  }
})

test('what follows from the content follows: an entry is found at its new address', async () => {
  await preview(recipes.entry('soda-bread'), { address: 'renamed-here' })
  expect(shown && findPage(shown, recipes, 'renamed-here')).toMatchObject({
    state: 'shown',
    entry: { key: 'soda-bread' },
  })
  expect(findPage(site, recipes, 'renamed-here').state).toBe('unknown')
})

test('a form with errors: their number for a frame; in a tab what is saved, and the errors', async () => {
  const bad = { yearsOpen: '', loaves: 'many' }
  const inFrame = await preview(numbers, bad, '?view=frame')
  expect(await inFrame.json()).toEqual({ errors: 2 })
  await preview(numbers, bad)
  expect(shown?.content.read(numbers)).toBe(site.content.read(numbers))
  expect(notice()).toContain('2 fields need attention')
  expect(notice()).toContain('Enter years open')
})

test('a page in a tab says that it is a preview; in a frame the panel around it does', async () => {
  await preview(numbers, {})
  expect(notice()).toContain('Nothing is published')
  await preview(numbers, {}, '?view=frame')
  expect(notice()).toBe('')
})

test('a chosen file: is not stored, and the field shows what it had', async () => {
  const before = site.media.library.list().length
  const { image } = site.content.read(article).value
  const file = new File([new Uint8Array(await photo(64, 32).jpeg().toBuffer())], 'new.jpg', { type: 'image/jpeg' })
  await preview(article, { 'image-upload': file })
  expect(shown?.content.read(article).value.image).toBe(image)
  expect(site.media.library.list()).toHaveLength(before)
})

test('an entry that staff arrange: in its place among the others; a new one at the end', async () => {
  const names = listedRows(site, breads).map(({ name }) => name)
  await preview(bread, { name: 'Typed' })
  expect(shownNames()).toEqual(names.with(1, 'Typed'))
  await preview(breads.entry('new-bread'), {
    name: 'Added',
    description: 'New.',
    price: 'Rs 100',
    visibility: 'listed',
  })
  expect(shownNames()).toEqual([...names, 'Added'])
})

test('a new entry of a collection with an order: where its day belongs', async () => {
  const fields = { title: 'Sourdough', day: '2098-01-01', level: 'sourdough', places: '6', visibility: 'listed' }
  await preview(courses.entry('new-course'), fields)
  expect(shown && listedRows(shown, courses).map(({ _id }) => _id)).toEqual(['new-course', 'first-loaf-2099'])
})

test('a hidden article: its page all the same, as it is saved and as it is typed; visitors still find none', async () => {
  const section = articles.entry('wood-oven')
  const { value } = site.content.read(section)
  await site.content.update(section, {
    author: 'admin',
    reason: 'Test',
    change: () => ({ ...value, visibility: 'hidden' as const }),
  })
  const isShown = (on: Site | undefined) => on && pagesOf(on, articles).at('wood-oven') !== undefined
  const leadOn = (on: Site | undefined) => on && pagesOf(on, articles).withKey('wood-oven')?.value.lead
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
  const section = articles.entry('not-published')
  const open = (query: string) =>
    loader(
      routeArgs(ownRequest(`/admin/preview/${section.id}${query}`, { headers: { cookie } }), { section: section.id }),
    )
  const render = site.renderPage
  site.renderPage = () => Promise.resolve(new Response('<p>No page</p>', { status: 404 }))
  expect([(await open('?view=frame')).status, (await open('')).status]).toEqual([200, 404])
  if (render) site.renderPage = render
})

test('an address that redirects: the page to which it leads, once', async () => {
  const render = site.renderPage
  const asked: string[] = []
  site.renderPage = ({ url }) => {
    asked.push(new URL(url).pathname)
    return Promise.resolve(new Response(null, { status: 302, headers: { Location: `/then-${asked.length}` } }))
  }
  await preview(numbers, {})
  if (render) site.renderPage = render
  expect(asked).toEqual(['/', '/then-1'])
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

function shownNames() {
  return shown && listedRows(shown, breads).map(({ name }) => name)
}

function notice() {
  return renderToStaticMarkup(renderPage.mock.lastCall?.[1].preview?.notice)
}
