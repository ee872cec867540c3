import { afterEach, expect, test } from 'vitest'
import { makeDocumentJob } from '#app/cms/media/decoding/decoder-jobs.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { gradeEditorLoader } from '#app/site/collections/grades/grade-editor.server.ts'
import { grades, type Grade } from '#app/site/collections/grades/grades.ts'
import { loader as pageLoader } from '#app/site/pages/products/grade.tsx'
import { missingOfGrades } from '#app/site/admin/missing-of-grades/missing-of-grades.server.ts'
import { gradeIndex } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { dataSheet } from '#app/site/sections/grade-sheet/data-sheet.server.ts'
import { sheetDocument } from '#app/site/sections/grade-sheet/sheet-document.server.ts'
import { loader as fileLoader } from '#app/cms/stored-file.tsx'
import { ownRequest, screenArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { inPieces } from '#test/temporary-images.ts'
import { loader } from './grade-pdf.tsx'

const site = await createTestSite()
const cookie = await signIn()
const by = { author: 'admin', reason: 'test' }
const KEY = 'pv-90-s'
const PAGE = '/products/pvc-compound/pv-90-s'
const section = grades.entry(KEY)
const shipped = site.content.read(section).value
const params = { slug: 'pvc-compound', grade: KEY }

afterEach(async () => {
  await publish(shipped)
})

const publish = (grade: Grade) =>
  site.content.update(section, { ...by, change: () => ({ ...grade, whatChanged: 'Test' }), create: () => grade })

const stage = (bytes: Uint8Array) =>
  site.media.staged.store(inPieces(bytes), 'tds.pdf', { accepts: 'pdf', folder: 'data-sheets' }, 'asha')

/** The sheet that the site makes of the values: it has each of their numbers. */
async function madeBytes() {
  const grade = site.service(gradeIndex).withKey(KEY)
  if (!grade) throw new Error('The grade is listed')
  return site.media.decoder.run(makeDocumentJob, sheetDocument(site, dataSheet(site, grade), site.env.publicOrigin))
}

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  loader({ params, request: new Request(ownRequest(`${PAGE}.pdf`).url, { headers, method }) })

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

async function statusOf(response: Response) {
  await response.body?.cancel()
  return response.status
}

function shownOnPage() {
  const { data } = pageLoader({ params, request: ownRequest(PAGE) })
  return data.state === 'shown' ? data.ownSheet : undefined
}

async function comparison() {
  const { sheet } = await gradeEditorLoader({ ...screenArgs(`/admin/grades/${KEY}`, cookie), params: { key: KEY } })
  return sheet
}

const otherSheets = () => missingOfGrades(site, new Map()).otherSheets.map(({ title, label }) => [title, label])

test('an own data sheet: at the fixed address with its own tag, named on the page, until it is taken away', async () => {
  const madeTag = (await ask()).headers.get('ETag')
  const bytes = pdfBytes({ content: 'BT /F1 12 Tf 72 700 Td (Tensile strength 15.5 MPa, elongation 270 %) Tj ET' })
  const sheet = await stage(bytes)
  expect(await bytesOf(await ask())).not.toEqual(bytes)
  await publish({ ...shipped, sheet, sheetEdition: 'Rev. 4', sheetDate: '2026-10-12' })
  const own = await ask()
  expect(await bytesOf(own)).toEqual(bytes)
  expect(Object.fromEntries(own.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="pv-90-s.pdf"',
    'cache-control': 'public, max-age=0, must-revalidate',
    link: `<${site.env.publicOrigin}${PAGE}>; rel="canonical"`,
  })
  const tag = own.headers.get('ETag') ?? ''
  expect(tag).not.toBe(madeTag)
  expect(await statusOf(await ask({ 'If-None-Match': tag }))).toBe(304)
  const part = await ask({ Range: 'bytes=0-7' })
  expect([part.status, String(await bytesOf(part))]).toEqual([206, '%PDF-1.5'])
  expect((await bytesOf(await ask({}, 'HEAD'))).length).toBe(0)
  expect(shownOnPage()).toEqual({ edition: 'Rev. 4', date: '12 Oct 2026', bytes: bytes.length })
  await publish(shipped)
  expect((await ask({ 'If-None-Match': tag })).status).toBe(200)
  expect(shownOnPage()).toBeUndefined()
})

test('the made sheet chosen as an own one has every number; after another value it differs, and says in which', async () => {
  const sheet = await stage(await madeBytes())
  await publish({ ...shipped, sheet })
  expect(await comparison()).toEqual({ label: 'Same numbers', text: 'The PDF has each number of the values.' })
  expect(otherSheets()).toEqual([])
  const values = shipped.values.map((one) => (one.property === 'elongation' ? { ...one, value: '275' } : one))
  await publish({ ...shipped, sheet, values })
  expect(await comparison()).toEqual({
    label: 'Differs from the data',
    text: expect.stringMatching(/^Not in the PDF: Elongation 275\. /) as string,
  })
  expect(otherSheets()).toEqual([['PV 90 S', 'Differs from the data']])
})

test('an own data sheet of more than two years, by the date that staff enter or else that of the PDF: listed', async () => {
  const sheet = await stage(pdfBytes({ info: '/ModDate (D:20190301000000Z)' }))
  const oldSheets = () => missingOfGrades(site, new Map()).oldSheets.map(({ title, day }) => [title, day])
  await publish({ ...shipped, sheet })
  expect(oldSheets()).toEqual([['PV 90 S', '2019-03-01']])
  await publish({ ...shipped, sheet, sheetDate: today() })
  expect(oldSheets()).toEqual([])
})

test('a draft is compared with its own file, which is not public; a scan cannot be compared', async () => {
  const { version } = site.content.read(section)
  const sheet = await stage(pdfBytes({ content: '' }))
  await site.drafts.save(section, { content: { ...shipped, sheet }, author: 'asha', version })
  expect((await comparison())?.label).toBe('Cannot be compared')
  expect((await comparison())?.text).toContain('no text, like a scan')
  expect(shownOnPage()).toBeUndefined()
  await site.drafts.discard(section, { author: 'asha' })
  expect(await comparison()).toBeUndefined()
})

test('hidden with its grade at every address, also while another grade has it only hidden', async () => {
  const sheet = await stage(pdfBytes({ info: '/Title (hidden)' }))
  const file = async () => statusOf(await fileLoader({ request: ownRequest(sheet), params: {}, context: {} }))
  await publish({ ...shipped, sheet })
  expect([await statusOf(await ask()), await file()]).toEqual([200, 200])
  await publish({ ...shipped, sheet, visibility: 'hidden' })
  expect([await statusOf(await ask()), await file()]).toEqual([404, 404])
  const other = grades.entry('pv-90-l')
  const before = site.content.read(other).value
  await site.content.update(other, { ...by, change: () => ({ ...before, sheet }) })
  expect(await file()).toBe(200)
  await site.content.update(other, { ...by, change: () => before })
  expect(await file()).toBe(404)
})

test('a file that the register keeps from visitors: they get the made sheet', async () => {
  const sheet = await stage(pdfBytes({ info: '/Title (embargo)' }))
  const document = documents.schema.parse({
    ...{ title: 'Sheet', kind: 'policy', date: '2026-11-01', fileUrl: sheet, visibility: 'hidden' },
  })
  const entry = documents.entry('embargoed-sheet')
  await site.content.update(entry, { ...by, change: () => document, create: () => document })
  await publish({ ...shipped, sheet })
  expect((await ask()).headers.get('Content-Disposition')).toMatch(/^inline; filename="pv-90-s-edition-\d\.pdf"$/)
  expect(shownOnPage()).toBeUndefined()
})

test('a file that is not there: visitors get the made sheet, and staff read that it is missing', async () => {
  await publish({ ...shipped, sheet: '/uploads/data-sheets/lost.pdf' })
  expect((await ask()).status).toBe(200)
  expect(shownOnPage()).toBeUndefined()
  expect((await comparison())?.text).toContain('missing')
})

test.each(['https://www.example.com/tds.pdf', '/uploads/data-sheets/tds.xlsx'])('%s is refused', async (sheet) => {
  await expect(publish({ ...shipped, sheet })).rejects.toMatchObject({
    issues: [{ path: 'sheet', message: expect.stringMatching(/^Own data sheet must be a/) as string }],
  })
})
