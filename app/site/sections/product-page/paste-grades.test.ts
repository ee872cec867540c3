import { beforeAll, beforeEach, expect, test } from 'vitest'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { productsOverview } from '#app/site/sections/products-overview/products-overview.ts'
import { signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { sectionEditorAction } from '#app/cms/admin/editor/section/section-editor.server.ts'

const site = await createTestSite()
const page = productPages.entry('hffr-compound')
const shipped = site.content.read(page).value

const properties = ['Density, g/cm³', 'Hardness'].map((name) => ({ name, figures: true }))
const grades = [
  { grade: 'PX-1', values: ['0.95', '50'], use: 'Sheath', application: 'Cable' },
  { grade: 'PX-2', values: ['0.96', '52'], use: 'Insulation', application: 'Core' },
]

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})
beforeEach(async () => {
  await site.content.update(page, {
    author: 'test',
    reason: 'Start',
    change: () => ({ ...shipped, properties, grades }),
  })
})

test('a table with headings in another order: new, changed and unchanged rows, the form as it was typed', async () => {
  const text = 'Grade\tUsed for\thardness\nPX-2\tInsulation\t52\nPX-1\tJacket\t50\nPX-3\tFiller\t48,5\n'
  const { reply } = await paste('paste grades', { 'grades-paste': text, title: 'Typed' })
  expect(reply.result.initialValue).toMatchObject({ title: 'Typed', grades: [{ grade: 'PX-1' }, { grade: 'PX-2' }] })
  expect(reply.pasted).toMatchObject({
    list: 'grades',
    text,
    columns: ['Grade', 'Density, g/cm³', 'Hardness', 'Used for', 'Application'],
    rows: [
      { number: 2, state: 'unchanged' },
      { number: 3, state: 'changed', cells: [{}, {}, {}, { text: 'Jacket', before: 'Sheath' }, {}] },
      { number: 4, state: 'new' },
    ],
    others: 0,
    problems: ['Row 4 (PX-3), Density, g/cm³: Enter value'],
  })
})

test('a table without headings, taken: in the form and not saved; then a save stores the values in their columns', async () => {
  const text = 'PX-2\t0,97\t53\tInsulation\nPX-3\t0,99\t48,5\tFiller\n'
  const { reply } = await paste('take grades', { 'grades-paste': text, title: 'Typed' })
  expect(reply.pasted).toMatchObject({ taken: 2, others: 1 })
  const { initialValue } = reply.result
  const expected = [
    grades[0],
    { grade: 'PX-2', values: ['0,97', '53'], use: 'Insulation' },
    { grade: 'PX-3', values: ['0,99', '48,5'], use: 'Filler' },
  ]
  expect(initialValue).toMatchObject({ title: 'Typed', grades: expected })
  expect(site.content.read(page).value.grades).toEqual(grades)

  const { pasted: _, ...fields } = { ...fieldsOf(initialValue), pasted: '' }
  await redirected(sectionEditorAction(sectionPost(page.id, fields, { cookie })))
  expect(site.content.read(page).value).toMatchObject({ title: 'Typed', grades: expected })
})

test.each([
  ['save', 422],
  ['draft', 422],
  ['preview', undefined],
])('rows that are not in the form yet, and the button “%s”: they stay in their field', async (intent, expected) => {
  const text = 'PX-3\t0,99\t48,5\tFiller\n'
  const { reply, status } = await paste(intent, { 'grades-paste': text, title: 'Typed' })
  expect(reply.pasted).toMatchObject({ list: 'grades', text, rows: [{ state: 'new' }] })
  expect(reply.result.initialValue).toMatchObject({ title: 'Typed', grades: [{ grade: 'PX-1' }, { grade: 'PX-2' }] })
  expect(status).toBe(expected)
  if (expected === 422)
    expect(reply.result.error?.['grades']?.[0]).toMatch(/^The rows that you pasted are not in the form yet/)
  expect(site.content.read(page).value.title).toBe(shipped.title)
})

test('rows that are not in the table: removed if that was chosen, and the order is that of the table', async () => {
  const text = 'PX-3\t1\t2\tFiller\nPX-1\t0.95\t50\tSheath\n'
  const { reply } = await paste('take grades', { 'grades-paste': text, 'grades-paste-others': 'on' })
  expect(reply.pasted).toMatchObject({ taken: 2, others: 1, removesOthers: true })
  expect(reply.result.initialValue?.['grades']).toMatchObject([{ grade: 'PX-3' }, { grade: 'PX-1' }])
})

