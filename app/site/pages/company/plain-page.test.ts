import { unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { loader as loadDashboard } from '#app/cms/admin/shell/dashboard.tsx'
import { listedPages } from '#app/cms/define/collection-pages.ts'
import { verifySite } from '#app/cms/operations/verify/verify-site.server.ts'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { footerPages } from '#app/site/collections/plain-pages/footer-pages.ts'
import { plainPages } from '#app/site/collections/plain-pages/plain-pages.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { loader as layoutLoader } from '#app/site/layout/site-layout.tsx'
import { ownRequest, routeArgs, screenArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader, meta } from './plain-page.tsx'

const site = await createTestSite()
const { content } = site
const by = { author: 'test', reason: 'Test' }
const imprint = plainPages.entry('imprint')

type Fields = Partial<z.input<typeof plainPages.schema>>

function save(fields: Fields = {}, section = imprint) {
  const value = plainPages.schema.parse({ title: 'Imprint', body: 'We keep little.', ...fields })
  return content.update(section, { ...by, change: () => value, create: () => value })
}

beforeEach(async () => {
  for (const key of content.entryKeys(plainPages)) {
    if (key.startsWith('imprint')) await content.remove(plainPages.entry(key), by)
  }
})

const open = (address: string) => loader(routeArgs(ownRequest(`/${address}?from=mail`), { address }))
const statusOf = (address: string) => open(address).init?.status ?? 200

test.each(['accessibility', 'terms-of-use', 'frequently-asked-questions'])(
  '/%s: is there, linked in the footer of every page, and says that it is a sample',
  (address) => {
    const { data, init } = open(address)
    expect(init?.status ?? 200).toBe(200)
    if (data.state !== 'shown') throw new Error(`The page is ${data.state}`)
    expect(data.page.lead + data.html).toMatch(/sample/i)
    const { morePages } = layoutLoader(routeArgs(ownRequest('/')))
    expect(morePages.map(({ link }) => link)).toContain(`/${address}`)
  },
)

test('a page that is saved: public at once, for the host too; removed: gone from both', async () => {
  const documents = openPublicDocuments(site)
  expect([statusOf('imprint'), documents.unknownAddressOf('/imprint')]).toEqual([404, '/~'])
  await save({ menu: 'footer' })
  expect([statusOf('imprint'), documents.unknownAddressOf('/imprint'), documents.addressOf('/imprint')]).toEqual([
    200,
    undefined,
    '/imprint',
  ])
  expect(footerPages(site)).toContainEqual({ text: 'Imprint', link: '/imprint' })
  expect(site.links.linkTargets()).toContainEqual({ href: '/imprint', label: 'Imprint' })
  await content.remove(imprint, by)
  expect([statusOf('imprint'), documents.unknownAddressOf('/imprint')]).toEqual([410, undefined])
  expect(footerPages(site)).not.toContainEqual({ text: 'Imprint', link: '/imprint' })
})

test('an address of its own: the page is there; its former address leads to it', async () => {
  await save()
  await save({ address: 'imprint-policy' })
  expect(statusOf('imprint-policy')).toBe(200)
  expect(redirectOf('imprint')).toEqual([308, '/imprint-policy?from=mail'])
})

function redirectOf(address: string) {
  try {
    return [statusOf(address)]
  } catch (response) {
    return response instanceof Response && [response.status, response.headers.get('location')]
  }
}

test('hidden: 404, and not in the footer. Unlisted: only with the link, and not for search engines', async () => {
  await save({ visibility: 'hidden', menu: 'footer' })
  expect([statusOf('imprint'), footerPages(site).length]).toEqual([404, 3])
  await save({ visibility: 'unlisted', menu: 'footer' })
  expect([statusOf('imprint'), footerPages(site).length]).toEqual([200, 3])
  const robots = { name: 'robots', content: 'noindex' }
  expect(metaOf('imprint')).toContainEqual(robots)
  expect(metaOf('terms-of-use')).not.toContainEqual(robots)
})

function metaOf(address: string) {
  const args = { data: open(address).data, location: { pathname: `/${address}` }, matches: [], params: {} }
  return meta(args as unknown as Parameters<typeof meta>[0])
}

test.each(['products', 'investors', 'admin', 'api', 'uploads', 'policies', 'assets', 'images', 'healthz', 'readyz'])(
  'the address “%s”, also as a key: refused at the field',
  async (address) => {
    const refused = { issues: [{ path: 'address', message: expect.stringContaining(`“${address}”`) }] }
    await expect(save({ address })).rejects.toMatchObject(refused)
    await expect(save({}, plainPages.entry(address))).rejects.toMatchObject(refused)
    expect(content.entryKeys(plainPages)).not.toContain(address)
  },
)

test('a file that could never be read: 503, and only then', async () => {
  vi.spyOn(log, 'error').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  const file = path.join(site.env.contentDir, 'plain-pages/imprint-broken.md')
  await writeFile(file, '---\ntitle: [\n---\n')
  await vi.waitFor(() => {
    expect(statusOf('imprint-broken')).toBe(503)
  })
  await unlink(file)
})

test('documents: their size is known', async () => {
  const fileUrl = content.read(documents.entry('code-of-conduct')).value.fileUrl
  await save({ documents: [{ _id: 'one', title: 'Whole text', fileUrl: fileUrl }] })
  expect(open('imprint').data).toMatchObject({
    page: { documents: [{ title: 'Whole text' }] },
    documents: { [fileUrl]: { bytes: expect.any(Number) } },
  })
})

test.each([
  ['gallery', ''],
  ['more-products', 'products'],
])('a file %s.md with a reserved address by hand: named for staff, and in no list', async (key, address) => {
  const file = path.join(site.env.contentDir, 'plain-pages', `${key}.md`)
  await writeFile(file, `---\ntitle: By hand\nmenu: footer\naddress: "${address}"\n---\n\nText.\n`)
  onTestFinished(async () => {
    await unlink(file)
    await vi.waitFor(() => {
      expect(content.faults()).not.toEqual([])
    })
    await content.remove(plainPages.entry(key), by)
  })
  await vi.waitFor(() => {
    expect(content.entryKeys(plainPages)).toContain(key)
  })
  const href = `/${address || key}`
  expect(footerPages(site)).not.toContainEqual({ text: 'By hand', link: href })
  expect(listedPages(site).map((page) => page.href)).not.toContain(href)
  const named = expect.objectContaining({ label: 'By hand', address: href, holder: undefined })
  expect((await loadDashboard(screenArgs('/admin', await signIn()))).withoutAddress).toEqual([named])
  const { findings } = await verifySite({ storage: site.storage, definition: site.definition })
  expect(findings.map(({ what }) => what)).toContain(
    `By hand has the address ${href}, which another part of the website has as well.`,
  )
  const logged = vi.spyOn(log, 'error')
  onTestFinished(() => {
    logged.mockRestore()
  })
  await save({ title: 'By hand', address: 'by-hand' }, plainPages.entry(key))
  expect([statusOf('by-hand'), logged.mock.calls]).toEqual([200, []])
})

test('a page of questions: each of its largest headings with its answer, and what is above them', async () => {
  await save({ layout: 'questions', body: '*A sample.*\n\n## How much?\n\nOne tonne.\n\n## When?\n\nSoon.' })
  expect(open('imprint').data).toMatchObject({
    html: '<p><em>A sample.</em></p>\n',
    questions: [
      {
        title: '',
        parts: [
          { title: 'How much?', html: '<p>One tonne.</p>\n' },
          { title: 'When?', html: '<p>Soon.</p>\n' },
        ],
      },
    ],
  })
  await save({
    layout: 'questions',
    body: '## Orders\n\n### How much?\n\n## Page title\n\n### When?\n\n## Orders\n\n### Why?',
  })
  expect(open('imprint').data).toMatchObject({
    questions: [
      { id: 'orders', title: 'Orders', parts: [{ title: 'How much?' }] },
      { id: 'part-2', title: 'Page title' },
      { id: 'part-3', title: 'Orders' },
    ],
  })
  await save({ body: '## How much?' })
  expect(open('imprint').data).toMatchObject({ html: '<h2>How much?</h2>\n' })
  expect(open('imprint').data).not.toHaveProperty('questions')
})

test('a text with three headings: in parts, each with its heading; with fewer: as a whole', async () => {
  await save({ body: '*A sample.*\n\n## One *more*\n\nText.\n\n### Below\n\n## Two\n\n## Three' })
  expect(open('imprint').data).toMatchObject({
    html: '<p><em>A sample.</em></p>\n',
    parts: [
      { id: 'one-more', title: 'One more', html: '<h2>One <em>more</em></h2>\n<p>Text.</p>\n<h3>Below</h3>\n' },
      { title: 'Two' },
      { title: 'Three' },
    ],
  })
  await save({ body: '## One\n\n## Two' })
  expect(open('imprint').data).toMatchObject({ html: '<h2>One</h2>\n<h2>Two</h2>\n' })
  expect(open('imprint').data).not.toHaveProperty('parts')
})
