import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ActionFunctionArgs } from '@remix-run/node'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  sectionEditorAction as entryAction,
  sectionEditorLoader as entryLoader,
} from '#app/cms/admin/editor/section/section-editor.server.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { reports, type Report } from '#app/site/sections/reports/reports.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { setEntries } from '#test/set-entries.ts'
import { listAction, listLoader } from '#app/cms/admin/collection/collection-list.server.ts'
import { action as removeAction } from '#app/cms/admin/collection/remove-entry.tsx'

const site = await createTestSite()
const { env, content: siteContent } = site

const PDF = new Uint8Array(await readFile('uploads/reports/annual-report-2024-25.pdf'))
const shipped = listedRows(site, reports)
const [first, second] = shipped as [Report, Report]
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(() => setEntries(siteContent, reports, shipped))

describe('who may', () => {
  test('the table without a session: to the sign-in and back to the same row', async () => {
    const answer = entryLoader(routeArgs(ownRequest('/admin/reports/x'), { key: 'x' }))
    await expect(answer).rejects.toMatchObject({ status: 302 })
    await expect(answer).rejects.toSatisfy(
      (response: Response) => response.headers.get('location') === '/admin/login?returnTo=%2Fadmin%2Freports%2Fx',
    )
  })

  test.each([
    ['without a session', { cookie: '' }, 302],
    ['with a forged session', { cookie: 'session=forged' }, 302],
    ['from another site', { site: 'cross-site' }, 403],
  ])('a deletion and an upload %s: nothing changes, no file is kept', async (_name, sender, status) => {
    const before = await storedFiles()
    const form = { ...fieldsOf(first), intent: 'save', 'fileUrl-upload': pdf('foreign.pdf') }
    await expect(removeAction(post({ intent: 'remove' }, first._id, sender))).rejects.toMatchObject({ status })
    await expect(entryAction(post(form, first._id, sender))).rejects.toMatchObject({ status })
    expect(stored()).toEqual(shipped)
    expect(await storedFiles()).toEqual(before)
  })
})

