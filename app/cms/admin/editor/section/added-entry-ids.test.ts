import { beforeAll, beforeEach, expect, test } from 'vitest'
import { investors } from '#app/site/sections/investors/investors.ts'
import { signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { sectionEditorAction } from './section-editor.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { content: siteContent } = site

const shipped = siteContent.read(investors).value
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(async () => {
  await siteContent.update(investors, { author: 'test', reason: 'Begin again', change: () => shipped })
})

test('an entry added without a script: first in its list, with the _id it is saved with; sent twice: there once', async () => {
  const { version } = siteContent.read(investors)
  const insert = JSON.stringify({ type: 'insert', payload: { name: 'contacts', index: 0 } })
  const { status, reply } = await refusal(post({ ...fieldsOf(shipped), __intent__: insert }))
  expect(status).toBe(200)
  const shown = fieldsOf(reply.result.initialValue)
  expect(shown['contacts[0]._id']).toMatch(/^[0-9a-f]{32}$/)
  expect(shown['contacts[1]._id']).toBe(shipped.contacts[0]?._id)

  const added = { title: 'Helpdesk', name: 'Asha', address: 'Goa', phone: '+91 00000 00003', email: 'help@example.com' }
  const form = { version, ...shown, ...fieldsOf({ contacts: [{ _id: shown['contacts[0]._id'], ...added }] }) }
  await redirected(post(form))
  await redirected(post(form))
  const { contacts } = siteContent.read(investors).value
  expect(contacts).toEqual([{ _id: shown['contacts[0]._id'], ...added, answersQueries: 'no' }, ...shipped.contacts])
})

function post(fields: Record<string, string>) {
  return sectionEditorAction(sectionPost('investors', fields, { cookie, 'sec-fetch-site': 'same-origin' }))
}
