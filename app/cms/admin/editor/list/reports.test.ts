import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ActionFunctionArgs } from '@remix-run/node'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import type { YearlyDocument } from '#app/site/sections/reports/yearly-document.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { listAction, listLoader } from './list-screen.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { env, content: siteContent } = site

const PDF = new Uint8Array(await readFile('uploads/reports/annual-report-2024-25.pdf'))
const shipped = siteContent.read(reports).value
const [first, second] = shipped.reports as [YearlyDocument, YearlyDocument]
const editFirst = { edit: first._id }
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(async () => {
  await siteContent.update(reports, { author: 'test', reason: 'Begin again', change: () => shipped })
})

describe('who may', () => {
  test('the table without a session: to the sign-in and back to the same row', async () => {
    const answer = listLoader(routeArgs(ownRequest('/admin/reports?edit=x')))
    await expect(answer).rejects.toMatchObject({ status: 302 })
    await expect(answer).rejects.toSatisfy(
      (response: Response) =>
        response.headers.get('location') === '/admin/login?returnTo=%2Fadmin%2Freports%3Fedit%3Dx',
    )
  })

  test.each([
    ['without a session', { cookie: '' }, 302],
    ['with a forged session', { cookie: 'session=forged' }, 302],
    ['from another site', { site: 'cross-site' }, 403],
  ])('a deletion and an upload %s: nothing changes, no file is kept', async (_name, sender, status) => {
    const before = await storedFiles()
    const form = { ...first, intent: 'save', 'fileUrl-upload': pdf('foreign.pdf') }
    await expect(listAction(post({ intent: 'delete' }, { delete: first._id }, sender))).rejects.toMatchObject({
      status,
    })
    await expect(listAction(post(form, editFirst, sender))).rejects.toMatchObject({ status })
    expect(stored()).toEqual(shipped.reports)
    expect(await storedFiles()).toEqual(before)
  })
})

