import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineCollection } from '#app/cms/define/define-collection.ts'
import * as fields from '#app/cms/define/fields.ts'
import { temporaryCollection } from '#test/temporary-collection.ts'
import type { ContentStore } from './store/store.types.ts'

const schema = z.strictObject({ title: fields.line('Title'), follows: fields.optionalLine('Follows') })
type Note = z.output<typeof schema>

/** Notes of which each may follow another one that exists, and whose titles stay while another one follows them. */
const notes = defineCollection({
  id: 'notes',
  label: 'Notes',
  names: { noun: 'note', title: ({ title }) => title },
  icon: 'news',
  form: { module: 'x.tsx' },
  files: 'notes/*.yaml',
  schema,
  lifecycle: {
    checkPublication({ title, follows }, before, { key, entriesOf }) {
      const all = entriesOf('notes') as ReadonlyMap<string, Note>
      if (follows !== '' && !all.has(follows)) return [{ path: 'follows', message: `There is no ${follows}` }]
      const followed = [...all.values()].some((other) => other.follows === key)
      return before && before.title !== title && followed ? [{ path: 'title', message: 'It is followed' }] : []
    },
  },
})

const [one, two] = [notes.entry('one'), notes.entry('two')]
const note = (title: string, follows = '') => notes.schema.parse({ title, follows })
const by = { author: 'asha', reason: 'Test' }

let folders: ReturnType<typeof temporaryCollection>
let store: ContentStore
beforeEach(async () => {
  folders = temporaryCollection(notes)
  ;({ store } = await folders.open())
})
afterEach(() => folders.dispose())

const save = (section: typeof one, value: ReturnType<typeof note>) =>
  store.update(section, { ...by, change: () => value, create: () => value })

test('an entry whose rule asks for another one: refused at its field, and saved once that exists', async () => {
  await expect(save(two, note('Two', 'one'))).rejects.toMatchObject({
    section: 'notes--two',
    issues: [{ path: 'follows', message: 'There is no one' }],
  })
  expect(store.find(two)).toBeUndefined()
  await save(one, note('One'))
  await save(two, note('Two', 'one'))
  expect(store.find(two)?.value.follows).toBe('one')
})

test('a rule on what was published: it is given, and only a change of it is refused', async () => {
  await save(one, note('One'))
  await save(two, note('Two', 'one'))
  await expect(save(one, note('Uno'))).rejects.toMatchObject({ issues: [{ path: 'title', message: 'It is followed' }] })
  await save(one, note('One', 'two'))
  expect(store.find(one)?.value).toMatchObject({ title: 'One', follows: 'two' })
})

test('entries that are published together: each rule sees all of them as they will be', async () => {
  const next = (id: string, value: unknown) => [id, value] as const
  expect(store.refusalOf(new Map([next(one.id, note('One')), next(two.id, note('Two', 'one'))]))).toBeUndefined()
  await save(one, note('One'))
  const without = store.refusalOf(new Map([next(one.id, undefined), next(two.id, note('Two', 'one'))]))
  expect(without).toMatchObject({ section: two.id, issues: [{ message: 'There is no one' }] })
})
