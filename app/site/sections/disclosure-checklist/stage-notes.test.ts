import { beforeAll, expect, test } from 'vitest'
import { loader as loadAllChanges } from '#app/cms/admin/releases/all-changes.tsx'
import { releaseLoader } from '#app/cms/admin/releases/release-page.server.ts'
import { releaseQuestionLoader } from '#app/cms/admin/releases/release-question.server.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { screenArgs, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { offer, type Offer } from '#app/site/sections/offer/offer.ts'

const site = await createTestSite()
const { content, drafts, releases } = site
const DAYS = {
  prospectusFiledOn: '2026-01-05',
  openedOn: '2026-01-12',
  allottedOn: '2026-01-20',
  listedOn: '2026-01-25',
}
let id: string

beforeAll(async () => {
  ;({ id } = await releases.create({ name: 'Next stage' }, 'admin'))
})

/** What the pages of the release name, after its draft of the stage has these fields. All of them must agree. */
async function notesFor(fields: Partial<Offer>): Promise<string[]> {
  const { value, version } = content.read(offer)
  const expectedRevision = drafts.find(offer, id)?.revision ?? null
  const next = { ...value, ...fields }
  await drafts.save(offer, { release: id, content: next, author: 'editor', version, expectedRevision })
  const cookie = await signInAs('publisher')
  const args = (page: string, params: object = {}) =>
    screenArgs(`/admin/releases/${id}${page}`, cookie, { params: { releaseId: id, ...params } })
  const { notes } = await releaseLoader(args(''))
  expect((await loadAllChanges(args('/changes'))).notes).toEqual(notes)
  expect((await releaseQuestionLoader(args('/ask/publish', { question: 'publish' }))).notes).toEqual(notes)
  expect((await releaseQuestionLoader(args('/ask/delete', { question: 'delete' }))).notes).toEqual([])
  return notes.map(({ text }) => text)
}

test('a jump to the open offer without its prospectus: named with what it leaves out, asks for, and which texts say otherwise', async () => {
  const notes = await notesFor({ stage: 'open', ...DAYS })
  expect(notes[0]).toBe('The stage becomes ‘Offer open’. It leaves out ‘Red Herring Prospectus filed’.')
  expect(notes[1]).toBe('No Red Herring Prospectus is public or in this release.')
  expect(notes).toContainEqual(expect.stringMatching(/^Price band advertisement: .*reg\. 34.*neither public nor in/))
  expect(notes).toContainEqual(expect.stringContaining('which is preparing an initial public offering'))
  expect(notes).toContainEqual(expect.stringContaining('The offer has not opened'))
})

test('with the prospectus in the same release: it is not asked for', async () => {
  const prospectus = documents.entry('red-herring-prospectus')
  const value = documents.schema.parse({
    ...{ title: 'Red Herring Prospectus', kind: 'rhp', date: '2026-01-05', fileUrl: 'https://example.com/rhp.pdf' },
  })
  await drafts.save(prospectus, { release: id, content: value, author: 'editor', version: '' })
  const notes = await notesFor({ stage: 'rhp', ...DAYS })
  expect(notes[0]).toBe('The stage becomes ‘Red Herring Prospectus filed’.')
  expect(notes.join(' ')).not.toContain('No Red Herring Prospectus')
})

test('a step back: named; a change of the sentence alone: nothing is asked', async () => {
  const [first] = await notesFor({ stage: 'none' })
  expect(first).toBe('The stage becomes ‘No offer’. That is a step back from ‘Draft Red Herring Prospectus filed’.')
  expect(await notesFor({ stage: 'drhp', sentence: 'Another sentence.' })).toEqual([])
})
