import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { currentSite } from '#app/cms/site.server.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { siteSearch } from './site-search.server.ts'

/** Each of these documents has a PDF that says its own word. */
const WORDS = {
  listed: 'quokka',
  gated: 'wombat',
  hidden: 'bandicoot',
  unlisted: 'numbat',
  withdrawn: 'bilby',
  shared: 'potoroo',
  scheduled: 'dunnart',
  late: 'pademelon',
}

let uploads = ''
const { content, drafts, releases } = await createTestSite({
  prepare: async ({ uploadsDir }) => {
    uploads = path.join(uploadsDir, 'documents')
    mkdirSync(uploads, { recursive: true })
    for (const [name, word] of Object.entries(WORDS)) if (name !== 'late') store(name, word)
    await Promise.resolve()
  },
})
const { media } = currentSite()
await media.documents.whenIdle()

function store(name: string, word: string) {
  writeFileSync(
    path.join(uploads, `${name}.pdf`),
    pdfBytes({ content: `BT /F1 12 Tf 9 9 Td (A ${word} of the text) Tj ET` }),
  )
}

const by = { author: 'asha', reason: 'Test' }

function paper(name: string, more: Record<string, unknown> = {}) {
  return documents.schema.parse({
    ...{ title: `Paper of the ${name}`, kind: 'other', date: '2026-01-02', language: 'en' },
    ...{ fileUrl: `/uploads/documents/${name}.pdf`, ...more },
  })
}

async function publish(name: string, more: Record<string, unknown> = {}, key = `${name}-paper`) {
  const section = documents.entry(key)
  const value = paper(name, more)
  await content.update(section, { ...by, change: (now) => ({ ...now, ...value }), create: () => value })
}

async function found(question: string) {
  const { groups } = await currentSite().service(siteSearch).find(question)
  return groups.flatMap((group) => group.found.map(({ entry }) => entry.href))
}

test('a document that is published: found by its text at the next question, and behind those with the word in the title', async () => {
  expect(await found('quokka')).toEqual([])
  await publish('listed')
  expect(await found('quokka')).toEqual(['/documents/listed-paper'])
  await publish('shared', { title: 'The quokka' }, 'titled')
  expect(await found('quokka')).toEqual(['/documents/titled', '/documents/listed-paper'])
})

test('a PDF that arrives after its document: found as soon as it is read', async () => {
  await publish('late')
  expect(await found('pademelon')).toEqual([])
  store('late', WORDS.late)
  await media.documents.add('documents/late.pdf')
  expect(await found('pademelon')).toEqual(['/documents/late-paper'])
})

describe('what visitors may not read', () => {
  test.each<[keyof typeof WORDS, Record<string, unknown>]>([
    ['hidden', { visibility: 'hidden' }],
    ['unlisted', { visibility: 'unlisted' }],
    ['gated', { kind: 'rhp' }],
  ])('a document that is %s: not found by its text, nor suggested', async (name, more) => {
    await publish(name, more)
    await isUnknown(WORDS[name])
  })

  test('a document that is withdrawn: found no more from the next question on', async () => {
    await publish('withdrawn')
    expect(await found('bilby')).toEqual(['/documents/withdrawn-paper'])
    await publish('withdrawn', { withdrawnBecause: 'Wrong' })
    await isUnknown('bilby')
  })

  test('a file that a gated document has too: its text is of none', async () => {
    await publish('shared')
    expect(await found('potoroo')).toContain('/documents/shared-paper')
    await publish('shared', { kind: 'rhp' }, 'gated-copy')
    await isUnknown('potoroo')
  })

  test('a document of a release: found from its publication on', async () => {
    const { id } = await releases.create({ name: 'Day', time: '2999-01-01T00:00:00Z' }, 'asha')
    const section = documents.entry('scheduled-paper')
    await drafts.save(section, { release: id, content: paper('scheduled'), author: 'asha', version: '' })
    await releases.schedule(id, 'asha')
    await isUnknown('dunnart')
    await releases.publish(id, 'asha')
    expect(await found('dunnart')).toEqual(['/documents/scheduled-paper'])
  })

  async function isUnknown(word: string) {
    const search = currentSite().service(siteSearch)
    for (const question of [word, word.slice(0, -1), `${word}s`]) expect(await found(question)).toEqual([])
    expect(await search.find(word.replace(/.$/, 'x'))).toMatchObject({ count: 0, suggestion: undefined })
  }
})
