import { beforeEach, expect, test } from 'vitest'
import { listAction, listLoader } from '#app/cms/admin/collection/collection-list.server.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { GRADE_SHEET } from '#app/site/collections/grades/grade-screens.ts'
import { ownRequest, routeArgs, screenArgs, signIn, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { gradeSheetAction, gradeSheetCsvLoader, gradeSheetLoader } from './grade-sheet.server.ts'

const site = await createTestSite()
const { content, drafts, releases, approvals } = site

const cookie = await signIn()
const editor = await signInAs('editor')
beforeEach(() => approvals.setSections(new Set(), 'asha'))

const STRENGTH = 'Tensile strength [MPa] {IEC 60811-501}'
const valueOf = (key: string) => content.read(grades.entry(key)).value
const strengthOf = (key: string) =>
  valueOf(key).values.find(({ property, method }) => property === 'tensile-strength' && method === 'IEC 60811-501')
/** Lines of cells, as they are copied from a spreadsheet program. */
const sheet = (...rows: string[][]) => rows.map((cells) => cells.join('\t')).join('\n')

interface Posted {
  intent?: string
  seen?: string
  by?: string
  leaveOut?: boolean
  file?: File
  sentence?: string
}

function post(
  text: string,
  { intent = 'compare', seen = '', by = cookie, leaveOut = false, file, sentence = 'Measured anew' }: Posted = {},
) {
  const form = new FormData()
  form.append('sheet', text)
  if (file) form.append('sheet-file', file)
  if (leaveOut) form.append('leave-out', 'on')
  form.append('what-changed', sentence)
  form.append('seen', seen)
  form.append('intent', intent)
  const request = ownRequest(GRADE_SHEET.href, { method: 'POST', body: form, headers: { cookie: by } })
  return Promise.resolve(gradeSheetAction(routeArgs(request)))
}

async function replyTo(text: string, posted?: Posted) {
  const response = await post(text, posted)
  if (response instanceof Response || !('data' in response)) throw new Error('Something was saved')
  return { status: response.init?.status, ...response.data }
}

async function previewOf(text: string, posted?: Posted) {
  const { preview } = await replyTo(text, posted)
  if (!preview) throw new Error('Nothing was compared')
  return preview
}

/** Shows the changes, then presses a button. */
async function take(text: string, intent: 'publish' | 'draft', by = cookie) {
  const { seen } = await previewOf(text, { by })
  return redirected(post(text, { intent, seen, by }))
}

const problemsOf = async (text: string, posted?: Posted) =>
  (await previewOf(text, posted)).problems.map(({ row, column, message }) => [row, column, message])

const bytesOf = () =>
  Object.fromEntries(content.entryKeys(grades).map((key) => [key, content.read(grades.entry(key)).version]))

/** Without the editions, which an undo raises as well. */
const contents = () =>
  Object.fromEntries(
    content.entryKeys(grades).map((key) => {
      const { edition: _number, editionDate: _date, editions: _all, ...grade } = valueOf(key)
      return [key, grade]
    }),
  )

test('what is exported, as a file and to copy: pasted back it changes nothing', async () => {
  const before = bytesOf()
  const response = await gradeSheetCsvLoader(screenArgs(`${GRADE_SHEET.href}.csv`, cookie))
  const csv = await response.text()
  const { copied } = await gradeSheetLoader(screenArgs(`${GRADE_SHEET.href}?copy=yes`, cookie))
  for (const text of [csv, copied]) {
    const preview = await previewOf(text)
    expect(preview).toMatchObject({ rows: [], problems: [], counts: { new: 0, changed: 0, others: 0, cells: 0 } })
    expect(preview.counts.unchanged).toBe(Object.keys(before).length)
    expect((await replyTo(text, { intent: 'publish', seen: preview.seen })).preview?.rows).toEqual([])
  }
  expect(bytesOf()).toEqual(before)
  // Each value of each grade is in it.
  const { values } = valueOf('pv-90-s')
  const [head = '', ...rows] = copied.split('\n')
  const row = rows.find((one) => one.startsWith('PV 90 S\t'))?.split('\t') ?? []
  expect(row[head.split('\t').indexOf(STRENGTH)]).toBe(strengthOf('pv-90-s')?.value)
  expect(row.length).toBeGreaterThan(values.length)
})

test('what no cell could say anew: exported and pasted back it is no change', async () => {
  const section = grades.entry('pv-90-s')
  const now = valueOf('pv-90-s')
  const [value] = now.values
  const [standard] = now.meets
  if (!value || !standard) throw new Error('The grade has values and standards')
  const odd = {
    ...now,
    colours: ['Black; matt', '=Grey'],
    meets: [{ ...standard, standard: 'Our own rule', part: 'x', type: '' }],
    processing: [{ name: 'Melt', text: '160; 180' }],
    values: [...now.values, { ...value, kind: 'text' as const, value: 'about 15', condition: 'odd' }],
    whatChanged: 'Test',
  }
  await content.update(section, { author: 'asha', reason: 'Test', change: () => odd })
  const csv = await (await gradeSheetCsvLoader(screenArgs(`${GRADE_SHEET.href}.csv`, cookie))).text()
  const { copied } = await gradeSheetLoader(screenArgs(`${GRADE_SHEET.href}?copy=yes`, cookie))
  for (const text of [csv, copied]) expect(await previewOf(text)).toMatchObject({ rows: [], problems: [] })
  await content.update(section, { author: 'asha', reason: 'Back', isUndo: true, change: () => now })
})

test('the grades of one product page: a narrower table', async () => {
  const { copied } = await gradeSheetLoader(screenArgs(`${GRADE_SHEET.href}?copy=yes&product=3lpe-system`, cookie))
  expect(copied.trim().split('\n')).toHaveLength(
    1 + site.content.entryKeys(grades).filter((key) => valueOf(key).product === '3lpe-system').length,
  )
  expect(copied).not.toContain(STRENGTH)
})

test('new, changed, unchanged and removed: shown for each cell, published at one moment, and undone by one button', async () => {
  const before = bytesOf()
  const contentsBefore = contents()
  const { value: old = '' } = strengthOf('pv-90-s') ?? {}
  const product = valueOf('pv-90-s').product
  // Columns in any order; PV 90 L has no change, the others are found by name and by key.
  const text = sheet(
    [STRENGTH, 'Layer', 'Name', 'Key', 'Product page', 'Used for', 'Colours'],
    ['18,5 MPa', '–', 'PV 90 S', '', '', '', ''],
    ['', 'Inner sheath', 'PV 85 CX', 'pv-85-c', '', '', ''],
    ['', '', 'PV 90 L', '', '', '', ''],
    ['≥ 12.5', 'Sheath', 'PV 99 N', '', product, 'New sheaths', 'Black; Grey'],
  )
  const preview = await previewOf(text)
  expect(preview.counts).toMatchObject({ new: 1, changed: 2, unchanged: 1 })
  expect(
    preview.rows.map(({ state, cells }) => [state, ...cells.map(({ before: was, text: now }) => [was, now])]),
  ).toEqual([
    [
      'changed',
      [old, '18.5'],
      ['Sheath', ''],
      [undefined, 'PV 90 S'],
      [undefined, 'pv-90-s'],
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ],
    [
      'changed',
      expect.anything(),
      ['Insulation', 'Inner sheath'],
      ['PV 85 C', 'PV 85 CX'],
      expect.anything(),
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ],
    [
      'new',
      [undefined, '≥ 12.5'],
      [undefined, 'Sheath'],
      [undefined, 'PV 99 N'],
      [undefined, ''],
      expect.anything(),
      [undefined, 'New sheaths'],
      [undefined, 'Black; Grey'],
    ],
  ])
  expect(bytesOf()).toEqual(before)

  const { url, flash } = await take(text, 'publish')
  expect(url).toBe('/admin/grades')
  expect(flash).toMatchObject({ message: '1 new grade and 2 changed grades published at one moment' })
  expect(strengthOf('pv-90-s')).toMatchObject({ value: '18.5', method: 'IEC 60811-501' })
  expect(valueOf('pv-90-s').layer).toBe('')
  expect(valueOf('pv-85-c')).toMatchObject({ title: 'PV 85 CX', layer: 'Inner sheath' })
  expect(valueOf('pv-99-n')).toMatchObject({
    product,
    colours: ['Black', 'Grey'],
    values: [{ kind: 'at-least', value: '12.5', method: 'IEC 60811-501' }],
  })

  const entry = flash?.undo?.entry ?? ''
  await redirected(
    Promise.resolve(listAction(screenArgs('/admin/grades', cookie, { fields: { intent: 'restore', entry } }))),
  )
  expect(contents()).toEqual(contentsBefore)
})

test('values that change without a sentence: named, and kept; with one, it is that of the edition', async () => {
  const text = sheet(['Name', STRENGTH], ['PV 90 S', '19'])
  const { seen } = await previewOf(text)
  const { value = '' } = strengthOf('pv-90-s') ?? {}
  expect(await replyTo(text, { intent: 'publish', seen, sentence: ' ' })).toMatchObject({
    ...{ status: 422, text, failure: expect.stringMatching(/^Published values of PV 90 S change: say/) as string },
  })
  await redirected(post(text, { intent: 'publish', seen, sentence: 'New resin' }))
  expect(valueOf('pv-90-s').editions.at(-1)).toMatchObject({ sentence: 'New resin' })
  await take(sheet(['Name', STRENGTH], ['PV 90 S', value]), 'publish')
})

test('values of several grades without a sentence: their number, at the field of the sentence', async () => {
  const text = sheet(['Name', STRENGTH], ['PV 90 S', '21.3'], ['PV 70 S', '21.4'])
  const { seen } = await previewOf(text)
  const { failure, sentenceError } = await replyTo(text, { intent: 'publish', seen, sentence: ' ' })
  expect(sentenceError).toMatch(/^Published values of 2 grades change/)
  expect(failure).toContain(sentenceError)
})

test('a value that named a grade, and names none now: understood, and to be looked at again', async () => {
  const preview = await previewOf(sheet(['Name', 'Topcoat'], ['3L 80', 'PC 96 T']))
  expect(preview.problems).toEqual([])
  expect(preview.rows[0]?.cells[1]).toMatchObject({ state: 'changed', doubt: 'No grade is called “PC 96 T”' })
  const other = await previewOf(sheet(['Name', 'Topcoat'], ['3L 80', 'PC 95 W']))
  expect(other.rows[0]?.cells[1]).toMatchObject({ state: 'changed', doubt: '' })
})

test('zeros that a spreadsheet program leaves out: no change; a number that is typed with more of them: one', async () => {
  const { value = '' } = strengthOf('pv-90-s') ?? {}
  const row = (cell: string) => sheet(['Name', STRENGTH], ['PV 90 S', cell])
  await take(row('17.0'), 'publish')
  expect((await previewOf(row('17'))).rows).toEqual([])
  await take(row('17.5'), 'publish')
  expect(strengthOf('pv-90-s')?.value).toBe('17.5')
  await take(row(value), 'publish')
})

test('cells that are not understood: named with row and column, and nothing is written', async () => {
  const before = bytesOf()
  const text = sheet(
    ['Name', STRENGTH, 'Density [g/cm³]', 'Voltages', 'State'],
    ['PV 90 S', '16–15.5', '', 'huge', ''],
    ['PV 90 L', '15.55', '1.234', '', '–'],
    ['', '12', '', '', ''],
    ['PV 90 S', '12', '', '', ''],
    ['PV 99 N', '12', '', '', ''],
  )
  expect(await problemsOf(text)).toEqual([
    [2, 1, expect.stringContaining('Write 15.5–16')],
    [2, 3, expect.stringContaining('“huge” is none of Low voltage')],
    [3, 1, expect.stringContaining('at most 1 decimal')],
    [3, 2, expect.stringContaining('By which method? Say it in the heading: Density [g/cm³] {ISO 1183}')],
    [3, 4, expect.stringContaining('A grade needs this')],
    [4, 0, 'Write the name of the grade'],
    [5, undefined, 'Row 2 is about this grade as well'],
    [6, 0, expect.stringMatching(/Product page|used for/i)],
  ])
  const refused = await replyTo(text, { intent: 'publish' })
  expect(refused).toMatchObject({ status: 422, text })
  expect(bytesOf()).toEqual(before)
})

test.each([
  [['Name', 'Strngth [MPa]'], 'There is no property “Strngth”'],
  [['Name', 'Tensile strength [N/mm²] {ISO 527}'], 'has the unit MPa, not “N/mm²”'],
  [['Name', STRENGTH, STRENGTH], 'says the same as column 2'],
  [['Layer', 'Use'], 'A column “Name” or “Key” is missing'],
  [['Name', ''], 'This column has no heading'],
])('headings %j: refused at the heading', async (headings, message) => {
  const problems = await problemsOf(
    sheet(
      headings,
      headings.map(() => 'PV 90 S'),
    ),
  )
  expect(problems.map(([, , text]) => text)).toContainEqual(expect.stringContaining(message))
})

test('headings as data sheets have them: units and methods in any brackets, and other words for a property', async () => {
  const { value: before = '' } = strengthOf('pv-90-s') ?? {}
  const cellsOf = async (headings: string[], ...cells: string[]) => {
    const { problems, rows } = await previewOf(sheet(['Grade', ...headings], cells))
    expect(problems).toEqual([])
    return rows[0]?.cells.slice(1).map(({ text, before: was }) => [was, text])
  }
  for (const heading of [
    'Tensile strength (MPa)',
    'Tensile strength MPa',
    'Tensile Strength, MPa',
    'UTS [MPa]',
    'Tensile strength (MPa) (IEC 60811-501)',
    'Tensile strength MPa IEC60811-501:2012',
  ])
    expect(await cellsOf([heading], 'PV 90 S', '19'), heading).toEqual([[before, '19']])
  expect(
    await cellsOf(['Elongation at break (%)', 'Specific gravity (ISO 1183)'], 'PV 90 S', '280', '1.42 g/cm3'),
  ).toEqual([
    ['270', '280'],
    [undefined, '1.42'],
  ])
  expect(await cellsOf(['MFI (g/10 min) (190°C/2.16kg)'], 'PE 93 B', '0,8')).toEqual([['0.70', '0.8']])
  expect(await cellsOf(['Stress cracking [h] {ASTM D1693}'], 'PE 93 B', '≥ 1000')).toEqual([[undefined, '≥ 1000']])
  const [problem] = await problemsOf(sheet(['Name', 'Elongation to yield [%]'], ['PV 90 S', '12']))
  expect(problem?.[2]).toContain('Did you mean “Elongation”?')
})

test('a row that is no grade, and a product page by the beginning of its title', async () => {
  const text = sheet(
    ['Name', 'Product', 'Used for', 'Layer'],
    ['PV 99 B', 'PVC', 'Sheaths', ''],
    ['Total', '', '', '12'],
  )
  expect(await problemsOf(text)).toEqual([[3, 0, expect.stringMatching(/^No grade has this name.*such as a total$/)]])
  const [row] = (await previewOf(text.split('\n').slice(0, 2).join('\n'))).rows
  expect(row?.cells[1]).toMatchObject({ state: 'new', text: 'PVC Compounds' })
  expect(await problemsOf(text.replace('PVC', 'P'))).toContainEqual([2, 1, 'No such page'])
  expect((await previewOf(text.replace('PVC', 'P'))).pages).toContain('PVC Compounds')
})

test('a number far from those of the grades, as in a swapped column: to be looked at again, and it prevents nothing', async () => {
  const doubtsOf = async (property: string, ...cells: string[]) => {
    const text = sheet(['Name', property], ...cells.map((cell, at) => [at === 0 ? 'PV 90 S' : 'PV 90 L', cell]))
    const { problems, rows } = await previewOf(text)
    expect(problems).toEqual([])
    return rows.map((row) => row.cells[1]?.doubt)
  }
  expect(await doubtsOf('Density [g/cm³] {ISO 1183}', '950', '1.45')).toEqual(['The grades have 0.922 to 1.68', ''])
  expect(await doubtsOf(STRENGTH, '270', '1.4')).toEqual([
    expect.stringMatching(/to 29$/),
    expect.stringMatching(/^The/),
  ])
  // No grade has one yet.
  expect(await doubtsOf('Permittivity {ASTM D150}'.replace('Perm', 'Relative perm'), '3000')).toEqual([''])
})

test('a value by another method than the one that the grade has: new, and it is said beside which', async () => {
  const cellOf = async (heading: string) =>
    (await previewOf(sheet(['Name', heading], ['PE 93 B', '22']))).rows[0]?.cells[1]
  expect(await cellOf(STRENGTH)).toMatchObject({ state: 'new', text: '22', doubt: 'Beside 21 (ASTM D638)' })
  expect(await cellOf('Tensile strength [MPa]')).toMatchObject({ state: 'changed', before: '21', doubt: '' })
})

test('columns that are not understood: left out when that is ticked', async () => {
  const text = sheet(['Name', 'Price', STRENGTH], ['PV 90 S', '12', '19'])
  expect((await previewOf(text)).unknown).toEqual(['Price'])
  const preview = await previewOf(text, { leaveOut: true })
  expect([preview.problems, preview.counts.cells]).toEqual([[], 1])
})

test('a heading without the method: the only value of the property, and the cell has its unit if the heading has none', async () => {
  const { value = '' } = strengthOf('pv-90-s') ?? {}
  const text = sheet(['Name', 'Tensile strength'], ['PV 90 S', '19 MPa'])
  const [row] = (await previewOf(text)).rows
  expect(row?.cells[1]).toMatchObject({ state: 'changed', before: value, text: '19' })
  expect(await problemsOf(text.replace(' MPa', ''))).toEqual([[2, 1, expect.stringContaining('Write the unit')]])
  // 3L 80 C has its peel strength at two temperatures.
  expect(await problemsOf(sheet(['Name', 'Peel strength [N/mm]'], ['3L 80 C', '27']))).toEqual([
    [2, 1, expect.stringContaining('several such values (ISO 21809-1, 23 °C and ISO 21809-1, 80 °C)')],
  ])
  // Another column has the one at 23 °C.
  const both = sheet(
    ['Name', 'Peel strength [N/mm]', 'Peel strength [N/mm] {ISO 21809-1} (23 °C)'],
    ['3L 80 C', '7', ''],
  )
  expect((await previewOf(both)).rows[0]?.cells[1]).toMatchObject({ before: '6', text: '7' })
  const one = sheet(['Name', 'Peel strength [N/mm] (80 °C)'], ['3L 80 C', '7'])
  expect((await previewOf(one)).rows[0]?.cells[1]).toMatchObject({ before: '6', text: '7' })
})

test('another person changes a grade after the preview: noticed, named, and asked again', async () => {
  const text = sheet(['Name', STRENGTH], ['PV 90 S', '19'], ['PV 90 L', '19'])
  const { seen } = await previewOf(text)
  const shipped = valueOf('pv-90-s')
  await content.update(grades.entry('pv-90-s'), {
    author: 'ravi',
    reason: 'Faster',
    change: (now) => ({ ...now, packing: 'Bags of 25 kg' }),
  })
  const again = await replyTo(text, { intent: 'publish', seen })
  expect(again).toMatchObject({
    status: 409,
    text,
    failure: expect.stringContaining('PV 90 S changed since') as string,
  })
  expect(strengthOf('pv-90-l')?.value).not.toBe('19')
  expect(await replyTo(text, { intent: 'publish', seen: 'no JSON' })).toMatchObject({ status: 409 })
  await redirected(post(text, { intent: 'publish', seen: again.preview?.seen ?? '' }))
  expect(strengthOf('pv-90-s')?.value).toBe('19')
  await content.update(grades.entry('pv-90-s'), { author: 'ravi', reason: 'Back', isUndo: true, change: () => shipped })
})

test('an editor, and grades that need approval: a release of drafts, nothing public', async () => {
  const text = sheet(
    ['Name', STRENGTH, 'Product page', 'Used for'],
    ['PV 90 S', '14', '', ''],
    ['PV 99 E', '14', 'pvc-compounds', 'Sheaths'],
  )
  const { value: before } = strengthOf('pv-90-s') ?? {}
  const preview = await previewOf(text.replace('pvc-compounds', valueOf('pv-90-s').product))
  const right = text.replace('pvc-compounds', valueOf('pv-90-s').product)
  expect(await replyTo(right, { intent: 'publish', seen: preview.seen, by: editor })).toMatchObject({
    status: 403,
    text: right,
  })
  const { url } = await take(right, 'draft', editor)
  const id = url?.split('/').at(-1) ?? ''
  expect(drafts.list().filter(({ release }) => release === id)).toHaveLength(2)
  expect(strengthOf('pv-90-s')?.value).toBe(before)
  expect(content.entryKeys(grades)).not.toContain('pv-99-e')
  expect((await previewOf(right)).rows[0]).toMatchObject({ name: 'PV 90 S', hasDraft: true })
  await releases.remove(id, 'discard', 'admin')

  await approvals.setSections(new Set([grades.id]), 'asha')
  expect(await gradeSheetLoader(screenArgs(GRADE_SHEET.href, cookie))).toMatchObject({
    mayPublish: false,
    needsApproval: true,
  })
  const { seen } = await previewOf(right)
  expect((await replyTo(right, { intent: 'publish', seen })).status).toBeGreaterThanOrEqual(400)
  expect(strengthOf('pv-90-s')?.value).toBe(before)
})

test.each([
  [
    '10,000 rows',
    sheet(['Name', 'Layer'], ...Array.from({ length: 10_000 }, (_, at) => [`G ${at}`, 'x'])),
    /more than 2,000 rows/,
  ],
  ['a line of headings alone', 'Name\tLayer', /a row for each grade/],
  [
    '201 columns',
    sheet(
      Array.from({ length: 201 }, (_, at) => `H${at}`),
      ['x'],
    ),
    /more than 200 columns/,
  ],
  ['nothing', ' ', /Paste the rows/],
])('%s: refused, and kept', async (_what, text, message) => {
  const { preview, failure, status, text: kept } = await replyTo(text)
  expect([status, kept]).toEqual([422, text])
  expect(failure ?? preview?.problems[0]?.message).toMatch(message)
})

test.each([
  ['a workbook', new File(['PK\u0003\u0004'], 'grades.xlsx'), /is a workbook/],
  ['letters that are no UTF-8', new File([new Uint8Array([0x4e, 0xb5])], 'grades.csv'), /CSV UTF-8/],
  ['more than 1 MB', new File(['x'.repeat(1_000_001)], 'grades.csv'), /more than 1 MB/],
])('a file that is %s: refused with what to do', async (_what, file, message) => {
  expect(await replyTo('Name\tLayer', { file })).toMatchObject({
    text: 'Name\tLayer',
    failure: expect.stringMatching(message) as string,
  })
})

test('a CSV file with semicolons and decimal commas: its rows are in the field afterwards', async () => {
  const csv = `Name;${STRENGTH}\r\nPV 90 S;"18,5"\r\n`
  const { preview, text } = await replyTo('', { file: new File([`\uFEFF${csv}`], 'grades.csv') })
  expect([text, preview?.rows[0]?.cells[1]?.text]).toEqual([csv.replace(/^/, ''), '18.5'])
})

test('standards: kept with their certificates, new ones read into their parts', async () => {
  const { meets } = valueOf('pv-90-s')
  const text = sheet(['Name', 'Standards'], ['PV 90 S', 'IS 5831 ST2; IEC 60502-1 ST8 (suitable for); BS 7655-4.2'])
  expect(await problemsOf(text)).toEqual([[2, 1, expect.stringContaining('write a standard such as')]])
  await take(text.replace('; BS 7655-4.2', '; EN 50363-8 TI2'), 'publish')
  expect(
    valueOf('pv-90-s').meets.map(({ standard, part, type, relation }) => [standard, part, type, relation]),
  ).toEqual([
    ['IS 5831', '', 'ST2', 'meets'],
    ['IEC 60502', '1', 'ST8', 'suitable'],
    ['EN 50363', '8', 'TI2', 'meets'],
  ])
  await content.update(grades.entry('pv-90-s'), {
    author: 'ravi',
    reason: 'Back',
    change: (now) => ({ ...now, meets }),
  })
})

test('the list of grades: product pages by their titles, in the column and in the filter', async () => {
  const { rows, filters } = await listLoader(screenArgs('/admin/grades?product=pvc-compound', cookie))
  expect(new Set(rows.map(({ values }) => values[0]))).toEqual(new Set(['PVC Compounds']))
  const [first] = filters
  expect(first?.options).toContainEqual({
    value: 'pvc-compound',
    label: expect.stringMatching(/^PVC Compounds \(\d+ grades\)$/) as string,
  })
})

test('a name that two grades have, with an accent or without: the row asks for the key, and makes no third grade', async () => {
  const before = content.entryKeys(grades)
  for (const [key, title] of [
    ['pv-70-a', 'Säule 1'],
    ['pv-90-s', 'SAULE 1'],
  ] as const)
    await content.update(grades.entry(key), {
      author: 'asha',
      reason: 'Test',
      change: (grade) => ({ ...grade, title }),
    })
  const rows = (name: string) => sheet(['Name', 'Used for'], [name, 'Sheaths'])
  const message = '2 grades have this name. Give the key of the one you mean'
  for (const name of ['saule 1', 'Säule 1']) expect(await problemsOf(rows(name))).toEqual([[2, 0, message]])
  expect(await problemsOf(rows('pv-70-a'))).toEqual([])
  expect(content.entryKeys(grades)).toEqual(before)
})