test.each([
  [
    'an unknown heading',
    'Grade\tUsed for\tColour\nPX-1\ta\tred',
    'Column 3: the list has no column “Colour”. Correct the heading, or add the column to the list first',
  ],
  [
    'a column without a heading',
    'Grade\t\tUsed for\nPX-1\tred\ta',
    'Column 2 has no heading. Enter one, or remove the column from the table',
  ],
  ['a heading twice', 'Grade\tGrade\tUsed for\nPX-1\ta\tb', 'Column 2: the heading “Grade” is there twice'],
  ['no first column', 'Hardness\tUsed for\n1\ta', 'The column “Grade” is missing. It names the rows'],
  ['a cell too many', 'PX-1\t1\t2\ta\tb\tc', 'Row 1 (PX-1) has 6 cells; the list has 5 columns'],
  [
    'a cell too long',
    `PX-1\t1\t2\t${'x'.repeat(300)}`,
    'Row 1 (PX-1), Used for: Use has 300 characters; the limit is 200',
  ],
])('%s: named by row and column, nothing is taken', async (_name, text, problem) => {
  const { reply } = await paste('take grades', { 'grades-paste': text })
  expect(reply.pasted?.problems).toEqual([problem])
  expect(reply.pasted?.taken).toBeUndefined()
  expect(reply.result.initialValue?.['grades']).toMatchObject(grades)
})

test('a title above the headings, and empty columns of merged cells: left out, and the lines are counted', async () => {
  const text = 'Technical data\t\t\t\t\n\nGrade\t\tUsed for\tHardness\tDensity, g/cm³\nPX-1\t\tSheath\t50\t0.95\n'
  const { reply } = await paste('paste grades', { 'grades-paste': text })
  expect(reply.pasted).toMatchObject({ above: 1, problems: [], rows: [{ number: 4, state: 'unchanged' }] })
})

test('an empty cell of a column: the sign for no value', async () => {
  const { reply } = await paste('take grades', {
    'grades-paste': 'Grade\tHardness\tDensity, g/cm³\tUsed for\nPX-3\t\t1\tFiller',
  })
  expect(reply.pasted?.problems).toEqual([])
  expect(reply.result.initialValue?.['grades']).toMatchObject([...grades, { grade: 'PX-3', values: ['1', '–'] }])
})

test('columns that the list does not have: left out if that was chosen, and named', async () => {
  const text = 'No.\tGrade\tColour\tUsed for\n1\tPX-1\tred\tJacket\n'
  const refused = await paste('take grades', { 'grades-paste': text })
  expect(refused.reply.pasted).toMatchObject({ unknown: ['No.', 'Colour'] })
  expect(refused.reply.pasted?.taken).toBeUndefined()
  expect(refused.reply.pasted?.problems).toHaveLength(2)
  const { reply } = await paste('take grades', { 'grades-paste': text, 'grades-paste-known': 'on' })
  expect(reply.pasted).toMatchObject({ taken: 1, unknown: ['No.', 'Colour'], problems: [] })
  expect(reply.result.initialValue?.['grades']).toMatchObject([{ ...grades[0], use: 'Jacket' }, grades[1]])
})

test('decimal commas in new and changed rows: named, and no other commas', async () => {
  const text = 'PX-1\t0,95\t50\tSheath\nPX-2\t0.96\t1,000\tInsulation, black\nPX-3\t12,5 to 13\t48\tFiller 3,5\n'
  const { reply } = await paste('paste grades', { 'grades-paste': text })
  expect(reply.pasted?.decimalCommas).toEqual(['0,95', '12,5 to 13'])
})

test('two rows of the same name: each belongs to its own entry', async () => {
  const text = 'PX-1\t1\t1\ta\nPX-1\t2\t2\tb\n'
  const { reply } = await paste('paste grades', { 'grades-paste': text })
  expect(reply.pasted?.rows.map(({ state }) => state)).toEqual(['changed', 'new'])
})

test('a new page: the headings of the table become the properties, and the empty row is not kept', async () => {
  const text = 'Grade\tDensity, g/cm³\tColour\tUsed for\nHF 10\t1.46\tBlack\tSheath\nHF 20\t1.5 to 1.6\tRed\tSheath\n'
  const empty = { 'properties[0].name': '', 'grades[0].grade': '', 'grades[0].values[0]': '', 'grades[0].use': '' }
  const posted = { ...empty, title: 'Halogen-free', 'grades-paste': text, intent: 'take grades', version: '' }
  const request = sectionPost('product-halogen-free', posted, { cookie })
  const { reply } = await refusal(sectionEditorAction(request))
  expect(reply.pasted).toMatchObject({ taken: 2, others: 0, problems: [] })
  expect(reply.result).toEqual({ initialValue: expect.anything() as unknown, error: {} })
  const properties = [{ name: 'Density, g/cm³', figures: 'on' }, { name: 'Colour' }]
  const grades = [
    { grade: 'HF 10', values: ['1.46', 'Black'], use: 'Sheath' },
    { grade: 'HF 20', values: ['1.5 to 1.6', 'Red'], use: 'Sheath' },
  ]
  expect(reply.pasted?.lists).toMatchObject([
    { name: 'properties', entries: properties },
    { name: 'grades', entries: grades },
  ])
  expect(reply.result.initialValue).toMatchObject({ title: 'Halogen-free', properties, grades })
})

