import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  sectionEditorAction as editorAction,
  sectionEditorLoader as loadEditor,
} from '#app/cms/admin/editor/section/section-editor.server.ts'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { screenArgs, signIn } from '#test/administrator.ts'
import { CONFIRMED, confirmationOf } from '#app/cms/platform/http/form-envelope.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { recipes } from '#test/example-site/recipes/recipes.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'

const site = await createExampleSite()
const { content, drafts } = site
const section = recipes.entry('cake')
const by = { author: 'ravi', reason: 'Test' }
const cake = recipes.schema.parse({ title: 'Cake', minutes: 30, body: 'Bake.' })

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})
beforeEach(async () => {
  await drafts.discard(section, { author: 'ravi' })
  await content.update(section, { ...by, change: () => cake, create: () => cake })
})

const load = (query = '') => loadEditor(screenArgs(`/admin/recipes/cake${query}`, cookie, { params: { key: 'cake' } }))
const shown = () => content.find(section)?.value

/** What the form of a draft posts after a conflict about the whole entry. */
function choiceIn({ invalidFields }: Awaited<ReturnType<typeof load>>, choice: 'mine' | 'theirs') {
  const indexes = invalidFields?.conflict?.map(({ collision, choices }) => ({ ...collision, choices }))
  return { conflict: JSON.stringify(indexes), 'conflict-with': 'published', 'choice-0': choice, intent: 'draft' }
}

/** Posts the form of a loaded page, with some fields changed. */
function send(loaded: Awaited<ReturnType<typeof load>>, changes: Record<string, string>) {
  return editorAction(
    sectionPost(section.id, { ...fieldsOf(loaded.content), version: loaded.version, ...changes }, { cookie }),
  )
}

describe('two people open the form of a new entry with the same title', () => {
  const query = '?title=Cake'
  const typed = { title: 'Cake', minutes: '20', body: 'Boil.' }
  beforeEach(() => content.remove(section, by))

  test.each([['save'], ['draft']])('the second one, by %s: asked first, then both are there', async (intent) => {
    const form = await load(query)
    await content.update(section, { ...by, change: () => cake, create: () => cake })
    const { status, reply } = await refusal(send(form, { ...typed, intent }))
    expect(status).toBe(409)
    expect(reply.question?.consequences).toMatchObject([{ name: 'Cake', href: '/admin/recipes/cake' }])
    expect(reply.result.initialValue).toMatchObject(typed)
    expect(shown()).toEqual(cake)
    const tokens = reply.question?.consequences.map(({ token }) => token) ?? []
    const { url, flash } = await redirected(
      send(form, { ...typed, version: reply.version, [CONFIRMED]: confirmationOf(tokens, intent) }),
    )
    expect(url).toMatch(/^\/admin\/recipes\/cake-\d$/)
    const second = recipes.entry(url?.split('/').at(-1) ?? '')
    expect(flash).toMatchObject({
      kind: 'success',
      message: intent === 'save' ? 'Cake created' : (expect.any(String) as unknown),
    })
    const made = intent === 'save' ? content.find(second)?.value : drafts.find(second)?.content
    expect(made).toMatchObject({ title: 'Cake', body: 'Boil.' })
    expect(shown()).toEqual(cake)
    await drafts.discard(second, { author: 'ravi' })
  })

  test('the same person twice, as after a lost reply: not asked, the changes are merged', async () => {
    const form = await load(query)
    await redirected(send(form, typed))
    const { url } = await redirected(send(form, typed))
    expect(url).toBe('/admin/recipes/cake')
  })
})