describe('a report', () => {
  test('with errors: 422, a message at each field, what was typed stays', async () => {
    const { status, reply } = await refusal(save({ ...first, year: ' ', title: 'Typed, '.repeat(40) }))
    expect(status).toBe(422)
    expect(Object.keys(reply.result.error ?? {})).toEqual(['year', 'title'])
    expect(reply.result.initialValue).toMatchObject({ title: 'Typed, '.repeat(40), fileUrl: first.fileUrl })
    expect(stored()).toEqual(shipped.reports)
  })

  test('added twice by one form: once; with other words the second time: 409 with both, then these', async () => {
    const form = { ...first, _id: 'twice', title: 'Once', version: version() }
    await redirected(save(form, 'new'))
    expect((await redirected(save(form, 'new'))).flash).toMatchObject({ kind: 'success' })
    const others = () => stored().filter(({ _id }) => _id === 'twice')
    expect(others()).toEqual([{ ...first, _id: 'twice', title: 'Once' }])

    const { status, reply } = await refusal(save({ ...form, title: 'Other' }, 'new'))
    expect(status).toBe(409)
    expect(reply.conflict).toMatchObject([{ name: 'title', mine: 'Other', theirs: 'Once' }])
    expect(others()).toMatchObject([{ title: 'Once' }])
    await redirected(save({ ...form, title: 'Other', version: reply.version }, 'new'))
    expect(others()).toMatchObject([{ title: 'Other' }])
  })

  test('to be added without a PDF: asks for one', async () => {
    const { status, reply } = await refusal(save({ _id: 'added', year: '2025-26', title: 'T', fileUrl: '' }, 'new'))
    expect(status).toBe(422)
    expect(reply.result.error).toEqual({ fileUrl: ['Choose a PDF'] })
  })

  test('with a file that is no PDF: 422 at the file, the stored one and what was typed stay', async () => {
    const file = new File(['<html>'], 'report.pdf', { type: 'application/pdf' })
    const { status, reply } = await refusal(save({ ...first, title: 'New', 'fileUrl-upload': file }))
    expect(status).toBe(422)
    expect(reply.result.error).toEqual({ fileUrl: [expect.stringContaining('“report.pdf” is not a PDF')] })
    expect(reply.result.initialValue).toMatchObject({ title: 'New', fileUrl: first.fileUrl })
    expect(stored()).toEqual(shipped.reports)
  })

  test('with a file of 41 MB: 422 that names the limit, what was typed stays', async () => {
    const file = new File([PDF, new Uint8Array(41 * 1024 * 1024)], 'big.pdf')
    const { status, reply } = await refusal(save({ ...first, title: 'Typed', 'fileUrl-upload': file }))
    expect(status).toBe(422)
    expect(reply.result.error).toEqual({ fileUrl: [expect.stringContaining('“big.pdf” is larger than 40 MB')] })
    expect(reply.result.initialValue).toMatchObject({ title: 'Typed', fileUrl: first.fileUrl })
    expect(await readdir(path.join(env.dataDir, 'staged/.incoming'))).toEqual([])
  })

  test('with a form beyond 60 MB: 413', async () => {
    const file = new File([new Uint8Array(61 * 1024 * 1024)], 'huge.pdf')
    await expect(save({ ...first, 'fileUrl-upload': file })).rejects.toMatchObject({ status: 413 })
  })

  test('with a PDF and an error elsewhere: 422, and the PDF is kept as the chosen one', async () => {
    const { reply } = await refusal(save({ ...first, title: '', 'fileUrl-upload': pdf('Kept.pdf') }))
    expect(reply.result.initialValue).toMatchObject({
      fileUrl: expect.stringMatching(/^\/uploads\/reports\/kept-[0-9a-f]{8}\.pdf$/),
    })
    expect(stored()).toEqual(shipped.reports)
  })

  test('that someone else has saved since: 409 with both values, then the own one on a second try', async () => {
    const form = { ...first, title: 'Mine', version: version() }
    await save({ ...first, title: 'Theirs' })
    const { status, reply } = await refusal(save(form))
    expect(status).toBe(409)
    expect(reply.conflict).toMatchObject([{ name: 'title', label: 'Title', mine: 'Mine', theirs: 'Theirs' }])
    expect(reply.result.initialValue).toMatchObject({ title: 'Mine' })
    expect(stored()[0]?.title).toBe('Theirs')

    await redirected(save({ ...form, version: reply.version }))
    expect(stored()[0]?.title).toBe('Mine')
  })

  test('that someone else has deleted since: 409 with what was typed, and back in its place on a second try', async () => {
    const form = { ...second, title: 'Mine', version: version() }
    await redirected(remove(second._id))
    const { status, reply } = await refusal(save(form, second._id))
    expect(status).toBe(409)
    expect(reply.failure?.detail).toContain('Someone else deleted this entry')
    expect(reply.result.initialValue).toMatchObject({ title: 'Mine', fileUrl: second.fileUrl })

    await redirected(save({ ...form, version: reply.version }, second._id))
    expect(stored()).toEqual(shipped.reports.with(1, { ...second, title: 'Mine' }))
  })

  test('when the disk is full: 507 with the reason, what was typed stays', async () => {
    vi.spyOn(siteContent, 'update').mockRejectedValueOnce(new StorageError('disk-full'))
    const { status, reply } = await refusal(save({ ...first, title: 'Typed' }))
    expect(status).toBe(507)
    expect(reply.failure).toMatchObject({ message: 'Failed to update reports' })
    expect(reply.result.initialValue).toMatchObject({ title: 'Typed' })
  })

  test('saved without a new file: keeps its file and its place, and can be undone', async () => {
    const { url, flash } = await redirected(
      save({ ...first, title: 'Second edition', 'fileUrl-upload': new File([], '') }),
    )
    expect(url).toBe('/admin/reports')
    expect(flash).toMatchObject({ kind: 'success', message: 'Report updated' })
    expect(stored()).toEqual(shipped.reports.with(0, { ...first, title: 'Second edition' }))

    await redirected(undo(flash?.undo?.entry))
    expect(stored()).toEqual(shipped.reports)
  })

  test('saved under the _id of another one: keeps its own', async () => {
    await redirected(save({ ...first, _id: second._id, title: 'Renamed' }))
    expect(stored()).toEqual(shipped.reports.with(0, { ...first, title: 'Renamed' }))
  })

  test('saved in a list that was put in order by hand: keeps its place', async () => {
    const byHand = shipped.reports.toReversed()
    await siteContent.update(reports, {
      author: 'test',
      reason: 'By hand',
      change: (now) => ({ ...now, reports: byHand }),
    })
    await redirected(save({ ...second, title: 'Renamed' }, second._id))
    expect(stored()).toEqual(byHand.with(-2, { ...second, title: 'Renamed' }))
  })

  test('saved with another year: moves to its place', async () => {
    await redirected(save({ ...first, year: '2019-20' }))
    expect(stored().map(({ _id }) => _id)).toEqual([...shipped.reports.slice(1), first].map(({ _id }) => _id))
  })

  test.each([
    ['2025-26', 0],
    ['2022-23', 3],
    ['2012', 6],
  ])('of %s added: at place %i, its PDF byte for byte, its size known at once', async (year, at) => {
    const form = {
      _id: 'added',
      year,
      title: 'Annual Report',
      fileUrl: '',
      'fileUrl-upload': pdf(`Report ${year}.PDF`),
    }
    const { flash } = await redirected(save(form, 'new'))
    expect(flash).toMatchObject({ kind: 'success', message: 'Report added' })
    const added = stored()[at]
    expect(added).toMatchObject({ _id: 'added', year, title: 'Annual Report' })
    expect(stored().toSpliced(at, 1)).toEqual(shipped.reports)

    const fileUrl = added?.fileUrl ?? ''
    expect(fileUrl).toMatch(new RegExp(`^/uploads/reports/report-${year}-[0-9a-f]{8}\\.pdf$`))
    expect(new Uint8Array(await readFile(path.join(env.uploadsDir, fileUrl.slice('/uploads/'.length))))).toEqual(PDF)
    expect((await table()).documents[fileUrl]).toMatchObject({ bytes: PDF.length })
  })

  test('deleted: gone, and back by undo', async () => {
    const { flash } = await redirected(remove(first._id))
    expect(flash).toMatchObject({ kind: 'success', message: 'Report deleted' })
    expect(stored()).toEqual(shipped.reports.slice(1))
    await redirected(undo(flash?.undo?.entry))
    expect(stored()).toEqual(shipped.reports)
  })

  test('deleted from an older version: stays, and the table says why', async () => {
    const before = version()
    await redirected(save({ ...first, title: 'Theirs' }))
    const { flash } = await redirected(remove(first._id, before))
    expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('Nothing was changed') })
    expect(stored()).toHaveLength(shipped.reports.length)
  })

  test('deleted twice: the second time says that it is gone', async () => {
    const before = version()
    await redirected(remove(first._id, before))
    const { flash } = await redirected(remove(first._id, before))
    expect(flash).toEqual({ kind: 'failure', message: 'This report no longer exists.' })
  })
})

