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

const voltages = [
  { class: 'Low', rated: '1.1 KV', cables: 'Control cables', grades: 'CF 90' },
  { class: 'High', rated: '66 KV', cables: 'Single-core cables', grades: 'CF 95' },
]

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})
beforeEach(async () => {
  await site.content.update(page, {
    author: 'test',
    reason: 'Start',
    change: () => ({ ...shipped, voltages }),
  })
})

test('a table with headings in another order: new, changed and unchanged rows, the form as it was typed', async () => {
  const text =
    'Class\tGrades\ttypical cables\tRated voltage\nHigh\tCF 95\tSingle-core cables\t66 KV\nLow\tCF 100\tControl cables\t1.1 KV\nNew\tCF 1\tAll\t\n'
  const { reply } = await paste('paste voltages', { 'voltages-paste': text, title: 'Typed' })
  expect(reply.result.initialValue).toMatchObject({ title: 'Typed', voltages: [{ class: 'Low' }, { class: 'High' }] })
  expect(reply.pasted).toMatchObject({
    list: 'voltages',
    text,
    columns: ['Class', 'Rated voltage', 'Typical cables', 'Grades'],
    rows: [
      { number: 2, state: 'unchanged' },
      { number: 3, state: 'changed', cells: [{}, {}, {}, { text: 'CF 100', before: 'CF 90' }] },
      { number: 4, state: 'new' },
    ],
    others: 0,
    problems: ['Row 4 (New), Rated voltage: Enter rated voltage'],
  })
})

test('a table without headings, taken: in the form and not saved; then a save stores the values in their columns', async () => {
  const text = 'High\t110 KV\tLong cables\tCF 95\nNew\t0,5 KV\tBells\tCF 1\n'
  const { reply } = await paste('take voltages', { 'voltages-paste': text, title: 'Typed' })
  expect(reply.pasted).toMatchObject({ taken: 2, others: 1 })
  const { initialValue } = reply.result
  const expected = [
    voltages[0],
    { class: 'High', rated: '110 KV', cables: 'Long cables', grades: 'CF 95' },
    { class: 'New', rated: '0,5 KV', cables: 'Bells', grades: 'CF 1' },
  ]
  expect(reply.pasted?.entries).toMatchObject(expected)
  expect(initialValue).toMatchObject({ title: 'Typed', voltages: expected })
  expect(site.content.read(page).value.voltages).toEqual(voltages)

  const { pasted: _, ...fields } = { ...fieldsOf(initialValue), pasted: '' }
  await redirected(sectionEditorAction(sectionPost(page.id, fields, { cookie })))
  expect(site.content.read(page).value).toMatchObject({ title: 'Typed', voltages: expected })
})

test.each([
  ['save', 422],
  ['draft', 422],
  ['preview', undefined],
])('rows that are not in the form yet, and the button “%s”: they stay in their field', async (intent, expected) => {
  const text = 'New\t0.5 KV\tBells\tCF 1\n'
  const { reply, status } = await paste(intent, { 'voltages-paste': text, title: 'Typed' })
  expect(reply.pasted).toMatchObject({ list: 'voltages', text, rows: [{ state: 'new' }] })
  expect(reply.result.initialValue).toMatchObject({ title: 'Typed', voltages: [{ class: 'Low' }, { class: 'High' }] })
  expect(status).toBe(expected)
  if (expected === 422)
    expect(reply.result.error?.['voltages']?.[0]).toMatch(/^The rows that you pasted are not in the form yet/)
  expect(site.content.read(page).value.title).toBe(shipped.title)
})

test('rows that are not in the table: removed if that was chosen, and the order is that of the table', async () => {
  const text = 'New\t0.5 KV\tBells\tCF 1\nLow\t1.1 KV\tControl cables\tCF 90\n'
  const { reply } = await paste('take voltages', { 'voltages-paste': text, 'voltages-paste-others': 'on' })
  expect(reply.pasted).toMatchObject({ taken: 2, others: 1, removesOthers: true })
  expect(reply.result.initialValue?.['voltages']).toMatchObject([{ class: 'New' }, { class: 'Low' }])
})

test.each([
  [
    'an unknown heading',
    'Class\tGrades\tColour\nLow\ta\tred',
    'Column 3: the list has no column “Colour”. Correct the heading, or add the column to the list first',
  ],
  [
    'a column without a heading',
    'Class\t\tGrades\nLow\tred\ta',
    'Column 2 has no heading. Enter one, or remove the column from the table',
  ],
  ['a heading twice', 'Class\tClass\tGrades\nLow\ta\tb', 'Column 2: the heading “Class” is there twice'],
  ['no first column', 'Rated voltage\tGrades\n1\ta', 'The column “Class” is missing. It names the rows'],
  ['a cell too many', 'Low\t1\t2\ta\tb', 'Row 1 (Low) has 5 cells; the list has 4 columns'],
  [
    'a cell too long',
    `Low\t1\t2\t${'x'.repeat(300)}`,
    'Row 1 (Low), Grades: Grades has 300 characters; the limit is 100',
  ],
])('%s: named by row and column, nothing is taken', async (_name, text, problem) => {
  const { reply } = await paste('take voltages', { 'voltages-paste': text })
  expect(reply.pasted?.problems).toEqual([problem])
  expect(reply.pasted?.taken).toBeUndefined()
  expect(reply.result.initialValue?.['voltages']).toMatchObject(voltages)
})

