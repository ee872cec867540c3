import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test, vi } from 'vitest'
import { makeDocumentJob } from '#app/cms/media/decoding/decoder-jobs.ts'
import { DecoderFailed } from '#app/cms/media/decoding/decoder.server.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { gradeIndex } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { dataSheet } from '#app/site/sections/grade-sheet/data-sheet.server.ts'
import { sheetDocument } from '#app/site/sections/grade-sheet/sheet-document.server.ts'
import { ownRequest } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { textOfPdf } from '#test/text-of-pdf.ts'
import { loader } from './grade-pdf.tsx'

const site = await createTestSite()
const by = { author: 'admin', reason: 'test' }
const grade = grades.entry('pv-90-s')
const shipped = site.content.read(grade).value

function visit(page = '/products/pvc-compound/pv-90-s', headers: Record<string, string> = {}) {
  const [, , slug, last] = page.split('/')
  const { url } = ownRequest(`${page}.pdf`)
  return loader({ params: { slug, grade: last }, request: new Request(url, { headers }) })
}

async function bytesOf(page?: string) {
  const response = await visit(page)
  expect(response.headers.get('Content-Type')).toBe('application/pdf')
  return new Uint8Array(await response.arrayBuffer())
}

function open(data: Uint8Array) {
  return getDocument({ data, verbosity: 0, useSystemFonts: false }).promise
}

test('a data sheet: one A4 with title, language and a table that screen readers follow', async () => {
  const pdf = await open(await bytesOf())
  expect(pdf.numPages).toBe(1)
  const page = await pdf.getPage(1)
  expect(page.view.map(Math.round)).toEqual([0, 0, 595, 842])
  const { info } = await pdf.getMetadata()
  expect(info).toMatchObject({
    Title: 'PV 90 S data sheet, Polymer Compounds',
    Author: 'Polymer Compounds',
    Language: 'en-IN',
    CreationDate: 'D:20260401000000Z',
  })
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  const roles = JSON.stringify(await page.getStructTree()).match(/"role":"(?:H1|H2|P|Table|TR|TH|TD)"/g) ?? []
  const count = (role: string) => roles.filter((one) => one === `"role":"${role}"`).length
  expect(['H1', 'Table'].map(count)).toEqual([1, 4])
  // Five heads of columns, as no value has a condition, and the head of each of twelve rows.
  expect(count('TH')).toBe(5 + 2 + 2 + 2 + 6)
  expect(count('TD')).toBe(2 * 4 + 2 + 2 + 6)
})

test('made twice: the same bytes', async () => {
  const found = site.service(gradeIndex).withKey('pv-90-s')
  if (!found) throw new Error('The grade is listed')
  const input = sheetDocument(site, dataSheet(site, found), site.env.publicOrigin)
  const again = await site.media.decoder.run(makeDocumentJob, input)
  expect(Buffer.from(again).equals(Buffer.from(await bytesOf()))).toBe(true)
})

test('other words: other bytes at once, and the tag of a copy follows them', async () => {
  const tag = (await visit()).headers.get('ETag') ?? ''
  expect((await visit(undefined, { 'If-None-Match': tag })).status).toBe(304)
  await site.content.update(grade, { ...by, change: () => ({ ...shipped, use: 'Bedding' }) })
  expect((await visit(undefined, { 'If-None-Match': tag })).status).toBe(200)
  expect((await textOfPdf(await bytesOf())).text).toContain('Bedding')
  await site.content.update(grade, { ...by, change: () => shipped })
  expect((await visit(undefined, { 'If-None-Match': tag })).status).toBe(304)
})

test('characters beyond the Latin ones: in the text', async () => {
  const words = ['₹ 95 a kilogram', 'tan δ ≤ 2 × 10⁻³', 'केबल 2']
  const processing = words.map((text, index) => ({ name: `Fact ${index}`, text }))
  await site.content.update(grade, { ...by, change: () => ({ ...shipped, processing }) })
  const { text, pages } = await textOfPdf(await bytesOf())
  expect(pages).toBe(1)
  for (const part of ['₹ 95', 'tan δ ≤ 2 × 10⁻³', 'केबल']) expect(text).toContain(part)
})

test('a former address redirects, an unknown one is 404, a hidden grade has none', async () => {
  expect((await visit('/products/pvc-compound/nope')).status).toBe(404)
  expect((await visit('/products/grades/pv-90-s')).headers.get('Location')).toBe('/products/pvc-compound/pv-90-s.pdf')
})

test('the decoder fails: 503 with the way to the page, and the next request tries again', async () => {
  const run = vi.spyOn(site.media.decoder, 'run')
  run.mockRejectedValueOnce(new DecoderFailed('timeout', 'It took too long'))
  const page = '/products/pvc-compound/pv-90-l'
  const response = await visit(page)
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '60'])
  expect(await response.text()).toContain(`href="${page}"`)
  expect((await visit(page)).status).toBe(200)
})

test('the longest data sheets of the site are one A4 each', async () => {
  const listed = [...site.service(gradeIndex).listed()]
  const longest = listed.toSorted((a, b) => b.values.length - a.values.length).slice(0, 1)
  for (const { href } of longest) expect((await textOfPdf(await bytesOf(href))).pages).toBe(1)
})
