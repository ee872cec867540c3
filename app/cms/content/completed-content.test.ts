import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Lexer } from 'yaml'
import { z } from 'zod'
import { defineCollection } from '#app/cms/define/define-collection.ts'
import * as fields from '#app/cms/define/fields.ts'
import { temporaryCollection } from '#test/temporary-collection.ts'
import type { ChangeToApprove, ContentStore } from './store/store.types.ts'

const schema = z.strictObject({
  title: fields.line('Title'),
  /** Set when it is published: each title that the note has had, and since when. */
  titles: fields
    .list('Titles', z.strictObject({ title: fields.line('Title'), since: fields.line('Since') }))
    .default([]),
})
type Note = z.output<typeof schema>

/** Notes whose titles are recorded, and that are kept for a year. */
const notes = defineCollection({
  id: 'notes',
  label: 'Notes',
  names: { noun: 'note', title: ({ title }) => title },
  icon: 'news',
  form: { module: 'x.tsx' },
  files: 'notes/*.yaml',
  schema,
  lifecycle: {
    complete(next, before, now) {
      const { titles = [] } = (before ?? {}) as Partial<Note>
      const { title } = next as Note
      const isKnown = titles.some((known) => known.title === title)
      return {
        ...(next as Note),
        titles: isKnown ? titles : [...titles, { title, since: now.toISOString().slice(0, 10) }],
      }
    },
    keptBecause: (content, now) =>
      now.toISOString() < '2027' ? `“${(content as Note).title}” is kept until the end of 2026.` : undefined,
  },
})

const one = notes.entry('one')
const by = { author: 'asha', reason: 'Test' }

let folders: ReturnType<typeof temporaryCollection>
let store: ContentStore
let approved: unknown[]
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') })
  folders = temporaryCollection(notes)
  approved = []
  const approve = ({ next }: ChangeToApprove) => {
    approved.push(next)
    return undefined
  }
  ;({ store } = await folders.open({ policy: { approve } }))
})
afterEach(async () => {
  vi.useRealTimers()
  await folders.dispose()
})

const note = (title: string, titles: Note['titles'] = []) => ({
  ...schema.parse({ title, titles }),
  address: '',
  visibility: 'listed' as const,
})
const save = (content: ReturnType<typeof note>) =>
  store.update(one, { ...by, change: () => content, create: () => content })
const titles = () => store.find(one)?.value.titles

test('what is typed in the place of a value of the server: replaced', async () => {
  await save(note('First', [{ title: 'Forged', since: '1999-01-01' }]))
  expect(titles()).toEqual([{ title: 'First', since: '2026-03-01' }])
  expect(readFileSync(folders.fileOf('one'), 'utf8')).not.toContain('Forged')
})

test('a change, a publication and a restored version: each keeps what the server has added before', async () => {
  await save(note('First'))
  vi.setSystemTime(Date.parse('2026-04-01T12:00:00Z'))
  await store.publish([{ section: one, change: () => note('Second') }], { ...by, id: 'p' })
  const both = [
    { title: 'First', since: '2026-03-01' },
    { title: 'Second', since: '2026-04-01' },
  ]
  expect(titles()).toEqual(both)
  const [newest] = await store.history(one)
  await store.restore(one, newest?.id ?? '', { author: 'asha' })
  expect(store.find(one)?.value.title).toBe('First')
  expect(titles()).toEqual(both)
})

test('a save that changes nothing but what the server sets: no version, and nothing to approve', async () => {
  const { version } = await save(note('First'))
  approved = []
  for (const typed of [note('First'), note('First', [{ title: 'Forged', since: '1999-01-01' }])])
    expect(await save(typed)).toMatchObject({ version, historyEntry: undefined })
  expect(await store.history(one)).toHaveLength(1)
  expect(approved).toEqual([])
})

test('what is typed and what the server adds are written at once: only the old and the new text are parsed', async () => {
  await save(note('First'))
  const lex = vi.spyOn(Lexer.prototype, 'lex')
  await store.publish([{ section: one, change: () => note('Second') }], { ...by, id: 'p' })
  expect(titles()).toHaveLength(2)
  expect(lex.mock.calls.map(([text]) => /^title: (.*)$/m.exec(text)?.[1])).toEqual(['First', 'Second'])
})

test('an approval is for what people have typed', async () => {
  await save(note('First'))
  expect(approved).toEqual([note('First')])
})

test('an entry that has to be kept: its removal and the undo of its creation are refused with the reason', async () => {
  await save(note('First'))
  const [creation] = await store.history(one)
  const attempts = [
    () => store.remove(one, by),
    () => store.restore(one, creation?.id ?? '', { author: 'asha' }),
    () => store.publish([{ section: one, change: () => undefined }], { ...by, id: 'p' }),
  ]
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({
      name: 'EntryKept',
      message: 'Nothing was changed. “First” is kept until the end of 2026.',
    })
  expect(titles()).toHaveLength(1)

  vi.setSystemTime(Date.parse('2027-01-01T00:00:00Z'))
  await store.remove(one, by)
  expect(store.find(one)).toBeUndefined()
})
