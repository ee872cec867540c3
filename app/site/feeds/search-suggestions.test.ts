import { afterEach, describe, expect, test, vi } from 'vitest'
import { currentSite } from '#app/cms/site.server.ts'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import { siteSearch } from '#app/site/search/site-search.server.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader } from './search-suggestions.tsx'

const { content } = await createTestSite()

async function visit(query: string, clientAddress?: string) {
  const request = new Request(`http://localhost/search/suggestions${query}`)
  const response = await loader({ request, context: clientAddress === undefined ? {} : { clientAddress } })
  const text = await response.text()
  const [question, titles] = JSON.parse(text) as [string, string[]]
  return { status: response.status, headers: response.headers, bytes: Buffer.byteLength(text), question, titles }
}

const ask = async (question: string) => (await visit(`?${new URLSearchParams({ q: question }).toString()}`)).titles

afterEach(() => {
  vi.restoreAllMocks()
})

test('titles of what has all words typed so far, the best first, each once', async () => {
  expect(await ask('pv 90')).toEqual(['PV 90 L', 'PV 90 S'])
  expect((await ask('annual rep'))[0]).toBe('Annual Report 2025-26')
  const many = await ask('co')
  expect(many).toHaveLength(8)
  expect(new Set(many).size).toBe(8)
})

test.each(['', 'zebra', 'compuonds', 'policy zebra'])('%j: none, since nothing has all of it', async (question) => {
  expect(await ask(question)).toEqual([])
})

test('in the form of OpenSearch, below 3 kB, in no cache and not for search engines', async () => {
  const { headers, bytes, question } = await visit('?q=policy')
  expect(question).toBe('policy')
  expect(headers.get('Content-Type')).toBe('application/x-suggestions+json; charset=utf-8')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-Robots-Tag')).toBe('noindex')
  expect(bytes).toBeLessThan(3_000)
})

describe('what visitors may not read', () => {
  test.each(['hidden', 'unlisted'] as const)(
    'the title of an article that is %s: not suggested',
    async (visibility) => {
      const { value } = content.read(newsArticles.entry('xlpe-closed-room'))
      const section = newsArticles.entry(`quicksilver-${visibility}`)
      const article = { ...value, title: 'Quicksilver', address: '', visibility }
      await content.update(section, { author: 'asha', reason: 'Test', change: () => article, create: () => article })
      expect(await ask('quicksilver')).toEqual([])
    },
  )
})

test('a visitor who types without end: 429 after more than a person types, and others are answered', async () => {
  const statuses = []
  for (let asked = 0; asked < 182; asked += 1) statuses.push((await visit('?q=pvc', '192.0.2.1')).status)
  expect(statuses.indexOf(429)).toBe(180)
  const refused = await visit('?q=pvc', '192.0.2.1')
  expect([refused.titles, Number(refused.headers.get('Retry-After')) > 0]).toEqual([[], true])
  expect((await visit('?q=pvc', '192.0.2.2')).titles).not.toEqual([])
})

test('an index that fails: no titles, and no error on the page', async () => {
  vi.spyOn(currentSite().service(siteSearch), 'find').mockRejectedValueOnce(new Error('broken'))
  expect(await visit('?q=pvc')).toMatchObject({ status: 503, titles: [] })
})
