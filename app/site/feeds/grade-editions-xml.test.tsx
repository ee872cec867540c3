import { expect, test } from 'vitest'
import { grades } from '#app/site/collections/grades/grades.ts'
import { ownRequest } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader } from './grade-editions-xml.tsx'

const site = await createTestSite()
const by = { author: 'admin', reason: 'test' }
const PAGE = '/products/pvc-compound/pv-90-s'
const section = grades.entry('pv-90-s')
const shipped = site.content.read(section).value
const HOSTILE = '5 < 6 & “]]>”'

function ask(page = PAGE, headers: Record<string, string> = {}) {
  const [, , slug, grade] = page.split('/')
  return loader({ params: { slug, grade }, request: new Request(ownRequest(`${page}.xml`).url, { headers }) })
}

async function items() {
  const response = ask()
  expect(response.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
  const document = new DOMParser().parseFromString(await response.text(), 'application/xml')
  expect(document.querySelector('parsererror')?.textContent).toBeUndefined()
  return [...document.querySelectorAll('item')].map((item) =>
    ['title', 'guid', 'link', 'description'].map((name) => item.querySelector(name)?.textContent),
  )
}

/** Publishes another number of the elongation. */
const publish = (value: string, whatChanged: string) =>
  site.content.update(section, {
    ...by,
    change: (now) => ({
      ...now,
      whatChanged,
      values: now.values.map((one) => (one.property === 'elongation' ? { ...one, value } : one)),
    }),
  })

const FIRST = ['PV 90 S, edition 1', 'grade:pv-90-s:1', `${site.env.publicOrigin}${PAGE}`, 'The first edition.']

test('the first edition, then one for each that follows, with its sentence and what it has changed', async () => {
  expect(await items()).toEqual([FIRST])
  const etag = ask().headers.get('ETag') ?? ''
  const again = ask(PAGE, { 'If-None-Match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  await publish('275', `Measured anew ${HOSTILE}`)
  expect(ask(PAGE, { 'If-None-Match': etag }).status).toBe(200)
  const words = `Measured anew ${HOSTILE}. Elongation, %: 275 (IEC 60811-501) instead of 270 (IEC 60811-501).`
  expect(await items()).toEqual([['PV 90 S, edition 2', 'grade:pv-90-s:2', FIRST[2], words], FIRST])
})

test('another name and address: the same guids, and the former address leads to the feed', async () => {
  const guids = async () => (await items()).map(([, guid]) => guid)
  const before = await guids()
  await site.content.update(section, { ...by, change: (now) => ({ ...now, title: 'PV 90 T', address: 'pv-90-t' }) })
  const moved = ask()
  expect([moved.status, moved.headers.get('Location')]).toEqual([308, '/products/pvc-compound/pv-90-t.xml'])
  const text = await ask('/products/pvc-compound/pv-90-t').text()
  for (const guid of before) expect(text).toContain(`>${guid}<`)
  await site.content.update(section, { ...by, change: (now) => ({ ...now, title: shipped.title, address: '' }) })
})

test('an unknown grade, a hidden and a removed one: 404 and 410', async () => {
  expect(ask('/products/pvc-compound/nope').status).toBe(404)
  await site.content.update(section, { ...by, change: (now) => ({ ...now, visibility: 'hidden' as const }) })
  expect(ask().status).toBe(404)
  await site.content.update(section, { ...by, change: (now) => ({ ...now, visibility: 'listed' as const }) })
  await site.content.remove(section, by)
  expect(ask().status).toBe(410)
  await site.content.update(section, { ...by, change: () => shipped, create: () => shipped })
})
