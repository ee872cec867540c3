import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { notice, noticeYaml, temporaryContent } from '#test/temporary-content.ts'
import { defineSection } from '#app/cms/define/define-section.ts'
import { ApprovalRequired } from '#app/cms/content/store/errors.ts'
import * as fields from '#app/cms/define/fields.ts'

/** The notice of a later release: format 2 has renamed `title` to `heading`, format 3 has removed `visits`. */
const later = defineSection({
  ...notice,
  schema: z.strictObject({ heading: fields.line('Heading'), items: z.array(z.unknown()) }),
  format: {
    version: 3,
    migrate({ title, visits, ...content }, from) {
      if (from === 1) return { heading: title, visits, ...content }
      if (from === 2) return content
      throw new Error(`There is no format after ${from}`)
    },
  },
})
const [aboutFile] = noticeYaml.split('title:')
const migratedYaml = `${aboutFile}${noticeYaml.slice(noticeYaml.indexOf('items:'))}formatVersion: 3\nheading: Works holiday\n`

let folders: ReturnType<typeof temporaryContent>

beforeEach(() => {
  folders = temporaryContent()
})
afterEach(() => folders.dispose())

test('a file of an older format: migrated step by step at the start, the original byte for byte in the history', async () => {
  const store = folders.open({ sections: [later] })
  expect(store.read(later).value.heading).toBe('Works holiday')
  const [entry] = await store.history(later)
  expect(entry).toMatchObject({ author: 'system', reason: 'Converted to the current file format' })
  expect(readFileSync(folders.file, 'utf8')).toBe(migratedYaml)
  await store.restore(later, entry?.id ?? '', { author: 'asha' })
  expect(readFileSync(folders.file, 'utf8')).toBe(noticeYaml)
  expect(store.read(later).value.heading).toBe('Works holiday')
})

test('a section that needs approval: its file of an older format is migrated all the same', async () => {
  const approve = () => {
    throw new ApprovalRequired(later)
  }
  const store = folders.open({ sections: [later], policy: { approve } })
  await store.history(later)
  expect(readFileSync(folders.file, 'utf8')).toBe(migratedYaml)
})

test('a file of the current format: left alone, and saved with its version', async () => {
  writeFileSync(folders.file, migratedYaml)
  const store = folders.open({ sections: [later] })
  expect(await store.history(later)).toEqual([])
  const change = (content: { heading: string; items: unknown[] }) => ({ ...content, heading: 'Saved' })
  await store.update(later, { author: 'asha', reason: 'Heading changed', change })
  expect(readFileSync(folders.file, 'utf8')).toBe(migratedYaml.replace('heading: Works holiday', 'heading: Saved'))
})

test('a file of a later format: refused with its place while the last good version serves, the file stays', async () => {
  const first = folders.open()
  await first.history(notice)
  await first.close()
  writeFileSync(folders.file, migratedYaml)
  const store = folders.open()
  await store.history(notice)
  expect(store.read(notice).value.title).toBe('Works holiday')
  expect(store.faults()).toMatchObject([{ line: 8, column: 16, servesLastGood: true }])
  expect(store.faults()[0]?.message).toMatch(
    /^The file has format 3, from a newer version of this software\. .* up to 1\./,
  )
  expect(readFileSync(folders.file, 'utf8')).toBe(migratedYaml)
})

test.each(['0', '1.5', 'two'])('formatVersion: %s: refused', async (version) => {
  writeFileSync(folders.file, `${noticeYaml}formatVersion: ${version}\n`)
  const store = folders.open()
  await store.history(notice)
  expect(store.faults()).toMatchObject([
    { message: 'formatVersion must be a whole number from 1', servesLastGood: false },
  ])
})

test('a migration that fails: a fault of the file, which stays as it is', async () => {
  const migrate = () => {
    throw new TypeError('odd content')
  }
  const store = folders.open({ sections: [{ ...later, format: { version: 3, migrate } }] })
  await store.history(later)
  expect(store.faults()).toMatchObject([{ message: 'The file cannot be checked: TypeError: odd content' }])
  expect(readFileSync(folders.file, 'utf8')).toBe(noticeYaml)
})

test('a field with the name of the version: no section may have one', () => {
  const schema = z.strictObject({ formatVersion: fields.count('Version') })
  expect(() => defineSection({ ...notice, schema })).toThrow('formatVersion')
})
