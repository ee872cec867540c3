import { beforeEach, expect, test } from 'vitest'
import { documents } from '#app/site/collections/documents/documents.ts'
import { RESULTS_DAY } from '#app/site/collections/documents/result-kinds.ts'
import { addDocumentsAction, addDocumentsLoader } from './add-documents.server.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { mp3Bytes } from '#test/sample-files.ts'

const site = await createTestSite()
const { content, drafts, releases, approvals } = site

const cookie = await signIn()
const editor = await signInAs('editor')
beforeEach(() => approvals.setSections(new Set(), 'asha'))

const FILE = { pdf: 'application/pdf', mp3: 'audio/mpeg', csv: 'text/csv' }
type Upload = [name: string, bytes: Buffer | string]

let years = 1980
async function refused(response: ReturnType<typeof post>) {
  const { status, reply } = await refusal(response)
  return { status, ...reply }
}

/** A year of its own for each test. */
const nextYear = () => `${(years += 1)}-${String((years + 1) % 100).padStart(2, '0')}`

interface Row {
  /** Empty for an added document of which the kind is not chosen. */
  kind: string
  title?: string
  date?: string
  fileUrl?: string
  upload?: Upload
}

/** Posts the form as a browser without JavaScript does. */
function post(financialYear: string, rows: readonly Row[], { intent = 'save', by = cookie, button = 'intent' } = {}) {
  const form = new FormData()
  const shared = { version: '', financialYear, period: 'q2', date: `${financialYear.slice(0, 4)}-10-20` }
  for (const [name, value] of Object.entries(shared)) form.append(name, value)
  rows.forEach(({ upload, kind, title = '', date = '', fileUrl = '' }, at) => {
    for (const [name, value] of Object.entries({ kind, title, date, fileUrl }))
      form.append(`documents[${at}].${name}`, value)
    const [name = '', bytes = ''] = upload ?? []
    const type = FILE[name.split('.')[1] as keyof typeof FILE]
    form.append(`documents[${at}].fileUrl-upload`, new File([Buffer.from(bytes)], name, { type }))
  })
  form.append(button, intent)
  const request = ownRequest(RESULTS_DAY.href, { method: 'POST', body: form, headers: { cookie: by } })
  return Promise.resolve(addDocumentsAction(routeArgs(request)))
}

function entriesOf(financialYear: string) {
  return content
    .entryKeys(documents)
    .flatMap((key) => content.find(documents.entry(key))?.value ?? [])
    .filter((value) => value.financialYear === financialYear)
}

const pdf = (name: string): Upload => [`${name}.pdf`, pdfBytes({ content: `BT (${name} ${years}) Tj ET` })]

test('five files in one post: four documents, the spreadsheet as a further file of the results', async () => {
  const year = nextYear()
  const { url, flash } = await redirected(
    post(year, [
      { kind: 'financial-results', upload: pdf('results') },
      { kind: 'further-file', upload: ['results.csv', 'Quarter,Revenue\n2,100\n'] },
      { kind: 'results-release', upload: pdf('release') },
      { kind: 'investor-presentation', title: 'Presentation to analysts', upload: pdf('presentation') },
      { kind: 'call-recording', date: `${year.slice(0, 4)}-10-21`, upload: ['call.mp3', mp3Bytes()] },
      { kind: 'call-transcript' },
    ]),
  )
  expect(url).toBe('/admin/disclosure#part-results')
  expect(flash?.message).toContain('4 documents published')
  const made = entriesOf(year)
  expect(made.map(({ kind, title, date, period }) => [kind, title, date.slice(5), period])).toEqual([
    ['financial-results', `Financial results, quarter 2, ${year}`, '10-20', 'q2'],
    ['investor-presentation', 'Presentation to analysts', '10-20', 'q2'],
    ['results-release', `Press release on results, quarter 2, ${year}`, '10-20', 'q2'],
    ['call-recording', `Recording of the results call, quarter 2, ${year}`, '10-21', 'q2'],
  ])
  expect(made[0]?.files.map(({ title }) => title)).toEqual(['Results as a spreadsheet'])
  expect(site.media.staged.find((made[0]?.fileUrl ?? '').replace('/uploads/', ''))).toBeUndefined()
})

test('a fault in one row: nothing is published, and the form has the files of the other rows', async () => {
  const year = nextYear()
  const rows = [
    { kind: 'financial-results', upload: pdf('results') },
    { kind: 'results-release', upload: ['release.pdf', 'This is no PDF'] as Upload },
    { kind: 'investor-presentation', date: '1950-01-01', upload: pdf('presentation') },
  ]
  const { status, result } = await refused(post(year, rows))
  expect(status).toBe(422)
  expect(Object.keys(result.error ?? {})).toEqual(['documents[1].fileUrl'])
  expect(entriesOf(year)).toEqual([])
  const kept = result.initialValue?.['documents'] as { fileUrl?: string }[]
  expect(kept.map(({ fileUrl = '' }) => fileUrl.replace(/-[0-9a-f]+\.pdf$/, ''))).toEqual([
    '/uploads/documents/results',
    '',
    '/uploads/documents/presentation',
  ])

  const again = rows.map(({ kind, date }, at) => ({ kind, date: date ?? '', fileUrl: kept[at]?.fileUrl ?? '' }))
  const early = await refused(post(year, again))
  expect(early.result.error).toEqual({ 'documents[2].date': [expect.stringContaining('before the first day')] })
  const { flash } = await redirected(
    post(
      year,
      again.map((row) => ({ ...row, date: '' })),
    ),
  )
  expect(flash?.message).toContain('2 documents published')
})

