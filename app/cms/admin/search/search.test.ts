import { beforeAll, describe, expect, test } from 'vitest'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { loader as namesLoader } from './search-names.tsx'
import { loader as searchLoader } from './search.tsx'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { bakery } from '#test/example-site/bakery/bakery.ts'
import { recipes } from '#test/example-site/recipes/recipes.ts'
import { story } from '#test/example-site/home/story.ts'

const { content, drafts, releases } = await createExampleSite()

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
      fit: 'all',
      suggestion: undefined,
      isCut: false,
      details: { id: 'bakery', label: 'Bakery' },
    })
  })
})

/** A hit in which this text is marked. */
function marking(text: string) {
  return { parts: expect.arrayContaining([{ text, isMarked: true }]) as unknown }
}

test('what nothing says: no results', async () => {
  expect(await search('?q=nowhere-to-be-found')).toMatchObject({ screens: [], groups: [], count: 0 })
})

test('a name of a screen: leads to it, whatever the case', async () => {
  expect(await search('?q=our%20STORY')).toMatchObject({ screens: [{ label: 'Our Story', to: '/admin/story' }] })
})

describe('names that the top bar suggests', () => {
  const named = async (query: string) => {
    const request = ownRequest(`/admin/search/names?q=${query}`, { headers: { cookie } })
    const response = await namesLoader(routeArgs(request))
    expect(response.headers.get('cache-control')).toBe('no-store')
    return (await response.json()) as { label: string; group: string; href: string }[]
  }

  test('an entry, with the list that it belongs to, whatever the case', async () => {
    const [first] = await named('SODA bread')
    expect(first).toMatchObject({ group: 'Recipes', href: expect.stringMatching(/^\/admin\/recipes\//) as string })
  })

  test('a field: at its place in the form', async () => {
    expect(await named('paragraphs')).toContainEqual({
      label: 'Paragraphs',
      group: 'Our Story',
      href: '/admin/story#editor-paragraphs',
    })
  })

  test('at most a few; nothing for nothing', async () => {
    expect((await named('e')).length).toBeLessThanOrEqual(6)
    expect(await named('')).toEqual([])
    expect(await named('nowhere-to-be-found')).toEqual([])
  })
})

test('a word of the content: leads to the field that says it', async () => {
  const { groups } = await search('?q=beech')
  expect(groups.find(({ id }) => id === 'story')?.hits).toContainEqual(expect.objectContaining(marking('Beech')))
})

test('words in any order, and the beginning of a word', async () => {
  for (const query of ['wood+burns', 'burns+wood', 'burn+woo']) {
    const { groups, fit } = await search(`?q=${query}`)
    expect([groups.map(({ id }) => id), fit]).toEqual([['story'], 'all'])
  }
})

test('what a text has word by word: the first of all places', async () => {
  const { groups } = await search('?q=Step+42.+The+wood+bu')
  expect(groups[0]).toMatchObject({ id: 'story', hits: [marking('Step 42. The wood bu'), {}, {}] })
})

test('a typing error: similar words, and what is meant', async () => {
  const { groups, fit, suggestion } = await search('?q=beach')
  expect(groups.map(({ id }) => id)).toContain('story')
  expect([fit, suggestion?.question]).toEqual(['similar', 'beech'])
})

test('a word that many sections have: the first places of each, with the number of all', async () => {
  const { groups, count, screens } = await search('?q=bread')
  expect(groups.length).toBeGreaterThan(3)
  for (const { hits } of groups) expect(hits.length).toBeLessThanOrEqual(3)
  expect(count).toBe(groups.reduce((sum, { count: own }) => sum + own, screens.length))
})

test('an entry that a field names by its key: found by its title', async () => {
  const { value } = content.read(bakery)
  await content.update(bakery, { author: 'asha', reason: 'Test', change: () => ({ ...value, recipe: 'soda-bread' }) })
  const { title } = content.read(recipes.entry('soda-bread')).value
  const { groups } = await search(`?${new URLSearchParams({ q: title, in: 'bakery' }).toString()}`)
  expect(groups[0]?.hits).toContainEqual(expect.objectContaining({ href: '/admin/bakery#editor-recipe' }))
})

test('a section alone: all its places, page by page', async () => {
  const { groups, only, screens, count } = await search('?q=wood&in=story')
  expect(groups.map(({ id, count: own }) => [id, own])).toEqual([['story', count]])
  expect(count).toBeGreaterThan(89)
  expect(only).toBe('Our Story')
  expect(screens).toEqual([])
  const places = []
  for (let page = 1; places.length < count; page += 1) {
    const { groups: shown, page: number } = await search(`?q=wood&in=story&page=${page}`)
    expect(number).toBe(page)
    places.push(...(shown[0]?.hits.map(({ href }) => href) ?? []))
  }
  expect(new Set(places).size).toBe(count)
})

describe('drafts', () => {
  test('what a draft changes: found with its address, as soon as it is saved, and no more when it is discarded', async () => {
    const { value, version } = content.read(story)
    const drafted = { ...value, paragraphs: [...value.paragraphs, 'A quicksilver oven.'] }
    expect(await search('?q=quicksilver')).toMatchObject({ groups: [] })
    await drafts.save(story, { content: drafted, author: 'asha', version })
    const { groups } = await search('?q=quicksilver')
    expect(groups[0]?.hits).toEqual([
      expect.objectContaining({ ...marking('quicksilver'), field: expect.stringMatching(/^Draft › /) }),
    ])
    // What the draft shares with the public text is found once.
    const { groups: ofBeech } = await search('?q=beech')
    expect(ofBeech.find(({ id }) => id === 'story')?.hits).toHaveLength(1)
    await drafts.discard(story, { author: 'asha' })
    expect(await search('?q=quicksilver')).toMatchObject({ groups: [] })
  })

  test('a draft of a release: leads to the draft', async () => {
    const { id } = await releases.create({ name: 'Spring' }, 'asha')
    const { value, version } = content.read(story)
    const drafted = { ...value, paragraphs: ['Rye of the spring.'] }
    await drafts.save(story, { release: id, content: drafted, author: 'asha', version })
    const { groups } = await search('?q=rye+spring')
    expect(groups[0]?.hits[0]?.href).toMatch(new RegExp(`^/admin/story\\?release=${id}#editor-paragraphs`))
  })
})

test('the name of a field: first of all the fields that have it, and all of them alone', async () => {
  const { groups } = await search('?q=alternative+text')
  expect(groups[0]).toMatchObject({ label: 'Fields', hits: [marking('Alternative text'), {}, {}] })
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
