import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-images.ts'
import { pdfDate, readDateExcerpts } from './decode-document.server.ts'

const PIECE = 256 * 1024
const DATE = "/ModDate (D:20250806090000+05'30')"

async function dateOf(pdf: string) {
  const file = path.join(await temporaryFolder(), 'a.pdf')
  await writeFile(file, pdf, 'latin1')
  return pdfDate(await readDateExcerpts(file))
}

test('no date: none', async () => {
  expect(await dateOf('%PDF-1.7')).toBeUndefined()
})

test.each([0, 1, 10, 33, 34, 35, 255, 256, 257, 290])(
  'a date that begins %i bytes before the end of a piece: read as a whole, once',
  async (before) => {
    const pdf = `${' '.repeat(PIECE - before)}${DATE}${' '.repeat(PIECE)}`
    expect(await dateOf(pdf)).toBe('2025-08-06')
    const file = path.join(await temporaryFolder(), 'a.pdf')
    await writeFile(file, pdf, 'latin1')
    expect((await readDateExcerpts(file)).match(/ModDate/g)).toHaveLength(1)
  },
)

test('an older date in front, the newer one appended far behind: the last one', async () => {
  expect(await dateOf(`/ModDate (D:20240101)${'x'.repeat(3 * PIECE)}${DATE}`)).toBe('2025-08-06')
})

test('a date in an object of its own, pieces away from its dictionary', async () => {
  expect(await dateOf(`%PDF-1.4\n12 0 obj\n(D:20250806)\nendobj${' '.repeat(2 * PIECE)}/ModDate 12 0 R`)).toBe(
    '2025-08-06',
  )
})

test.each([
  ['dates', '/ModDate(D:2024', ')'],
  ['dates that are objects', '/ModDate 1 0 R\r1 0 obj(D:20240101)', ''],
  ['empty names of dates', 'xmp:ModifyDate', ''],
])('a PDF made of %s: its last one, out of a few kilobytes that are kept', async (_case, filler, end) => {
  const pdf = `${filler.repeat(2_000_000 / filler.length)}${end}\n12 0 obj\n(D:20250806)\nendobj /ModDate 12 0 R`
  expect(await dateOf(pdf)).toBe('2025-08-06')
  const file = path.join(await temporaryFolder(), 'a.pdf')
  await writeFile(file, pdf, 'latin1')
  expect((await readDateExcerpts(file)).length).toBeLessThan(20_000)
})

test('a large PDF: others get their turn after each piece of it', async () => {
  const file = path.join(await temporaryFolder(), 'a.pdf')
  await writeFile(file, '/ModDate(D:2024)'.repeat((20 * PIECE) / 16))
  let turns = 0
  let isOver = false
  const takeTurn = () => {
    turns += 1
    if (!isOver) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  await readDateExcerpts(file)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(20)
})

test('no date, or none that can be read: undefined', () => {
  for (const pdf of [
    '%PDF-1.7',
    '<< /ModDate (yesterday) >>',
    '<< /ModDate 12 0 R >>',
    '<< /ModDate (D:20259999) >>',
    '<xmp:ModifyDate>soon</xmp:ModifyDate>',
  ]) {
    expect(pdfDate(pdf), pdf).toBeUndefined()
  }
})

test('the date of the last change before the one of creation', () => {
  expect(pdfDate("<< /CreationDate (D:20250101) /ModDate (D:20250806090000+05'30') >>")).toBe('2025-08-06')
  expect(pdfDate('<< /CreationDate (D:20250101) >>')).toBe('2025-01-01')
})

test('day or month left out, or the prefix: the first day', () => {
  expect(pdfDate('/ModDate (D:2025)')).toBe('2025-01-01')
  expect(pdfDate('/ModDate(202508)')).toBe('2025-08-01')
})

test('a value in an object of its own: found by its number', () => {
  const pdf = '112 0 obj\n(D:20010101)\nendobj\n12 0 obj\n(D:20250806000000Z)\nendobj\n<< /ModDate 12 0 R >>'
  expect(pdfDate(pdf)).toBe('2025-08-06')
})

test('a file changed by appending: the last one counts', () => {
  expect(pdfDate('/ModDate (D:20240101)\n%%EOF\n/ModDate (D:20250806)\n%%EOF')).toBe('2025-08-06')
})

test('only an XMP packet, as elements or attributes: its dates', () => {
  expect(pdfDate('<xmp:CreateDate>2025-08-06T10:00:00Z</xmp:CreateDate>')).toBe('2025-08-06')
  expect(pdfDate('<rdf:Description xmp:CreateDate="2024-01-01" xmp:ModifyDate="2025-08-06T10:00:00+05:30"/>')).toBe(
    '2025-08-06',
  )
})
