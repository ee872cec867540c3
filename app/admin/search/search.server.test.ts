import { beforeAll, describe, expect, test } from 'vitest'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { loader as searchLoader } from './search.tsx'
import { createTestSite } from '#test/create-test-site.ts'

await createTestSite()

let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

describe('nothing to look for', () => {
  test.each(['', '?q=', '?q=%20%20', '?other=x'])('%j: no results, and no error', async (query) => {
    expect(await search(query)).toEqual({
      query: '',
      screens: [],
      hits: [],
      isCut: false,
      site: { id: 'site', label: 'Site details' },
    })
  })
})

test('what nothing says: no results', async () => {
  expect(await search('?q=nowhere-to-be-found')).toMatchObject({ screens: [], hits: [] })
})

test('a name of a screen: leads to it, whatever the case', async () => {
  expect(await search('?q=fiber%20CABLE')).toMatchObject({ screens: [{ label: 'Fiber Cable', to: '/admin/products' }] })
})

test('a word of the content: leads to the field that says it', async () => {
  const { hits } = await search('?q=1991')
  expect(hits).toContainEqual(expect.objectContaining({ section: 'About Us', match: '1991' }))
})

test('a letter that is nearly everywhere: the first 50 places, and that there are more', async () => {
  const { hits, isCut } = await search('?q=e')
  expect(hits).toHaveLength(50)
  expect(isCut).toBe(true)
})

test('a very long query: cut, not refused', async () => {
  expect((await search(`?q=${'x'.repeat(5_000)}`)).query).toHaveLength(200)
})

async function search(query: string) {
  return searchLoader(routeArgs(ownRequest(`/admin/search${query}`, { headers: { cookie } }), {}))
}
