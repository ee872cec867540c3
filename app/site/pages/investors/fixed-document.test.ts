import { expect, test } from 'vitest'
import { documents } from '#app/site/collections/documents/documents.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader, meta } from './fixed-document.tsx'

const { content } = await createTestSite()
const by = { author: 'asha', reason: 'Test' }
const load = (slug: string) => loader({ params: { slug } })
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
  expect(data.title).toContain('2024')
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
