import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { convertFormerDrafts } from '#app/cms/content/former-drafts.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { certifications } from '#app/site/sections/certifications/certifications.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { documents } from './documents.ts'

/*
 * Drafts as the release before the register has left them: of a section that does not exist any more, and of one that
 * has lost its list.
 */

const RETURN = '/uploads/documents/annual-return-mgt-7-2023-24.pdf'
const financials = {
  annualReturns: [{ _id: 'a24', year: '2023-24', title: 'Annual Return (MGT 7)', fileUrl: RETURN }],
  materialCreditors: [],
  groupCompanies: [{ _id: 'g', year: '2025', title: 'Group', fileUrl: '/uploads/documents/group-companies-2025.pdf' }],
  results: [],
  materialContracts: [],
}
const result = {
  _id: 'q1',
  year: '2025',
  title: 'Financial results, quarter 4',
  fileUrl: 'https://example.com/q4.pdf',
  date: '2025-05-29',
}
const { formatVersion: _format, ...page } = parse(readFileSync('content/pages/certifications.yaml', 'utf8')) as {
  formatVersion: number
  title: string
}
const certificate = { _id: 'iso-45001', title: 'ISO 45001 certificate', fileUrl: 'https://example.com/45001.pdf' }

const RELEASE = 'results-day'
const site = await createTestSite({
  prepare: ({ dataDir }) => {
    const write = (name: string, value: unknown) => {
      mkdirSync(path.join(dataDir, path.dirname(name)), { recursive: true })
      writeFileSync(path.join(dataDir, name), JSON.stringify(value))
    }
    const draft = (id: string, place: string, base: unknown, content: unknown) => {
      const record = { format: 1, base: { version: '"old"', content: base }, content }
      const people = { author: 'asha', authors: ['asha'], time: '2026-11-01T10:00:00Z' }
      write(`drafts/${id}/${place}/00000001-aaaaaaaa.json`, { ...record, ...people })
    }
    draft('financials', RELEASE, financials, {
      ...financials,
      annualReturns: [{ ...financials.annualReturns[0], title: 'Annual Return (MGT 7), corrected' }],
      groupCompanies: [],
      results: [result],
    })
    const before = { ...page, certificates: [] }
    draft('certifications', 'draft', before, { ...before, title: 'Typed title', certificates: [certificate] })
    draft('certifications', 'other', before, { ...before, certificates: [certificate] })
    write('approvals/settings.json', { format: 1, sections: ['financials'] })
    return Promise.resolve()
  },
})

function draftsOfDocuments() {
  return site.drafts
    .list()
    .filter(({ section }) => section.entry?.collection === documents.id)
    .map(({ section, release, content, author }) => ({ id: section.id, release, author, ...(content as object) }))
    .sort((one, other) => (one.id + (one.release ?? '') < other.id + (other.release ?? '') ? -1 : 1))
}

test('what was typed into lists that became entries: drafts of entries, in the same release, by the same person', () => {
  expect(draftsOfDocuments()).toEqual([
    expect.objectContaining({
      ...{ id: 'documents--annual-return-2023-24', release: RELEASE, author: 'asha' },
      ...{ title: 'Annual Return (MGT 7), corrected 2023-24', fileUrl: RETURN, kind: 'annual-return' },
    }),
    expect.objectContaining({
      ...{ release: RELEASE, author: 'asha', title: 'Financial results, quarter 4 2025', kind: 'financial-results' },
      ...{ financialYear: '2024-25', date: '2025-05-29', fileUrl: 'https://example.com/q4.pdf' },
    }),
    expect.objectContaining({ release: undefined, title: 'ISO 45001 certificate', kind: 'certificate' }),
    expect.objectContaining({ release: 'other', title: 'ISO 45001 certificate', kind: 'certificate' }),
  ])
  expect(site.health.problems().map(({ id }) => id)).not.toContain('drafts-damaged')
})

test('what else was typed stays in the draft of the section; a draft of nothing else is discarded', () => {
  expect(site.drafts.find(certifications)?.content).toEqual({
    ...certifications.schema.parse(page),
    title: 'Typed title',
  })
  expect(site.drafts.effective(certifications)?.conflicts).toEqual([])
  expect(site.drafts.find(certifications, 'other')).toBeUndefined()
})

test('the draft as it was is still on disk, and another start converts nothing again', async () => {
  const folder = path.join(site.env.dataDir, 'drafts')
  expect(readdirSync(path.join(folder, 'financials', RELEASE))).toHaveLength(2)
  const before = readdirSync(folder, { recursive: true }).sort()
  await convertFormerDrafts({ ...site, log })
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before)
})

test('a section that needed approval: the collection that has its content now needs it', () => {
  expect(site.approvals.isNeededFor(documents.id)).toBe(true)
})
