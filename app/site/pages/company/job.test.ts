import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { jobs } from '#app/site/collections/jobs/jobs.ts'
import { loader as sitemap } from '#app/site/feeds/sitemap.tsx'
import { loader as careersLoader } from './careers.tsx'
import { loader as layoutLoader } from '#app/site/layout/site-layout.tsx'
import { ownRequest, routeArgs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader, meta } from './job.tsx'

const site = await createTestSite()
const { content } = site
const by = { author: 'test', reason: 'Test' }
const fitter = jobs.entry('fitter')

const posting: z.input<typeof jobs.schema> = {
  title: 'Fitter & turner',
  place: 'Goa',
  kind: 'apprenticeship',
  reference: 'PC-1',
  posted: '2027-01-02',
  closes: '2027-01-31',
  body: 'You make parts.\n\n## Tasks\n\n- Turning',
}

function save(fields: Partial<typeof posting> = {}) {
  const value = jobs.schema.parse({ ...posting, ...fields })
  return content.update(fitter, { ...by, change: () => value, create: () => value })
}

/** Midnight in India is at 18:30 in UTC. */
const LAST_SECOND = Date.parse('2027-01-31T18:29:59Z')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: LAST_SECOND })
  onTestFinished(() => void vi.useRealTimers())
  await save()
})

const open = (address = 'fitter') => loader(routeArgs(ownRequest(`/careers/${address}`), { address }))
const inSitemap = async () => (await sitemap().text()).includes('/careers/fitter<')
const listed = () => careersLoader().data.jobs.map(({ title }) => title)

test('until the last second of the closing day: open, on its page, on /careers and in the sitemap, the newest first', async () => {
  const { data, init } = open()
  expect(init?.status ?? 200).toBe(200)
  expect(data).toMatchObject({
    state: 'shown',
    html: expect.stringContaining('<h2>Tasks</h2>'),
    email: 'careers@example.com',
  })
  expect(listed()[0]).toBe('Fitter & turner')
  expect(await inSitemap()).toBe(true)
  expect(postingOf()).toEqual({
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Fitter & turner',
    description: '<p>You make parts.</p>\n<h2>Tasks</h2>\n<ul>\n<li>Turning</li>\n</ul>\n',
    datePosted: '2027-01-02',
    validThrough: '2027-01-31T23:59:00+05:30',
    employmentType: 'OTHER',
    identifier: { '@type': 'PropertyValue', name: 'Polymer Compounds', value: 'PC-1' },
    hiringOrganization: {
      '@type': 'Organization',
      name: 'Polymer Compounds',
      sameAs: `${site.env.publicOrigin}/`,
      logo: `${site.env.publicOrigin}/icon-512.png`,
    },
    jobLocation: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality: 'Goa', addressCountry: 'IN' },
    },
    directApply: false,
    url: `${site.env.publicOrigin}/careers/fitter`,
  })
})

test('from midnight on: closed, nowhere listed, and no offer for search engines', async () => {
  vi.setSystemTime(LAST_SECOND + 1000)
  const { data, init } = open()
  expect(init?.status).toBe(410)
  const closed = { title: 'Fitter & turner', reference: 'PC-1', closes: '2027-01-31' }
  expect(data).toEqual({ state: 'gone', closed })
  expect(listed()).not.toContain('Fitter & turner')
  expect(await inSitemap()).toBe(false)
  expect(site.links.linkTargets().map(({ href }) => href)).not.toContain('/careers/fitter')
  expect(postingOf()).toBeUndefined()
  expect(metaOf()).toContainEqual({ name: 'robots', content: 'noindex' })
})

test('without a closing day: open until it is removed; then 410', async () => {
  await save({ closes: '' })
  vi.setSystemTime(Date.parse('2037-01-01'))
  expect(open().data.state).toBe('shown')
  expect(postingOf()).not.toHaveProperty('validThrough')
  await content.remove(fitter, by)
  const { data, init } = open()
  expect([init?.status, data]).toEqual([410, { state: 'gone', closed: undefined }])
})

test('hidden, and an address of none: 404. Unlisted: not for search engines', async () => {
  await save({ visibility: 'hidden' })
  expect([open().init?.status, open('none').init?.status]).toEqual([404, 404])
  await save({ visibility: 'unlisted' })
  expect(open().data.state).toBe('shown')
  expect(postingOf()).toBeUndefined()
  expect(metaOf()).toContainEqual({ name: 'robots', content: 'noindex' })
})

test.each([
  [{ closes: '2027-01-01' }, 'closes'],
  [{ closes: '31.01.2027' }, 'closes'],
  [{ posted: '' }, 'posted'],
  [{ kind: 'sometimes' as 'contract' }, 'kind'],
])('%j: refused at the field', (fields, field) => {
  const { error } = jobs.schema.safeParse({ ...posting, ...fields })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})

test('no open position: the careers page has none', async () => {
  for (const key of content.entryKeys(jobs)) await content.remove(jobs.entry(key), by)
  expect(careersLoader().data.jobs).toEqual([])
})

function metaOf() {
  const layout = { id: 'site/layout/site-layout', data: layoutLoader(routeArgs(ownRequest('/careers/fitter'))) }
  const args = { data: open().data, location: { pathname: '/careers/fitter' }, matches: [layout], params: {} }
  return meta(args as unknown as Parameters<typeof meta>[0]) ?? []
}

function postingOf() {
  return metaOf()
    .flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json'] as Record<string, unknown>] : []))
    .find((part) => part['@type'] === 'JobPosting')
}
