import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-images.ts'
import { pdfDate } from './document-info-date.ts'
import { readDateExcerpts } from './pdf-date-excerpts.server.ts'

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