describe('a report', () => {
  test('with errors: 422, a message at each field, what was typed stays', async () => {
    const { status, reply } = await refusal(save({ ...fieldsOf(first), year: ' ', title: 'Typed, '.repeat(40) }))
    expect(status).toBe(422)
    expect(Object.keys(reply.result.error ?? {})).toEqual(['year', 'title'])
    expect(reply.result.initialValue).toMatchObject({ title: 'Typed, '.repeat(40), fileUrl: first.fileUrl })
    expect(stored()).toEqual(shipped)
  })

  test('added twice by one form: once; with other words the second time: 409 with both, then these', async () => {
    const form = { ...fieldsOf(first), title: 'Once', version: '' }
    await redirected(save(form, 'twice'))
    expect((await redirected(save(form, 'twice'))).flash).toMatchObject({ kind: 'success' })
    const others = () => stored().filter(({ _id }) => _id === 'twice')
    expect(others()).toEqual([{ ...first, _id: 'twice', title: 'Once' }])

    const { status, reply } = await refusal(save({ ...form, title: 'Other' }, 'twice'))
    expect(status).toBe(409)
    expect(reply.conflict).toMatchObject([{ name: 'title', mine: 'Other', theirs: 'Once' }])
    expect(others()).toMatchObject([{ title: 'Once' }])
    await redirected(save({ ...form, title: 'Other', version: reply.version }, 'twice'))
    expect(others()).toMatchObject([{ title: 'Other' }])
  })

  test('to be added without a PDF: asks for one', async () => {
    const { status, reply } = await refusal(save({ year: '2025-26', title: 'T', fileUrl: '' }, 'added'))
    expect(status).toBe(422)
    expect(reply.result.error).toEqual({ fileUrl: ['Choose a PDF'] })
  })

  test('with a file that is no PDF: 422 at the file, the stored one and what was typed stay', async () => {
    const file = new File(['<html>'], 'report.pdf', { type: 'application/pdf' })
    const { status, reply } = await refusal(save({ ...fieldsOf(first), title: 'New', 'fileUrl-upload': file }))
    expect(status).toBe(422)
    expect(reply.result.error).toEqual({ fileUrl: [expect.stringContaining('“report.pdf” is not a PDF')] })
    expect(reply.result.initialValue).toMatchObject({ title: 'New', fileUrl: first.fileUrl })
    expect(stored()).toEqual(shipped)
  })

  test('with a file of 41 MB: 422 that names the limit, what was typed stays', async () => {
    const file = new File([PDF, new Uint8Array(41 * 1024 * 1024)], 'big.pdf')
    const { status, reply } = await refusal(save({ ...fieldsOf(first), title: 'Typed', 'fileUrl-upload': file }))
    expect(status).toBe(422)
    expect(reply.result.error).toEqual({ fileUrl: [expect.stringContaining('“big.pdf” is larger than 40 MB')] })
    expect(reply.result.initialValue).toMatchObject({ title: 'Typed', fileUrl: first.fileUrl })
    expect(await readdir(path.join(env.dataDir, 'staged/.incoming'))).toEqual([])
  })

  test('with a form beyond 60 MB: 413', async () => {
    const file = new File([new Uint8Array(61 * 1024 * 1024)], 'huge.pdf')
    await expect(save({ ...fieldsOf(first), 'fileUrl-upload': file })).rejects.toMatchObject({ status: 413 })
  })

  test('with a PDF and an error elsewhere: 422, and the PDF is kept as the chosen one', async () => {
    const { reply } = await refusal(save({ ...fieldsOf(first), title: '', 'fileUrl-upload': pdf('Kept.pdf') }))
    expect(reply.result.initialValue).toMatchObject({
      fileUrl: expect.stringMatching(/^\/uploads\/reports\/kept-[0-9a-f]{8}\.pdf$/),
    })
    expect(stored()).toEqual(shipped)
  })

  test('that someone else has saved since: 409 with both values, then the own one on a second try', async () => {
    const form = { ...fieldsOf(first), title: 'Mine', version: version() }
    await save({ ...fieldsOf(first), title: 'Theirs' })
    const { status, reply } = await refusal(save(form))
    expect(status).toBe(409)
    expect(reply.conflict).toMatchObject([{ name: 'title', label: 'Title', mine: 'Mine', theirs: 'Theirs' }])
    expect(reply.result.initialValue).toMatchObject({ title: 'Mine' })
    expect(stored()[0]?.title).toBe('Theirs')

    await redirected(save({ ...form, version: reply.version }))
    expect(stored()[0]?.title).toBe('Mine')
  })

  test('that someone else has deleted since: 409 with what was typed, and back in its place on a second try', async () => {
    const form = { ...fieldsOf(second), title: 'Mine', version: version(second._id) }
    await redirected(remove(second._id))
    const { status, reply } = await refusal(save(form, second._id))
    expect(status).toBe(409)
    expect(reply.failure?.detail).toContain('Someone else removed this entry')
    expect(reply.result.initialValue).toMatchObject({ title: 'Mine', fileUrl: second.fileUrl })

    await redirected(save({ ...form, version: reply.version }, second._id))
    expect(stored()).toEqual(shipped.with(1, { ...second, title: 'Mine' }))
  })

  test('when the disk is full: 507 with the reason, what was typed stays', async () => {
    vi.spyOn(siteContent, 'update').mockRejectedValueOnce(new StorageError('disk-full'))
    const { status, reply } = await refusal(save({ ...fieldsOf(first), title: 'Typed' }))
    expect(status).toBe(507)
    expect(reply.failure).toMatchObject({ message: 'Failed to update report' })
    expect(reply.result.initialValue).toMatchObject({ title: 'Typed' })
  })

  test('saved without a new file: keeps its file and its place, and can be undone', async () => {
    const { url, flash } = await redirected(
      save({ ...fieldsOf(first), title: 'Second edition', 'fileUrl-upload': new File([], '') }),
    )
    expect(url).toBe('/admin/reports')
    expect(flash).toMatchObject({ kind: 'success', message: 'Report updated' })
    expect(stored()).toEqual(shipped.with(0, { ...first, title: 'Second edition' }))

    await redirected(undo(flash?.undo))
    expect(stored()).toEqual(shipped)
  })

  test('saved with another year: moves to its place', async () => {
    await redirected(save({ ...fieldsOf(first), year: '2019-20' }))
    expect(stored().map(({ _id }) => _id)).toEqual([...shipped.slice(1), first].map(({ _id }) => _id))
  })

  test.each([
    ['2026-27', 0],
    ['2022-23', 4],
    ['2012', 7],
  ])('of %s added: at place %i, its PDF byte for byte, its size known at once', async (year, at) => {
    const form = {
      year,
      title: 'Annual Report',
      fileUrl: '',
      'fileUrl-upload': pdf(`Report ${year}.PDF`),
    }
    const { flash } = await redirected(save(form, 'new-report'))
    expect(flash).toMatchObject({ kind: 'success', message: 'Report added' })
    const added = stored()[at]
    expect(added).toMatchObject({ _id: 'new-report', year, title: 'Annual Report' })
    expect(stored().toSpliced(at, 1)).toEqual(shipped)

    const fileUrl = added?.fileUrl ?? ''
    expect(fileUrl).toMatch(new RegExp(`^/uploads/reports/report-${year}-[0-9a-f]{8}\\.pdf$`))
    expect(new Uint8Array(await readFile(path.join(env.uploadsDir, fileUrl.slice('/uploads/'.length))))).toEqual(PDF)
    expect((await table()).documents[fileUrl]).toMatchObject({ bytes: PDF.length })
  })

  test('deleted: gone, and back by undo', async () => {
    const { flash } = await redirected(remove(first._id))
    expect(flash).toMatchObject({ kind: 'success', message: 'Report deleted' })
    expect(stored()).toEqual(shipped.slice(1))
    await redirected(undo(flash?.undo))
    expect(stored()).toEqual(shipped)
  })

  test('deleted from an older version: stays, and the table says why', async () => {
    const before = version()
    await redirected(save({ ...fieldsOf(first), title: 'Theirs' }))
    const { flash } = await redirected(remove(first._id, before))
    expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('Nothing was changed') })
    expect(stored()).toHaveLength(shipped.length)
  })

  test('deleted twice: the second time says that it is gone', async () => {
    const before = version()
    await redirected(remove(first._id, before))
    const { flash } = await redirected(remove(first._id, before))
    expect(flash).toEqual({ kind: 'failure', message: 'This report no longer exists.' })
  })
})

