import { describe, expect, test, vi } from 'vitest'
import { documents } from '#app/site/collections/documents/documents.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import { offerTerms } from '#app/site/sections/offer/offer-terms.ts'
import { ownRequest, routeArgs } from '#test/administrator.ts'
import { action, loader, meta } from './fixed-document.tsx'

const { content } = await createTestSite()
const by = { author: 'asha', reason: 'Test' }
const load = (slug: string, query = '') =>
  loader({ params: { slug }, request: new Request(`http://localhost:3000/documents/${slug}${query}`) })
const locationOf = (slug: string) => {
  try {
    load(slug)
  } catch (response) {
    return response instanceof Response && [response.status, response.headers.get('Location')]
  }
  throw new Error('No redirect')
}

test('a withdrawn document: 410 with its title, the day and the reason', async () => {
  await content.update(documents.entry('group-companies-2024'), {
    ...by,
    change: (now) => ({ ...now, withdrawnBecause: 'A wrong figure', withdrawnOn: '2026-11-20' }),
  })
  const { data, init } = load('group-companies-2024')
  expect(init?.status).toBe(410)
  expect(data).toMatchObject({ because: 'A wrong figure', on: expect.stringMatching(/^2026-/) as string })
  expect(data).toMatchObject({ title: expect.stringContaining('2024') as string })
  const page: unknown = { data, location: { pathname: '/documents/x' }, matches: [] }
  expect(meta(page as never)).toContainEqual({ name: 'robots', content: 'noindex' })
})

test('an address that the register does not have: 404', () => {
  expect(load('no-such-document').init?.status).toBe(404)
})

test('a file elsewhere, and one of ours without the production host: a redirect that may change', async () => {
  await content.update(documents.entry('group-companies-2023'), {
    ...by,
    change: (now) => ({ ...now, fileUrl: 'https://example.com/accounts.pdf' }),
  })
  expect(locationOf('group-companies-2023')).toEqual([302, 'https://example.com/accounts.pdf'])
  expect(locationOf('annual-report-2023-24')).toEqual([302, '/uploads/reports/annual-report-2023-24.pdf'])
})

describe('a gated document', () => {
  test('the text of its kind, the file, and no address of it', () => {
    const { data, init } = load('draft-red-herring-prospectus')
    expect([init?.status, new Headers(init?.headers).get('cache-control')]).toEqual([200, 'no-store'])
    expect(data).toMatchObject({
      terms: content.read(drhp).value.disclaimer,
      document: { date: '2025-08-06', file: { bytes: expect.any(Number) as number }, others: [] },
    })
    expect(JSON.stringify(data)).not.toContain('/uploads/')
  })

  test('after an address that is not valid any more: 403 with the text', () => {
    const { data, init } = load('draft-red-herring-prospectus', '?again')
    expect(init?.status).toBe(403)
    expect(data).toMatchObject({ isAgain: true, terms: { confirmLabel: 'I Confirm' } })
  })

  test('another kind: the text for all documents; further files and earlier versions have their own pages', async () => {
    const own = '/uploads/documents/industry-report.pdf'
    await content.update(documents.entry('industry-report'), {
      ...by,
      change: (now) => ({
        ...now,
        kind: 'rhp' as const,
        fileUrl: '/policies/risk-management.pdf',
        files: [{ _id: 'a', title: 'Annexure', fileUrl: '/policies/board-diversity.pdf', language: '' }],
      }),
    })
    const { data } = load('industry-report')
    expect(data).toMatchObject({
      terms: content.read(offerTerms).value,
      document: {
        file: { name: 'policies/risk-management.pdf' },
        others: [{ title: 'Annexure', page: '/documents/industry-report?file=policies%2Fboard-diversity.pdf' }],
      },
    })
    expect(load('industry-report', '?file=policies%2Fboard-diversity.pdf').data).toMatchObject({
      document: { file: { title: 'Annexure' }, others: [] },
    })
    const earlier = load('industry-report', `?file=${encodeURIComponent(own.slice('/uploads/'.length))}`)
    expect(earlier.data).toMatchObject({ document: { file: { earlierSince: '2025-07-21' } } })
  })

  test('a text that cannot be read: nobody gets the document', async () => {
    vi.spyOn(content, 'find').mockImplementation(() => undefined)
    const post = ownRequest('/documents/industry-report', {
      method: 'POST',
      body: new URLSearchParams({ answer: 'confirmed' }),
    })
    expect(load('industry-report').init?.status).toBe(503)
    await expect(action(routeArgs(post, { slug: 'industry-report' }))).rejects.toMatchObject({ status: 503 })
    vi.restoreAllMocks()
  })
})