test('a title above the headings, and empty columns of merged cells: left out, and the lines are counted', async () => {
  const text =
    'Technical data\t\t\t\t\n\nClass\t\tGrades\tTypical cables\tRated voltage\nLow\t\tCF 90\tControl cables\t1.1 KV\n'
  const { reply } = await paste('paste voltages', { 'voltages-paste': text })
  expect(reply.pasted).toMatchObject({ above: 1, problems: [], rows: [{ number: 4, state: 'unchanged' }] })
})

test('columns that the list does not have: left out if that was chosen, and named', async () => {
  const text = 'No.\tClass\tColour\tGrades\n1\tLow\tred\tCF 100\n'
  const refused = await paste('take voltages', { 'voltages-paste': text })
  expect(refused.reply.pasted).toMatchObject({ unknown: ['No.', 'Colour'] })
  expect(refused.reply.pasted?.taken).toBeUndefined()
  expect(refused.reply.pasted?.problems).toHaveLength(2)
  const { reply } = await paste('take voltages', { 'voltages-paste': text, 'voltages-paste-known': 'on' })
  expect(reply.pasted).toMatchObject({ taken: 1, unknown: ['No.', 'Colour'], problems: [] })
  expect(reply.result.initialValue?.['voltages']).toMatchObject([{ ...voltages[0], grades: 'CF 100' }, voltages[1]])
})

test('decimal commas in new and changed rows: named, and no other commas', async () => {
  const text = 'Low\t0,95\t50\tCF 90\nHigh\t1,000\tCores, black\tCF 95\nNew\t12,5 to 13\t48\tFiller 3,5\n'
  const { reply } = await paste('paste voltages', { 'voltages-paste': text })
  expect(reply.pasted?.decimalCommas).toEqual(['0,95', '12,5 to 13'])
})

test('two rows of the same name: each belongs to its own entry', async () => {
  const text = 'Low\t1\t1\ta\nLow\t2\t2\tb\n'
  const { reply } = await paste('paste voltages', { 'voltages-paste': text })
  expect(reply.pasted?.rows.map(({ state }) => state)).toEqual(['changed', 'new'])
})

test('a new page: the empty row of its form is not kept', async () => {
  const posted = {
    'voltages[0].class': '',
    title: 'New',
    'voltages-paste': 'Low\t1 KV\tAll\tCF 1',
    intent: 'take voltages',
    version: '',
  }
  const { reply } = await refusal(sectionEditorAction(sectionPost('product-halogen-free', posted, { cookie })))
  expect(reply.pasted).toMatchObject({ taken: 1, others: 0, problems: [] })
  expect(reply.result.initialValue).toMatchObject({ title: 'New', voltages: [{ class: 'Low' }] })
})

test('two tables at once, as without a script: each is compared, one is taken, and the other waits for its turn', async () => {
  const [first, second] = ['New\t0,5 KV\tBells\tCF 1', 'Tape;120;150']
  const both = { 'voltages-paste': first, 'temperatures-paste': second, 'temperatures-paste-others': 'on' }
  const other = { list: 'temperatures', text: second, removesOthers: true, rows: [{ state: 'new' }] }
  const compared = await paste('paste voltages', both)
  expect(compared.reply).toMatchObject({ pasted: { list: 'voltages', text: first }, furtherPasted: [other] })
  const taken = await paste('take voltages', both)
  expect(taken.reply).toMatchObject({ pasted: { taken: 1 }, furtherPasted: [other] })
})

test('two tables that are not in the form: a save is refused at both lists, and loses neither', async () => {
  const both = { 'voltages-paste': 'New\t0,5 KV\tBells\tCF 1', 'temperatures-paste': 'Tape;120;150' }
  const { reply } = await paste('save', both)
  const refused = [expect.stringMatching(/not in the form yet/)]
  expect(reply.result.error).toMatchObject({ voltages: refused, temperatures: refused })
  expect(reply).toMatchObject({ pasted: { isRefused: true }, furtherPasted: [{ text: 'Tape;120;150' }] })
})

test('nothing pasted yet, as from the button without a script: the panel, no problem', async () => {
  const { reply } = await paste('paste voltages', {})
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
