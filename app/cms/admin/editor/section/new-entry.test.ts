import { beforeAll, beforeEach, expect, test } from 'vitest'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { textPages } from '#test/example-site/text-pages/text-pages.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'

const site = await createExampleSite()
let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

const page = textPages.schema.parse({ title: 'Opening hours', body: 'From six.' })
const keysBefore = site.content.entryKeys(textPages)
const made = () => site.content.entryKeys(textPages).filter((key) => !keysBefore.includes(key))

beforeEach(async () => {
  for (const key of made()) await site.content.remove(textPages.entry(key), { author: 'asha', reason: 'Test' })
})

/** Sends the form of a new entry, which has no version. */
function send(fields: object) {
  return sectionEditorAction(
    sectionPost('text-pages--new', { ...fieldsOf({ ...page, ...fields }), version: '' }, { cookie }),
  )
}

async function open() {
  return sectionEditorLoader(routeArgs(ownRequest('/admin/text-pages/new', { headers: { cookie } })))
}

test('the form of a new entry is open at once: empty, without an address until it has a title', async () => {
  const { label, entry, content } = await open()
  expect(label).toBe(`New ${textPages.noun}`)
  expect(entry).toMatchObject({ exists: false, isUnnamed: true, address: undefined, toType: undefined })
  expect(content['title']).toBeUndefined()
})

test('published: the key is made of the title, and the form leads to the editor of the entry', async () => {
  const { url } = await redirected(send({ title: 'Closed on Monday' }))
  expect(url).toBe('/admin/text-pages/closed-on-monday')
  expect(site.content.find(textPages.entry('closed-on-monday'))?.value).toMatchObject({ title: 'Closed on Monday' })
  expect(site.content.find(textPages.entry('new'))).toBeUndefined()
})

test('sent twice: one entry; another text of the same title: a second one', async () => {
  await Promise.all([redirected(send({ title: 'Twice' })), redirected(send({ title: 'Twice' }))])
  await redirected(send({ title: 'Twice' }))
  expect(made()).toEqual(['twice'])
  await redirected(send({ title: 'Twice', body: 'From seven.' }))
  expect(made()).toEqual(['twice', 'twice-2'])
})

test('a title that is the name of the form itself: another key', async () => {
  const { url } = await redirected(send({ title: 'New' }))
  expect(url).toBe('/admin/text-pages/new-2')
})

test('a draft: of the entry that its title names', async () => {
  const { url } = await redirected(send({ title: 'Kept back', intent: contentIntents.draft }))
  expect(url).toBe('/admin/text-pages/kept-back')
  expect(site.drafts.list().map(({ section }) => section.id)).toEqual(['text-pages--kept-back'])
  await redirected(send({ title: 'Kept back', intent: contentIntents.draft }))
  expect(site.drafts.list()).toHaveLength(1)
})

test.each([
  ['', /./],
  ['…!', /at least one letter or digit/],
])('the title %j: refused at its field, with what was typed', async (title, message) => {
  const { status, reply } = await refusal(send({ title, body: 'Typed.' }))
  expect(status).toBe(422)
  expect(reply.result.error?.['title']?.[0]).toMatch(message)
  expect(fieldsOf(reply.result.initialValue)).toMatchObject({ body: 'Typed.' })
  expect(made()).toEqual([])
})

test('the only draft of an entry discarded: back to the list, which offers to undo it', async () => {
  const section = textPages.entry('thrown-away')
  await redirected(send({ title: 'Thrown away', intent: contentIntents.draft }))
  const { version } = await sectionEditorLoader(
    routeArgs(ownRequest('/admin/text-pages/thrown-away', { headers: { cookie } })),
  )
  const { url, flash } = await redirected(
    sectionEditorAction(sectionPost(section.id, { version, intent: contentIntents.delete }, { cookie })),
  )
  expect(url).toBe('/admin/text-pages')
  expect(flash).toMatchObject({
    message: 'The draft was discarded',
    undo: { address: '/admin/text-pages/thrown-away' },
  })
  const restored = await redirected(
    sectionEditorAction(
      sectionPost(section.id, { entry: flash?.undo?.entry ?? '', intent: contentIntents.restore }, { cookie }),
    ),
  )
  expect(restored).toMatchObject({ url: '/admin/text-pages/thrown-away', flash: { kind: 'success' } })
  expect(site.drafts.find(section)?.content).toMatchObject({ title: 'Thrown away' })
})
