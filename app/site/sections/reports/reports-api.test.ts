import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { reports } from '#app/site/sections/reports/reports.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { action } from '#app/cms/api/content/section-resource.tsx'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { setEntries } from '#test/set-entries.ts'

const site = await createTestSite()
const { env, content: siteContent } = site

const PDF = new Uint8Array(await readFile('uploads/reports/annual-report-2024-25.pdf'))
const shipped = listedRows(site, reports)
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(() => setEntries(siteContent, reports, shipped))

test('POST with a file that is no PDF: 422 with the reason, nothing is added', async () => {
  const file = new File(['<html>'], 'report.pdf', { type: 'application/pdf' })
  const response = await post({ year: '2025-26', title: 'Annual Report', file })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    error: { code: 'invalid', fields: { file: [expect.stringContaining('“report.pdf” is not a PDF')] } },
  })
  expect(stored()).toEqual(shipped)
})

test('PUT with a file that is no PDF: 422 on the field it was sent in, nothing changes', async () => {
  const [first] = shipped
  const file = new File(['<html>'], 'report.pdf', { type: 'application/pdf' })
  const response = await put(first?._id ?? '', { year: '2025-26', title: 'Annual Report', file })
  expect(response.status).toBe(422)
  const answer: unknown = await response.json()
  expect(answer).toMatchObject({ error: { fields: { file: [expect.stringContaining('is not a PDF')] } } })
  expect(answer).not.toHaveProperty('error.fields.fileUrl')
  expect(stored()).toEqual(shipped)
})

test('POST with the address of a file that is not there: 422 on it', async () => {
  const report = { year: '2025-26', title: 'Annual Report' }
  const response = await post({ ...report, fileUrl: '/uploads/reports/none-1a2b3c4d.pdf' })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    error: {
      fields: { fileUrl: [expect.stringContaining('There is no file called /uploads/reports/none-1a2b3c4d.pdf')] },
    },
  })
  expect(stored()).toEqual(shipped)
})

test('POST without a file: 422 on it', async () => {
  const response = await post({ year: '2025-26', title: 'Annual Report' })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ error: { fields: { fileUrl: [expect.any(String)] } } })
})

test('POST anonymous with a PDF: 401, and no file is kept', async () => {
  const response = await post({ year: '2025-26', title: 'T', file: pdf('anonymous.pdf') }, { cookie: '' })
  expect(response.status).toBe(401)
  expect(stored()).toEqual(shipped)
})

test('POST with a PDF: 201, and the file byte for byte at its address', async () => {
  const response = await post({ year: '2025-26', title: 'Annual Report', file: pdf('Annual Report 2025-26.pdf') })
  expect(response.status).toBe(201)
  const added = z.object({ _id: z.string(), fileUrl: z.string() }).parse(await response.json())
  expect(added.fileUrl).toMatch(/^\/uploads\/reports\/annual-report-2025-26-[0-9a-f]{8}\.pdf$/)
  expect(new Uint8Array(await readFile(path.join(env.uploadsDir, added.fileUrl.slice('/uploads/'.length))))).toEqual(
    PDF,
  )
  expect(stored()).toHaveLength(shipped.length + 1)
  expect(stored().find(({ _id }) => _id === added._id)).toMatchObject({ year: '2025-26', fileUrl: added.fileUrl })
})

test('PUT with a PDF: another file; without one: the file stays', async () => {
  const [first] = shipped
  if (!first) throw new Error('No report ships')
  expect((await put(first._id, { year: '2025-26', title: 'Second edition', file: pdf('second.pdf') })).status).toBe(200)
  expect(stored()[0]).toMatchObject({ title: 'Second edition', fileUrl: expect.stringMatching(/second-[0-9a-f]{8}/) })

  const { fileUrl } = stored()[0] ?? {}
  expect((await put(first._id, { year: '2025-26', title: 'Third edition' })).status).toBe(200)
  expect(stored()[0]).toEqual({ ...first, year: '2025-26', title: 'Third edition', fileUrl })
})

function stored() {
  return listedRows(site, reports)
}

function pdf(name: string) {
  return new File([PDF], name, { type: 'application/pdf' })
}

function post(fields: Record<string, string | File>, headers = {}) {
  return action(routeArgs(multipart('POST', '/api/reports', fields, headers), { resource: 'reports' }))
}

function put(id: string, fields: Record<string, string | File>) {
  const request = multipart('PUT', `/api/reports/${id}`, fields)
  return action(routeArgs(request, { resource: 'reports', entryId: id }))
}

function multipart(method: string, address: string, fields: Record<string, string | File>, headers = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return ownRequest(address, { method, body, headers: { cookie, ...headers } })
}
