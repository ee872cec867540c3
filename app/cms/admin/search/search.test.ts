import { beforeAll, describe, expect, test } from 'vitest'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { loader as searchLoader } from './search.tsx'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { story } from '#test/example-site/home/story.ts'

const { content } = await createExampleSite()

let cookie: string

beforeAll(async () => {
  cookie = await signIn()
  const paragraphs = Array.from({ length: 90 }, (_, at) => `Step ${at}. The wood burns.`)
  await content.update(story, {
    author: 'asha',
    reason: 'Test',
    change: (now) => ({ ...now, paragraphs: [...now.paragraphs, ...paragraphs] }),
  })
})

describe('nothing to look for', () => {
  test.each(['', '?q=', '?q=%20%20', '?other=x'])('%j: no results, and no error', async (query) => {
    expect(await search(query)).toEqual({
      query: '',
      only: undefined,
      page: 1,
      screens: [],
      groups: [],
      count: 0,
      details: { id: 'bakery', label: 'Bakery' },
    })
  })
})

test('what nothing says: no results', async () => {
  expect(await search('?q=nowhere-to-be-found')).toMatchObject({ screens: [], groups: [], count: 0 })
})

test('a name of a screen: leads to it, whatever the case', async () => {
  expect(await search('?q=our%20STORY')).toMatchObject({ screens: [{ label: 'Our Story', to: '/admin/story' }] })
})

test('a word of the content: leads to the field that says it', async () => {
  const { groups } = await search('?q=beech')
  expect(groups.find(({ id }) => id === 'story')?.hits).toContainEqual(expect.objectContaining({ match: 'Beech' }))
})

test('a letter that is nearly everywhere: the first places of every section, with the number of all', async () => {
  const { groups, count } = await search('?q=e')
  expect(groups.length).toBeGreaterThan(10)
  for (const { hits } of groups) expect(hits.length).toBeLessThanOrEqual(3)
  expect(count).toBeGreaterThan(100)
})

test('a section alone: all its places, page by page', async () => {
  const { groups, only, screens, count } = await search('?q=e&in=story')
  expect(groups.map(({ id, count: own }) => [id, own])).toEqual([['story', count]])
  expect(only).toBe('Our Story')
  expect(screens).toEqual([])
  const places = []
  for (let page = 1; places.length < count; page += 1) {
    const { groups: shown, page: number } = await search(`?q=e&in=story&page=${page}`)
    expect(number).toBe(page)
    places.push(...(shown[0]?.hits.map(({ href }) => href) ?? []))
  }
  expect(new Set(places).size).toBe(count)
})

test('the name of a field: first of all the fields that have it, and all of them alone', async () => {
  const { groups } = await search('?q=alternative+text')
  expect(groups[0]).toMatchObject({ label: 'Fields', hits: [{ match: 'Alternative text' }, {}, {}] })
  const alone = await search('?q=alternative+text&in=~fields')
  expect(alone.groups[0]?.hits.length).toBe(Math.min(50, alone.count))
  expect(alone.groups[0]?.hits.map(({ href }) => href)).toContain('/admin/story#editor-imageAlt')
})

test('a section that has none of the words: no results', async () => {
  expect(await search('?q=nowhere-to-be-found&in=story')).toMatchObject({ groups: [], count: 0 })
})

test('a very long query: cut, not refused', async () => {
  expect((await search(`?q=${'x'.repeat(5_000)}`)).query).toHaveLength(200)
})

async function search(query: string) {
  return searchLoader(routeArgs(ownRequest(`/admin/search${query}`, { headers: { cookie } }), {}))
}
