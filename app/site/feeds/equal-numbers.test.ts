import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { grades } from '#app/site/collections/grades/grades.ts'
import type { GradeValue } from '#app/site/collections/grades/grade-schema.ts'
import { properties } from '#app/site/collections/properties/properties.ts'
import { gradeIndex } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { dataSheet } from '#app/site/sections/grade-sheet/data-sheet.server.ts'
import { exportedGrades } from '#app/site/sections/grade-sheet/exported-grades.server.ts'
import { gradePage } from '#app/site/sections/grade-sheet/grade-page.server.ts'
import { sheetDocument } from '#app/site/sections/grade-sheet/sheet-document.server.ts'
import { ownRequest } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { textOfPdf } from '#test/text-of-pdf.ts'
import { Random } from '#test/random.ts'
import * as csv from './grades-csv.tsx'
import * as json from './grades-json.tsx'
import { loader as pdf } from './grade-pdf.tsx'

const EDITS = 50
/** A PDF takes longer than all the rest. */
const PDFS = 5

const site = await createTestSite()
const listed = () => site.service(gradeIndex).listed()

/** What a row says: `Density 0.934 g/cm³ ISO 1183 23 °C`. */
const row = (...cells: string[]) => cells.filter((cell) => cell !== '').join(' ')

function rowsOfPages() {
  return new Map(
    listed().map((grade) => [
      grade.value.title,
      gradePage(site, grade).groups.flatMap(({ values }) =>
        values.map(({ name, text, unit, method, condition, basis }) => row(name, text, unit, method, condition, basis)),
      ),
    ]),
  )
}

function rowsOfDocuments() {
  return new Map(
    listed().map((grade) => [
      grade.value.title,
      sheetDocument(site, dataSheet(site, grade), 'https://www.example.com').blocks.flatMap((block) =>
        block.kind === 'table' && block.title.endsWith(' values') ? block.rows.map((cells) => row(...cells)) : [],
      ),
    ]),
  )
}

async function rowsOfJson() {
  const { grades: all } = (await json.loader().json()) as ReturnType<typeof exportedGrades>
  return new Map(
    all.map(({ title, values }) => [
      title,
      values.map((one) => row(one.name, one.value, one.unit, one.method, one.condition, one.basis)),
    ]),
  )
}

async function rowsOfCsv() {
  const table: Record<string, string>[] = parse(await csv.loader().text(), { columns: true, bom: true })
  const found = new Map<string, string[]>()
  for (const line of table) {
    const rows = found.get(line['Grade'] ?? '') ?? []
    found.set(line['Grade'] ?? '', rows)
    const cells = ['Property', 'Value', 'Unit', 'Method', 'Condition', 'Basis'].map((name) => line[name] ?? '')
    if (line['Property'] !== '') rows.push(row(...cells))
  }
  return found
}

async function expectEqualRows() {
  const pages = rowsOfPages()
  expect(rowsOfDocuments()).toEqual(pages)
  expect(await rowsOfJson()).toEqual(pages)
  expect(await rowsOfCsv()).toEqual(pages)
}

test('the numbers of page, PDF, CSV and JSON are equal for all grades, after each of 50 random edits', async () => {
  const random = new Random(52)
  const keys = site.content.entryKeys(grades)
  const measured = site.content
    .entryKeys(properties)
    .filter((key) => site.content.read(properties.entry(key)).value.unit !== '')
  await expectEqualRows()
  for (let edit = 0; edit < EDITS; edit += 1) {
    const key = random.of(keys)
    const property = random.of(measured)
    const { decimals } = site.content.read(properties.entry(property)).value
    const number = (at: number) => random.between(at, at + 90).toFixed(Math.min(decimals, random.below(4)))
    const kind = random.of(['number', 'range', 'at-least', 'at-most'] as const)
    const value: GradeValue = {
      ...{ property, kind, value: number(10), to: kind === 'range' ? number(200) : '' },
      basis: random.of(['typical', 'specified'] as const),
      method: random.of(['ISO 527', 'IEC 60811-501', 'ASTM D638']),
      condition: random.of(['', '23 °C', '190 °C, 2.16 kg']),
    }
    const at = random.below(3)
    await site.content.update(grades.entry(key), {
      ...{ author: 'asha', reason: 'Test' },
      change: (grade) => ({ ...grade, values: grade.values.toSpliced(at, 1, value), whatChanged: `Edit ${edit}` }),
    })
    await expectEqualRows()
    if (edit % (EDITS / PDFS) !== 0) continue
    const grade = listed().find((one) => one.key === key)
    if (!grade) throw new Error('Every grade is listed')
    const [, , slug, last] = grade.href.split('/')
    const response = await pdf({ params: { slug, grade: last }, request: ownRequest(`${grade.href}.pdf`) })
    const { text } = await textOfPdf(new Uint8Array(await response.arrayBuffer()))
    // A narrow column may break a text into two lines.
    const words = text.replace(/\s+/g, ' ')
    for (const one of rowsOfPages().get(grade.value.title) ?? []) expect(words).toContain(one.replace(/\s+/g, ' '))
  }
})
