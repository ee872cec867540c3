import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { currentSite } from '#app/cms/site.server.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { events } from '#app/site/collections/events/events.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { jobs } from '#app/site/collections/jobs/jobs.ts'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import { plainPages } from '#app/site/collections/plain-pages/plain-pages.ts'
import { loader as contact } from '#app/site/pages/contact/contact.tsx'
import { loader as sitemap } from '#app/site/feeds/sitemap.tsx'
import { siteSearch } from '#app/site/search/site-search.server.ts'
import { disclosures } from '#app/site/sections/disclosures/disclosures.ts'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { createTestSite } from '#test/create-test-site.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { loader, meta } from './search.tsx'

const site = await createTestSite()
const { content } = site
const by = { author: 'asha', reason: 'Test' }

async function visit(query: string, clientAddress?: string) {
  const request = new Request(`http://localhost/search${query}`)
  const { data, init } = await loader({ request, context: clientAddress === undefined ? {} : { clientAddress } })
  return { ...data, status: init?.status ?? 200, headers: new Headers(init?.headers) }
}

async function ask(question: string) {
  const page = await visit(`?${new URLSearchParams({ q: question }).toString()}`)
  if (page.state !== 'answered') throw new Error(page.state)
  return page.answer
}

const addresses = async (question: string) =>
  (await ask(question)).groups.flatMap(({ hits }) => hits.map(({ href }) => href))

function edit<Section extends SectionDefinition>(section: Section, value: Partial<ContentOf<Section>>) {
  return content.update(section, {
    ...by,
    change: (now) => Object.assign({}, now, value),
    create: () => value as ContentOf<Section>,
  })
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a hit: title, place, day, address, and a line with the words marked', async () => {
  const { groups, fit } = await ask('ST2 sheath')
  expect(fit).toBe('all')
  expect(groups[0]).toMatchObject({ id: 'grades', label: 'Grades', count: 1 })
  expect(groups[0]?.hits[0]).toEqual({
    title: 'PV 90 S',
    href: '/products/pvc-compound/pv-90-s',
    place: 'PVC Compounds',
    date: '',
    line: [
      { text: 'Sheath', isMarked: true },
      { text: ' of XLPE cables, ', isMarked: false },
      { text: 'ST2', isMarked: true },
      { text: ' of IS 5831 and IEC 60502-1', isMarked: false },
    ],
    alsoIn: [],
  })
})

/** Hits with the others that have the same line. */
function withSame<Other>(hits: readonly { alsoIn: readonly Other[] }[]) {
  return hits.flatMap((hit) => [hit, ...hit.alsoIn])
}

test('documents with the same passage: it is said once, and the others are named below it', async () => {
  const { groups } = await ask('sheath')
  const { count, hits = [] } = groups.find(({ id }) => id === 'documents') ?? {}
  expect(withSame(hits)).toHaveLength(count ?? 0)
  const newest = hits.find(({ title }) => title === 'Annual Report 2025-26')
  expect(newest?.alsoIn.map(({ title }) => title)).toContain('Annual Report 2019-20')
  expect(newest?.line).toContainEqual({ text: 'sheath', isMarked: true })
})

test('a long group: its first ten, and all of them on pages of its own', async () => {
  const { groups } = await ask('policy')
  const { count = 0, hits = [] } = groups.find(({ id }) => id === 'documents') ?? {}
  expect(count).toBeGreaterThan(10)
  expect(withSame(hits)).toHaveLength(10)
  const alone = await visit('?q=policy&in=documents')
  if (alone.state !== 'answered') throw new Error(alone.state)
  expect(alone.answer.groups).toHaveLength(1)
  expect(withSame(alone.answer.groups[0]?.hits ?? [])).toHaveLength(Math.min(25, count))
  expect(alone.answer.only).toMatchObject({ page: 1 })
})

test.each(['?q=policy&in=nothing', '?q=policy&in=documents&page=99', '?q=policy&page=-1'])(
  '%s: a page all the same',
  async (query) => {
    expect(await visit(query)).toMatchObject({ status: 200, state: 'answered' })
  },
)

test.each(['', '?q=', '?q=%20%20', '?in=news'])(
  '%j: the field alone, and what may be kept by caches',
  async (query) => {
    const page = await visit(query)
    expect(page).toMatchObject({ state: 'ready', question: '', status: 200 })
    expect(page.headers.get('Cache-Control')).toBeNull()
  },
)

