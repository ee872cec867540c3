import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contentFormat } from '#app/cms/content/format/content-file.ts'
import { keyOfFile, type CollectionDefinition } from './cms/define/define-collection.ts'
import { FORMAT_FIELD } from './cms/define/define-section.ts'
import definition from './site.config.ts'

const root = path.resolve(import.meta.dirname, '..')
const contentDir = path.join(root, 'content')

/** The fixed sections, and the shipped entries of collections. */
const sections = [...definition.sections, ...definition.collections.flatMap(entriesOf)]
const uploads = new Set(readdirSync(path.join(root, 'uploads')))

test('ids, files and API paths are each used once', () => {
  for (const key of [ids, files, apiPaths]) {
    const values = key()
    expect(values).toEqual([...new Set(values)])
  }
})

test('every shipped content file belongs to a section', () => {
  const shipped = readdirSync(contentDir, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:yaml|md)$/.test(file) && file !== 'README.md',
  )
  expect(shipped.map(withForwardSlashes).sort()).toEqual(files().sort())
})

describe.each(sections.map((section) => ({ section, file: section.file })))('$file', ({ section, file }) => {
  const parsed = contentFormat(file).parse(readFileSync(path.join(contentDir, file), 'utf8')).value
  const { [FORMAT_FIELD]: version = 1, ...written } = z.record(z.string(), z.unknown()).parse(parsed)

  test('shipped content: is in the current format', () => {
    expect(version).toBe(section.format?.version ?? 1)
  })

  test('shipped content: fits the schema of its section', () => {
    expect(section.schema.safeParse(written).error?.issues).toBeUndefined()
  })

  test('shipped content: every image it names is in uploads', () => {
    expect(imageNames(written).filter((name) => !uploads.has(name))).toEqual([])
  })

  test('a field of an unknown name: is refused and named', () => {
    const misspelt = { ...written, tilte: 'x' }
    expect(section.schema.safeParse(misspelt).error?.issues).toMatchObject([
      { code: 'unrecognized_keys', keys: ['tilte'] },
    ])
  })
})

test.each(files().filter((file) => file.endsWith('.md')))(
  '%s: each paragraph and each point of a list is one line, as an editor reads it',
  (file) => {
    const { value } = contentFormat(file).parse(readFileSync(path.join(contentDir, file), 'utf8'))
    expect(z.object({ body: z.string() }).parse(value).body).not.toMatch(/\S *\n *(?!- )\S/)
  },
)

function entriesOf(collection: CollectionDefinition) {
  return readdirSync(path.join(contentDir, collection.folder)).flatMap((name) => {
    const key = keyOfFile(collection, `${collection.folder}/${name}`)
    return key === undefined ? [] : collection.entry(key)
  })
}

function ids() {
  return sections.map((section) => section.id)
}

function files() {
  return sections.map((section) => section.file)
}

function apiPaths() {
  return [...definition.sections, ...definition.collections].flatMap(({ api }) => api?.path ?? [])
}

function withForwardSlashes(file: string) {
  return file.replaceAll(path.sep, '/')
}

/** Every text of `content`, at any depth, that looks like the name of an image file. */
function imageNames(content: unknown): string[] {
  if (typeof content === 'string') return /^\S+\.(?:jpe?g|png|webp|avif|svg)$/i.test(content) ? [content] : []
  if (typeof content === 'object' && content !== null) return Object.values(content).flatMap(imageNames)
  return []
}
