import { beforeAll, beforeEach, expect, test } from 'vitest'
import { financials } from '#app/site/sections/investors/financials.ts'
import { signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { sectionEditorAction } from './section-editor.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { content: siteContent } = site

const shipped = siteContent.read(financials).value
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(async () => {
  await siteContent.update(financials, { author: 'test', reason: 'Begin again', change: () => shipped })
})

test('an entry added without a script: first in its list, with the _id it is saved with; sent twice: there once', async () => {
  const { version } = siteContent.read(financials)
  const insert = JSON.stringify({ type: 'insert', payload: { name: 'results', index: 0 } })
  const { status, reply } = await refusal(post({ ...fieldsOf(shipped), __intent__: insert }))
  expect(status).toBe(200)
  const shown = fieldsOf(reply.result.initialValue)
  expect(shown['results[0]._id']).toMatch(/^[0-9a-f]{32}$/)
  expect(shown['results[1]._id']).toBe(shipped.results[0]?._id)

  const added = { year: '2026', title: 'Result', fileUrl: 'https://example.com/2026.pdf', date: '2026-05-20' }
  const form = { version, ...shown, ...fieldsOf({ results: [{ _id: shown['results[0]._id'], ...added }] }) }
  await redirected(post(form))
  await redirected(post(form))
  const { results } = siteContent.read(financials).value
  expect(results).toEqual([{ _id: shown['results[0]._id'], ...added }, ...shipped.results])
})

function post(fields: Record<string, string>) {
  return sectionEditorAction(sectionPost('financials', fields, { cookie, 'sec-fetch-site': 'same-origin' }))
}
