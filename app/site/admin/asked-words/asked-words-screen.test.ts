import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sectionEditorLoader } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { currentSite, withSite } from '#app/cms/site.server.ts'
import { loader as search } from '#app/site/pages/search/search.tsx'
import { privacyNotice } from '#app/site/sections/privacy-notice/privacy-notice.ts'
import { searchWords } from '#app/site/sections/search-words/search-words.ts'
import { ASKED_WORDS } from '#app/site/sections/search-words/search-words-screens.ts'
import { ownRequest, routeArgs, screenArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader } from './asked-words-screen.tsx'

const site = await createTestSite()
let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

const by = { author: 'asha', reason: 'Test' }
const turn = (countsSearches: boolean) =>
  site.content.update(searchWords, { ...by, change: (now) => ({ ...now, countsSearches }) })

/** Lets the notice have an item about searches in its first language, or none. */
const name = (isOfSearches: boolean) =>
  site.content.update(privacyNotice, {
    ...by,
    change: (now) => ({
      ...now,
      texts: now.texts.map((text) => ({
        ...text,
        items: text.items.map((item) => (item._id === 'searches' ? { ...item, isOfSearches } : item)),
      })),
    }),
  })

afterEach(async () => {
  await turn(false)
  await name(true)
})

let asked = 0
/** Three visitors ask the same. */
async function ask(question: string, headers: Record<string, string> = {}) {
  for (let visitor = 0; visitor < 3; visitor += 1) {
    asked += 1
    const request = new Request(`http://localhost/search?${new URLSearchParams({ q: question }).toString()}`, {
      headers,
    })
    await search({ request, context: { clientAddress: `192.0.2.${asked}` } })
  }
}

const open = () => loader(screenArgs(ASKED_WORDS.href, cookie))
const words = (rows: Awaited<ReturnType<typeof open>>['missing']) => rows.map((row) => row.words)

/** True if a file of the site's data has these bytes. */
function isOnDisk(text: string) {
  const { dataDir } = site.env
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(dataDir, file))
    .some((file) => statSync(file).isFile() && readFileSync(file).includes(text))
}

test('as it is shipped, and turned off: nothing is counted or stored', async () => {
  await ask('zebraone')
  const { state, missing, found } = await open()
  expect({ state, missing, found }).toEqual({ state: 'off', missing: [], found: [] })
  await site.askedWords.list()
  expect(isOnDisk('zebraone')).toBe(false)
  await turn(true)
  expect((await open()).missing).toEqual([])
})

test('turned on, but the published notice does not name it: nothing is counted', async () => {
  await turn(true)
  await name(false)
  await ask('zebratwo')
  expect(await open()).toMatchObject({ state: 'unnamed', missing: [] })
  expect(isOnDisk('zebratwo')).toBe(false)
  await name(true)
  expect((await open()).state).toBe('on')
})

test('turned on and named: what was found and what was not, also only in parts, and no visitor on the disk', async () => {
  await turn(true)
  await ask('zebrathree')
  await ask('pvc zebrathree')
  await ask('pvc')
  const { state, missing, found } = await open()
  expect(state).toBe('on')
  expect(words(missing)).toEqual(['pvc zebrathree', 'zebrathree'])
  expect(missing[0]).toMatchObject({ visitors: 3 })
  expect(words(found)).toEqual(['pvc'])
  expect(isOnDisk('zebrathree')).toBe(true)
  expect(isOnDisk(`192.0.2.${asked}`)).toBe(false)
})

test('not counted: staff, a view of the site for staff, pages that a browser loads in advance', async () => {
  await turn(true)
  await ask('zebrafour', { cookie })
  await ask('zebrafour', { 'sec-purpose': 'prefetch' })
  await withSite({ ...currentSite(), pageBase: '/admin/site-view/1' }, () => ask('zebrafour'))
  expect(words((await open()).missing)).not.toContain('zebrafour')
})

const idOf = (row: unknown) => (row as { _id: string })._id

/** The form that a link of the screen opens. */
async function formOf(address: string) {
  const { content, added } = await sectionEditorLoader(routeArgs(ownRequest(address, { headers: { cookie } })))
  return { ...(content as { groups?: unknown[]; redirects?: unknown[]; title?: string }), added }
}

test('a synonym, a redirect and a page: forms with the words filled in, and nothing saved', async () => {
  await turn(true)
  await ask('Zebra-Five')
  const row = (await open()).missing.find((one) => one.words === 'zebra five')
  if (!row?.redirect) throw new Error('The words are not listed')
  const groups = site.content.read(searchWords).value.groups
  const { groups: shown = [] } = await formOf(row.synonym)
  expect(shown).toHaveLength(groups.length + 1)
  expect(shown.at(-1)).toMatchObject({ words: 'zebra five, ' })
  const { added } = await formOf(row.synonym)
  const at = `groups[${groups.length}]`
  // The row is open, and the form says that it is not saved.
  expect(added).toMatchObject({ row: at, field: `${at}.words`, before: { groups } })
  expect(row.synonym).toContain(`#editor-groups%5B${groups.length}%5D.words`)
  expect((await formOf(row.redirect)).redirects?.at(-1)).toMatchObject({ from: '/zebra-five' })
  expect((await formOf(row.page)).title).toBe('Zebra five')
  expect(site.content.read(searchWords).value.groups).toEqual(groups)
})

test('the link once more, after its row is saved: that row, and no second one', async () => {
  const link = `/admin/search-words?${new URLSearchParams({ add: 'groups', words: 'zebra six, ' }).toString()}`
  const { groups = [] } = await formOf(link)
  await site.content.update(searchWords, {
    ...by,
    change: (now) => ({ ...now, groups: [...now.groups, { _id: idOf(groups.at(-1)), words: 'zebra six, stripes' }] }),
  })
  expect((await formOf(link)).added).toBeUndefined()
  expect((await formOf(link)).groups).toEqual(site.content.read(searchWords).value.groups)
})

test.each(['add=nothing&words=x', 'add=countsSearches&words=x', 'add=groups', 'add=__proto__'])(
  '?%s: a form that opens all the same',
  async (query) => {
    const { groups: shown = [] } = await formOf(`/admin/search-words?${query}`)
    const saved = site.content.read(searchWords).value.groups
    expect(shown.slice(0, saved.length)).toEqual(saved)
  },
)

test('words in another script: no redirect, because no address can have them', async () => {
  await turn(true)
  await ask('धारीदार घोड़ा')
  const row = (await open()).missing.find((one) => one.words.startsWith('धारीदार'))
  expect(row).toMatchObject({ redirect: undefined, visitors: 3 })
})
