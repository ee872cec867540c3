import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import { defineSection, type SectionDefinition } from '#app/cms/define/define-section.ts'
import * as fields from '#app/cms/define/fields.ts'
import { laterRule } from '#app/cms/define/later-rules.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { silentHealth, silentLog, temporaryContent } from '#test/temporary-content.ts'
import { ParsedContents } from './parsed-contents.server.ts'

const PROGRAM = 'the-program'

const parsedTitles = vi.fn((title: string) => title)

const section = defineSection({
  ...{ id: 'greeting', label: 'Greeting', icon: 'news', file: 'home/notice.yaml', page: '/' },
  messages: { updated: 'Updated', failed: 'Failed' },
  schema: z.strictObject({
    title: fields
      .line('Title')
      .overwrite(parsedTitles)
      .refine((title) => title.length < 20, { error: 'Too long', params: laterRule('short') }),
    items: fields.list('Items', z.strictObject({ text: fields.line('Text') })).default([]),
  }),
})

let content: ReturnType<typeof temporaryContent>
let file: string

beforeEach(() => {
  content = temporaryContent('title: Hello\nitems:\n  - text: "1"\n')
  file = path.join(content.dataDir, 'parsed-contents.txt')
  parsedTitles.mockClear()
})

afterEach(() => content.dispose())

/** A start with the store of this start's parsed contents, and what its readers got. */
async function start({
  program = PROGRAM,
  sections = [section],
  broken = {},
}: { program?: string; sections?: readonly SectionDefinition[]; broken?: Partial<Storage> } = {}) {
  const { contentDir, dataDir, root } = content
  const folders = { contentDir, uploadsDir: path.join(root, 'uploads'), dataDir }
  const storage = Object.assign(openDiskStorage({ ...folders, log: silentLog, health: silentHealth }), broken)
  const warn = vi.fn()
  const parsed = await ParsedContents.read({ storage, log: { ...silentLog, warn }, program })
  const store = openContentStore({ storage, sections, parsed, log: silentLog, health: silentHealth })
  const found = store.find(section)?.value
  const faults = store.faults()
  const parses = parsedTitles.mock.calls.length
  await parsed.store()
  await store.close()
  await storage.close()
  parsedTitles.mockClear()
  return { found, faults, parses, warn }
}

test('the start after it does not parse what is unchanged, and shows the same', async () => {
  const first = await start()
  expect(first.parses).toBeGreaterThan(0)
  const written = readFileSync(file)
  const second = await start()
  expect(second.parses).toBe(0)
  expect(second.found).toEqual({ title: 'Hello', items: [{ text: '1' }] })
  expect(second.found).toEqual(first.found)
  expect(Object.isFrozen(second.found?.items[0])).toBe(true)
  expect(readFileSync(file)).toEqual(written)
})

test('a changed file is parsed, and stored anew', async () => {
  await start()
  writeFileSync(content.file, 'title: Changed\n')
  const second = await start()
  expect(second.found?.title).toBe('Changed')
  expect(second.parses).toBeGreaterThan(0)
  const third = await start()
  expect(third.found?.title).toBe('Changed')
  expect(third.parses).toBe(0)
})

test('a file that cannot be used is a fault, whatever is stored', async () => {
  await start()
  writeFileSync(content.file, 'title: [')
  const { found, faults } = await start()
  expect(found?.title).toBe('Hello')
  expect(faults).toMatchObject([{ section: 'greeting', servesLastGood: true, line: 1 }])
})

test.each<[string, (bytes: Buffer) => Buffer | string]>([
  ['a changed value', (bytes) => bytes.toString().replace('Hello', 'Hullo')],
  ['half of it', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['nothing', () => ''],
  ['no line end', (bytes) => bytes.toString().replaceAll('\n', ' ')],
  ['other bytes', () => Buffer.from([0, 255, 10, 10, 32])],
])('a file with %s counts for nothing, and is written anew', async (_what, damage) => {
  await start()
  const written = readFileSync(file)
  writeFileSync(file, damage(written))
  const { found, parses } = await start()
  expect(found?.title).toBe('Hello')
  expect(parses).toBeGreaterThan(0)
  expect(readFileSync(file)).toEqual(written)
})

test('another program parses itself', async () => {
  await start()
  const { found, parses } = await start({ program: 'another-program' })
  expect(found?.title).toBe('Hello')
  expect(parses).toBeGreaterThan(0)
  expect((await start()).parses).toBeGreaterThan(0)
})

test('what breaks only a later rule is not stored, since it is read on only while it is the last that was public', async () => {
  await start()
  writeFileSync(path.join(content.dataDir, 'last-good/greeting.txt'), 'title: Longer than the rule allows\n')
  writeFileSync(content.file, 'title: Longer than the rule allows\n')
  expect((await start()).found?.title).toBe('Longer than the rule allows')
  expect(readFileSync(file, 'utf8')).not.toContain('Longer')
})

test('a value that JSON cannot say is parsed each time, and the others are stored', async () => {
  const odd = defineSection({
    ...{ id: 'odd', label: 'Odd', icon: 'news', file: 'odd.yaml', page: '/', messages: section.messages },
    schema: z.strictObject({ title: fields.line('Title'), note: z.string().transform(() => undefined) }),
  })
  writeFileSync(path.join(content.contentDir, 'odd.yaml'), 'title: Odd\nnote: None\n')
  const sections = [section, odd]
  await start({ sections })
  expect(readFileSync(file, 'utf8')).toContain('greeting ')
  expect(readFileSync(file, 'utf8')).not.toContain('odd ')
})

test.each<[string, Partial<Storage>]>([
  ['refuses', { refusal: () => new StorageError('reader') }],
  ['fails', { commit: () => Promise.reject(new StorageError('disk-full')) }],
])('a storage that %s is left alone', async (what, broken) => {
  const { found, warn } = await start({ broken })
  expect(found?.title).toBe('Hello')
  expect(warn).toHaveBeenCalledTimes(what === 'fails' ? 1 : 0)
  expect(existsSync(file)).toBe(false)
})