test('one more document, added without a script: the form keeps the files that were chosen, and the new row may stay empty', async () => {
  const year = nextYear()
  const insert = JSON.stringify({ type: 'insert', payload: { name: 'documents', index: 2 } })
  const first = [
    { kind: 'results-release', upload: pdf('release') },
    { kind: 'call-transcript', upload: ['call.pdf', 'This is no PDF'] as Upload },
  ]
  const added = await refused(post(year, first, { button: '__intent__', intent: insert }))
  expect(added.status).toBe(200)
  const kept = added.result.initialValue?.['documents'] as { fileUrl?: string }[]
  expect(kept).toHaveLength(3)
  expect(kept[0]?.fileUrl).toContain('/uploads/documents/release-')
  expect(added.result.error).toEqual({ 'documents[1].fileUrl': [expect.stringContaining('PDF')] })

  const rows = [
    { kind: 'results-release', fileUrl: kept[0]?.fileUrl ?? '' },
    { kind: '', upload: pdf('unknown') },
    { kind: '' },
  ]
  const { result } = await refused(post(year, rows))
  expect(result.error).toEqual({ 'documents[1].kind': ['Choose the kind of this document'] })
  const { flash } = await redirected(post(year, [...rows.slice(0, 1), { kind: '' }]))
  expect(flash?.message).toContain('1 document published')
})

test('no file, a spreadsheet without its results or in the place of a PDF, two equal titles: refused at the row', async () => {
  const year = nextYear()
  const errorsOf = async (rows: readonly Row[]) => Object.entries((await refused(post(year, rows))).result.error ?? {})
  const csv: Upload = ['results.csv', 'Quarter,Revenue\n2,100\n']
  expect(await errorsOf([{ kind: 'results-release' }])).toEqual([['documents', ['Choose at least one file']]])
  expect(await errorsOf([{ kind: 'further-file', upload: csv }])).toEqual([
    ['documents[0].fileUrl', [expect.stringContaining('belongs to the financial results')]],
  ])
  expect(await errorsOf([{ kind: 'financial-results', upload: csv }])).toEqual([
    ['documents[0].fileUrl', [expect.stringContaining('A spreadsheet or XBRL is a further file')]],
  ])
  const twice = { kind: 'financial-results', upload: pdf('results') }
  expect(await errorsOf([twice, twice])).toEqual([
    ['documents[1].title', [expect.stringContaining('Another row has the title')]],
  ])
})

test('the documents that are public already: named with their editor, others not', async () => {
  const year = nextYear()
  const known = async () => {
    const request = ownRequest(RESULTS_DAY.href, { headers: { cookie } })
    const loaded = await addDocumentsLoader(routeArgs(request))
    return loaded.known.filter(({ financialYear }) => financialYear === year)
  }
  await redirected(post(year, [{ kind: 'results-release', upload: pdf('release') }]))
  expect(await known()).toEqual([
    expect.objectContaining({
      kind: 'results-release',
      period: 'q2',
      href: expect.stringMatching(/^\/admin\/documents\/./),
    }),
  ])
  const [key = ''] = content.entryKeys(documents).filter((one) => {
    const value = content.find(documents.entry(one))?.value
    return value?.financialYear === year
  })
  await content.update(documents.entry(key), {
    ...{ author: 'asha', reason: 'Test' },
    change: (now) => ({ ...now, withdrawnBecause: 'A wrong figure' }),
  })
  expect(await known()).toEqual([])
})

test('the same form sent again: refused, and nothing is there twice', async () => {
  const year = nextYear()
  const rows = [{ kind: 'results-release', upload: pdf('release') }]
  await redirected(post(year, rows))
  const { result } = await refused(post(year, rows))
  expect(result.error).toEqual({ 'documents[0].title': [expect.stringContaining('already. Open it to replace')] })
  expect(entriesOf(year)).toHaveLength(1)

  // The shipped document with this title has another key.
  const shipped = await refused(post('2024-25', [{ kind: 'financial-results', upload: pdf('results') }]))
  expect(shipped.result.error).toEqual({
    'documents[0].title': [expect.stringContaining('already. Open it to replace')],
  })
})

test('an editor, and a publisher whose documents need approval: drafts in a release of their own, nothing public', async () => {
  const year = nextYear()
  const rows = [
    { kind: 'financial-results', upload: pdf('results') },
    { kind: 'results-release', upload: pdf('release') },
  ]
  expect((await refused(post(year, rows, { by: editor }))).status).toBe(403)
  const { url } = await redirected(post(year, rows, { by: editor, intent: 'draft' }))
  const release =
    (url ?? '')
      .split('/')
      .at(-1)
      ?.replace(/#main$/, '') ?? ''
  expect(releases.find(release)?.name).toBe(`Results of Q2 FY ${year}`)
  expect(drafts.list().filter((draft) => draft.release === release)).toHaveLength(2)
  expect(entriesOf(year)).toEqual([])

  await approvals.setSections(new Set([documents.id]), 'asha')
  const other = nextYear()
  expect((await refused(post(other, rows))).status).toBe(403)
  await redirected(post(other, rows, { intent: 'ask' }))
  expect(entriesOf(other)).toEqual([])
})

test('a fault that the drafts find: no release is left', async () => {
  const year = nextYear()
  const before = releases.list().length
  const rows = [{ kind: 'results-release', date: '1950-01-01', upload: pdf('release') }]
  expect((await refused(post(year, rows, { intent: 'draft' }))).status).toBe(422)
  expect(releases.list()).toHaveLength(before)
})