describe('a person edits an entry, and another one', () => {
  test('removes it: the text stays in the form, and the next save makes the entry anew', async () => {
    const form = await load()
    await content.remove(section, by)
    const { status, reply } = await refusal(send(form, { title: 'Nut cake' }))
    expect(status).toBe(409)
    expect(reply.failure?.detail).toMatch(/^Someone else removed this entry while you were editing/)
    expect(reply.result.initialValue).toMatchObject({ title: 'Nut cake', body: 'Bake.' })
    expect(shown()).toBeUndefined()
    // The page is loaded again with the reply.
    expect(await load()).toMatchObject({ version: reply.version, label: 'New recipe' })
    await redirected(send(form, { title: 'Nut cake', version: reply.version }))
    expect(shown()?.title).toBe('Nut cake')
    expect((await content.history(section)).length).toBeGreaterThan(2)
  })

  test('removes it: saved as a draft, it asks which of the two is to hold', async () => {
    const form = await load()
    await content.remove(section, by)
    await redirected(send(form, { title: 'Nut cake', intent: 'draft' }))
    const editor = await load()
    expect(editor.invalidFields?.conflict).toMatchObject([{ collision: { kind: 'removed' } }])
    expect(editor.content).toMatchObject({ title: 'Nut cake' })
    const settled = await redirected(send(editor, choiceIn(editor, 'mine')))
    expect(settled.flash?.kind).toBe('success')
    const { flash } = await redirected(send(await load(), { intent: 'publish' }))
    expect(flash).toMatchObject({ kind: 'success' })
    expect(shown()?.title).toBe('Nut cake')
  })

  test('removes it, and the draft of the first is given up: the entry stays removed', async () => {
    await drafts.save(section, {
      content: { ...cake, title: 'Nut cake' },
      author: 'asha',
      version: (await load()).version,
    })
    await content.remove(section, by)
    const editor = await load()
    const { flash } = await redirected(send(editor, choiceIn(editor, 'theirs')))
    expect(flash).toMatchObject({ kind: 'success' })
    expect(drafts.list()).toHaveLength(0)
    expect(shown()).toBeUndefined()
  })

  test('changes it, while the first wants to remove it: either choice holds', async () => {
    const removal = async () => {
      const version = content.find(section)?.version ?? ''
      await drafts.saveRemoval(section, { author: 'asha', version })
      await content.update(section, { ...by, change: (now) => ({ ...now, minutes: now.minutes + 1 }) })
      return load()
    }
    const first = await removal()
    await redirected(send(first, choiceIn(first, 'theirs')))
    expect(drafts.list()).toHaveLength(0)
    expect(shown()?.minutes).toBe(31)
    const second = await removal()
    await redirected(send(second, choiceIn(second, 'mine')))
    const settled = drafts.effective(section)
    expect([settled?.draft.removes, settled?.value, settled?.conflicts]).toEqual([true, undefined, []])
    await redirected(send(second, { intent: 'publish', version: (await load()).draft?.version ?? '' }))
    expect(shown()).toBeUndefined()
  })

  test('gives it another address: both changes hold', async () => {
    const form = await load()
    await content.update(section, { ...by, change: (now) => ({ ...now, address: 'torte' }) })
    await redirected(send(form, { title: 'Nut cake' }))
    expect(shown()).toMatchObject({ title: 'Nut cake', address: 'torte' })
  })

  test('gives it another address than the first: both are shown, and none is lost', async () => {
    const form = await load()
    await content.update(section, { ...by, change: (now) => ({ ...now, address: 'torte' }) })
    const { status, reply } = await refusal(send(form, { address: 'gateau', title: 'Nut cake' }))
    expect(status).toBe(409)
    expect(reply.conflict).toMatchObject([{ collision: { name: 'address', mine: 'gateau', theirs: 'torte' } }])
    expect(asRecord(reply.result.initialValue)).toMatchObject({ title: 'Nut cake' })
  })
})

test('two people make an entry with the same title: the second one sees both, and nothing is lost', async () => {
  await content.remove(section, by)
  const form = await load('?title=Cake')
  await content.update(section, { ...by, change: () => cake, create: () => cake })
  const { status, reply } = await refusal(send(form, { title: 'Cake', minutes: '50', body: 'Mix.' }))
  expect(status).toBe(409)
  expect(reply.conflict?.map(({ collision }) => [collision.name, collision.mine, collision.theirs])).toEqual([
    ['minutes', 50, 30],
    ['body', 'Mix.', 'Bake.'],
  ])
  expect(shown()).toEqual(cake)
})