test.each([
  [{ intent: 'shuffle' }, editFirst],
  [{ intent: 'save' }, {}],
  [{ intent: 'delete' }, editFirst],
])('an unknown intent (%j at %j): 400, nothing changes', async (fields, query) => {
  await expect(listAction(post(fields, query))).rejects.toMatchObject({ status: 400 })
  expect(stored()).toEqual(shipped.reports)
})

function stored() {
  return siteContent.read(reports).value.reports
}

function version() {
  return siteContent.read(reports).version
}

async function storedFiles() {
  return readdir(path.join(env.uploadsDir, 'reports'))
}

function pdf(name: string) {
  return new File([PDF], name, { type: 'application/pdf' })
}

function table() {
  return listLoader(routeArgs(ownRequest('/admin/reports', { headers: { cookie } })))
}

function save(fields: Record<string, string | File>, edit = first._id) {
  return listAction(post({ ...fields, intent: 'save' }, { edit }))
}

function remove(id: string, from = version()) {
  return listAction(post({ intent: 'delete', version: from }, { delete: id }))
}

/** Posts the undo button of a success message, which knows the entry but not the version. */
function undo(entry = '') {
  return listAction(post({ intent: 'restore', entry, version: '' }))
}

/** A form as the page posts it to its own address, by default with the current version. */
function post(
  fields: Record<string, string | File>,
  query: { edit?: string; delete?: string } = {},
  { site = 'same-origin', ...headers }: { site?: string; cookie?: string } = {},
): ActionFunctionArgs {
  const body = new FormData()
  for (const [name, value] of Object.entries({ version: version(), ...fields })) body.set(name, value)
  return routeArgs(
    ownRequest(`/admin/reports?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      body,
      headers: { cookie, 'sec-fetch-site': site, ...headers },
    }),
  )
}