test.each([
  [{ intent: 'shuffle' }, ''],
  [{ intent: 'save' }, ''],
  [{ intent: 'move', to: `${first._id}:1` }, ''],
])('an intent that the list does not have (%j): 400, nothing changes', async (fields, key) => {
  await expect(listAction(post(fields, key))).rejects.toMatchObject({ status: 400 })
  expect(stored()).toEqual(shipped)
})

function stored() {
  return listedRows(site, reports)
}

function version(key = first._id) {
  return siteContent.find(reports.entry(key))?.version ?? ''
}

/** The fields of the form of a report. */
function fieldsOf({ _id, ...fields }: Report) {
  return fields
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

function save(fields: Record<string, string | File>, key = first._id) {
  return entryAction(post({ ...fields, intent: 'save' }, key))
}

function remove(key: string, from = version(key)) {
  return removeAction(post({ intent: 'remove', version: from }, key))
}

/** Posts the undo button of a success message, which knows the entry but not the version. */
function undo({ address, entry }: { address: string; entry: string } = { address: '', entry: '' }) {
  expect(address).toBe(`/admin/reports/${first._id}`)
  return entryAction(post({ intent: 'restore', entry, version: '' }))
}

/** A form as the page posts it to its own address, by default with the current version. */
function post(
  fields: Record<string, string | File>,
  key = first._id,
  { site = 'same-origin', ...headers }: { site?: string; cookie?: string } = {},
): ActionFunctionArgs {
  const body = new FormData()
  for (const [name, value] of Object.entries({ version: version(key || first._id), ...fields })) body.set(name, value)
  const request = ownRequest(`/admin/reports${key && `/${key}`}`, {
    method: 'POST',
    body,
    headers: { cookie, 'sec-fetch-site': site, ...headers },
  })
  return routeArgs(request, { key })
}