test('a new page: more headings than it can have properties are refused', async () => {
  const text = `Grade\t${'abcdef'.split('').join('\t')}\tUsed for\nHF 10\t1\t2\t3\t4\t5\t6\tSheath\n`
  const posted = { 'properties[0].name': '', 'grades-paste': text, intent: 'take grades', version: '' }
  const { reply } = await refusal(sectionEditorAction(sectionPost('product-halogen-free', posted, { cookie })))
  expect(reply.pasted?.problems).toEqual([
    'Properties can hold at most 5 entries. Leave the other columns out of the table',
  ])
})

test('two tables at once, as without a script: each is compared, one is taken, and the other waits for its turn', async () => {
  const [first, second] = ['PX-3\t0,99\t48\tFiller', 'Tape;120;150']
  const both = { 'grades-paste': first, 'temperatures-paste': second, 'temperatures-paste-others': 'on' }
  const other = { list: 'temperatures', text: second, removesOthers: true, rows: [{ state: 'new' }] }
  const compared = await paste('paste grades', both)
  expect(compared.reply).toMatchObject({ pasted: { list: 'grades', text: first }, furtherPasted: [other] })
  const taken = await paste('take grades', both)
  expect(taken.reply).toMatchObject({ pasted: { taken: 1 }, furtherPasted: [other] })
})

test('two tables that are not in the form: a save is refused at both lists, and loses neither', async () => {
  const both = { 'grades-paste': 'PX-3\t0,99\t48\tFiller', 'temperatures-paste': 'Tape;120;150' }
  const { reply } = await paste('save', both)
  const refused = [expect.stringMatching(/not in the form yet/)]
  expect(reply.result.error).toMatchObject({ grades: refused, temperatures: refused })
  expect(reply).toMatchObject({ pasted: { isRefused: true }, furtherPasted: [{ text: 'Tape;120;150' }] })
})

test('nothing pasted yet, as from the button without a script: the panel, no problem', async () => {
  const { reply } = await paste('paste grades', {})
  expect(reply.pasted).toMatchObject({ isEmpty: true, text: '', problems: [] })
})

test('numbers and a list with few places: checked by their rules', async () => {
  const { reply } = await paste('paste temperatures', { 'temperatures-paste': 'Powder;150;120\nFilm;1,5;200' })
  expect(reply.pasted?.problems).toEqual([
    'Row 1 (Powder), To: To must be higher than from',
    'Row 2 (Film), From: From must be a whole number from 0 to 1000',
  ])
  const nine = Array.from({ length: 9 }, (_, at) => `Fact ${at}\tText`).join('\n')
  const facts = await paste('paste supply', { 'supply-paste': nine, 'supply-paste-others': 'on' })
  expect(facts.reply.pasted?.problems).toEqual(['Processing and supply can hold at most 8 entries'])
})

test('a list in an entry of another list: an entry keeps the fields that are no column', async () => {
  const { value } = site.content.read(productsOverview)
  const layers = value.builds[0]?.layers ?? []
  const [first] = layers
  if (!first) throw new Error('There is no layer')
  const text = `${first.name}\tNew task\t${first.standards}`
  const posted = { ...fieldsOf(value), intent: 'take builds[0].layers', 'builds[0].layers-paste': text }
  const { reply } = await refusal(sectionEditorAction(sectionPost(productsOverview.id, posted, { cookie })))
  expect(reply.pasted).toMatchObject({ taken: 1, others: layers.length - 1 })
  const builds = reply.result.initialValue?.['builds']
  const [firstBuild, ...others] = value.builds
  const changed = { ...firstBuild, layers: [{ ...first, task: 'New task' }, ...layers.slice(1)] }
  expect(builds).toMatchObject([changed, ...others])
})

test.each(['paste nothing', 'paste title', 'paste __proto__', 'take body'])('%s: 400', async (intent) => {
  await expect(paste(intent, {})).rejects.toMatchObject({ status: 400 })
})

function paste(intent: string, fields: Record<string, string>) {
  const { value } = site.content.read(page)
  return refusal(sectionEditorAction(sectionPost(page.id, { ...fieldsOf(value), ...fields, intent }, { cookie })))
}