test('an answer: in no cache, not for search engines, and the question is in no part of the head', async () => {
  const { headers } = await visit('?q=zebrafish')
  expect(headers.get('Cache-Control')).toBe('no-store')
  const args = { matches: [], location: { pathname: '/search' } } as unknown as Parameters<typeof meta>[0]
  expect(JSON.stringify(meta(args))).toContain('noindex')
  expect(await sitemap().text()).not.toContain('/search')
})

describe('nothing is found', () => {
  test('says what was looked for, and has the words for a message', async () => {
    const page = await visit('?q=zebra+unicorn')
    expect(page).toMatchObject({ state: 'answered', answer: { count: 0, words: ['zebra', 'unicorn'] } })
    expect(page).toMatchObject({ askHref: '/contactus?about=zebra+unicorn#form' })
    const { data } = contact({
      request: new Request('http://localhost/contactus?about=zebra+unicorn'),
      params: {},
      context: {},
    })
    expect(data.request).toBe('I have searched this website for “zebra unicorn” and found nothing.')
  })

  test.each(['call +91 98765 43210', 'https://spam.example/x', 'write spam@spam.example', 'www.spam.example'])(
    '%s: not repeated',
    async (question) => {
      const page = await visit(`?${new URLSearchParams({ q: question }).toString()}`)
      expect(page).toMatchObject({ answer: { words: [] }, askHref: '/contactus#form' })
    },
  )
})

test('a typing error: similar words, and a suggestion with its count', async () => {
  const { fit, suggestion, count } = await ask('compuonds')
  expect(fit).toBe('similar')
  expect(count).toBeGreaterThan(0)
  expect(suggestion?.question).toMatch(/^compound/)
  expect((await ask(suggestion?.question ?? '')).count).toBe(suggestion?.count)
})

test('a question of 5,000 characters: cut, and answered', async () => {
  const page = await visit(`?q=${'zebra '.repeat(1_000)}`)
  expect(page.question.length).toBeLessThanOrEqual(100)
  expect(page.state).toBe('answered')
})

test('a visitor who asks without end: 429, and others are answered', async () => {
  const statuses = []
  for (let asked = 0; asked < 62; asked += 1) statuses.push((await visit('?q=pvc', '192.0.2.1')).status)
  expect(statuses.indexOf(429)).toBe(60)
  const refused = await visit('?q=pvc', '192.0.2.1')
  expect(refused.state).toBe('too-many')
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await visit('?q=pvc', '192.0.2.2')).status).toBe(200)
  expect((await visit('', '192.0.2.1')).status).toBe(200)
})

test('an index that fails: a page that says so, and the next question is answered', async () => {
  vi.spyOn(currentSite().service(siteSearch), 'find').mockRejectedValueOnce(new Error('broken'))
  expect(await visit('?q=pvc')).toMatchObject({ state: 'unavailable', status: 503 })
  expect(await visit('?q=pvc')).toMatchObject({ state: 'answered', status: 200 })
})

describe('current with the content', () => {
  const article = () => content.read(newsArticles.entry('xlpe-closed-room')).value

  test('a save, an undo, a removal: found so by the next question', async () => {
    const section = newsArticles.entry('quicksilver-1')
    await edit(section, { ...article(), title: 'Quicksilver day', address: '' })
    expect(await addresses('quicksilver')).toEqual(['/news/quicksilver-1'])
    await edit(section, { title: 'Mercury day' })
    expect(await addresses('quicksilver')).toEqual([])
    expect(await addresses('mercury')).toEqual(['/news/quicksilver-1'])
    const [before] = await content.history(section)
    await content.restore(section, before?.id ?? '', { author: 'asha' })
    expect(await addresses('quicksilver')).toEqual(['/news/quicksilver-1'])
    await edit(section, { visibility: 'hidden' })
    expect(await addresses('quicksilver')).toEqual([])
  })

  test('a job: until the midnight after its last day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00Z') })
    const { value } = content.read(jobs.entry('laboratory-technician'))
    await edit(jobs.entry('moonlighter-1'), {
      ...value,
      title: 'Moonlighter',
      posted: '2026-11-01',
      closes: '2026-11-20',
    })
    expect(await addresses('moonlighter')).toEqual(['/careers/moonlighter-1'])
    vi.setSystemTime(Date.parse('2026-11-20T18:31:00Z'))
    expect(await addresses('moonlighter')).toEqual([])
  })

  test('an event that is past: by its title and place, and no more by the text that its page does not show', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T10:00:00Z') })
    const event = { title: 'Lanternfest', from: '2026-11-20', to: '', place: 'Panaji', body: 'With a zeppelin.' }
    await edit(events.entry('lantern-1'), events.schema.parse(event))
    expect(await addresses('lanternfest panaji')).toEqual(['/events#events'])
    expect(await addresses('zeppelin')).toEqual(['/events#events'])
    vi.setSystemTime(Date.parse('2026-11-21T10:00:00Z'))
    expect(await addresses('lanternfest panaji')).toEqual(['/events#events'])
    expect(await addresses('zeppelin')).toEqual([])
  })
})

describe('what visitors may not read does not exist', () => {
  const CANARY = 'xylophonist'
  const paper = {
    ...{ title: `The ${CANARY}`, kind: 'other', date: '2026-01-02', language: 'en' },
    fileUrl: '/uploads/documents/annual-return-mgt-7-2019-20.pdf',
  }

  beforeAll(async () => {
    const document = (key: string, more: Record<string, unknown>) =>
      edit(documents.entry(key), documents.schema.parse({ ...paper, ...more }))
    await document('canary-hidden', { visibility: 'hidden' })
    await document('canary-unlisted', { visibility: 'unlisted' })
    await document('canary-gated', { kind: 'rhp' })
    await document('canary-withdrawn', {})
    await edit(documents.entry('canary-withdrawn'), { withdrawnBecause: `The ${CANARY} is wrong` })
    const { value: article } = content.read(newsArticles.entry('xlpe-closed-room'))
    const { value: page } = content.read(plainPages.entry('terms-of-use'))
    for (const visibility of ['hidden', 'unlisted'] as const) {
      const key = `canary-${visibility}`
      await edit(newsArticles.entry(key), { ...article, title: CANARY, body: CANARY, address: '', visibility })
      await edit(plainPages.entry(key), { ...page, title: CANARY, lead: CANARY, address: '', visibility })
      const { value: product } = content.read(productPages.entry('pvc-compound'))
      await edit(productPages.entry(key), { ...product, title: CANARY, gradesNote: CANARY, address: '', visibility })
      const { value: grade } = content.read(grades.entry('pv-90-s'))
      await edit(grades.entry(key), { ...grade, title: `${CANARY} 1`, use: CANARY, visibility })
    }
    await edit(disclosures, { state: 'off', intro: CANARY })
    // A draft, and one of a release that is scheduled.
    const { value, version } = content.read(gallery)
    const next = { ...value, title: CANARY, description: CANARY }
    await site.drafts.save(gallery, { content: next, author: 'asha', version })
    const { id } = await site.releases.create({ name: CANARY, time: '2999-01-01T00:00:00Z' }, 'asha')
    await site.drafts.save(gallery, { release: id, content: next, author: 'asha', version })
    await site.releases.schedule(id, 'asha')
  })

  test.each([CANARY, CANARY.slice(0, 6), `${CANARY} policy`, 'xylophonisd', `the ${CANARY} 1`])(
    '%s: as a word that is nowhere',
    async (question) => {
      const twin = question.replaceAll('xyl', 'qyw')
      const [answer, ofTwin] = [await ask(question), await ask(twin)]
      expect({ ...answer, words: [] }).toEqual({ ...ofTwin, words: [] })
    },
  )

  test('a release: all its parts are found from one moment on, and none before', async () => {
    const { id } = await site.releases.create({ name: 'Day' }, 'asha')
    const { value: article } = content.read(newsArticles.entry('xlpe-closed-room'))
    const keys = ['together-1', 'together-2', 'together-3']
    for (const key of keys)
      await site.drafts.save(newsArticles.entry(key), {
        ...{ release: id, author: 'asha', version: '' },
        content: { ...article, title: `Simultaneously ${key}`, address: '', visibility: 'listed' },
      })
    const counts = new Set<number>()
    const release = { isPublished: false }
    const asking = (async () => {
      while (!release.isPublished) {
        counts.add((await ask('simultaneously')).count)
        await new Promise(setImmediate)
      }
    })()
    await site.releases.publish(id, 'asha')
    expect((await ask('simultaneously')).count).toBe(3)
    release.isPublished = true
    await asking
    expect([...counts].filter((count) => count !== 0 && count !== 3)).toEqual([])
  })
})
