import { beforeAll, expect, test } from 'vitest'
import { sectionEditorAction } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { loader } from '#app/site/layout/site-layout.tsx'
import { investors } from '#app/site/sections/investors/investors.ts'
import { routeArgs, ownRequest, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { siteDetails } from './site-details.ts'

const site = await createTestSite()

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

const { value } = site.content.read(siteDetails)
const office = value.contacts.registeredOffice
const withOffice = (change: Partial<typeof office>) => ({
  contacts: { ...value.contacts, registeredOffice: { ...office, ...change } },
})

test.each([
  ['legalName', { legalName: '' }],
  ['cin', { cin: '' }],
  ['cin', { cin: 'U00000GA1991PLC00000' }],
  ['cin', { cin: 'X00000GA1991PLC000000' }],
  ['contacts.registeredOffice.address', withOffice({ address: '' })],
  ['contacts.registeredOffice.phone', withOffice({ phone: '' })],
  ['contacts.registeredOffice.email', withOffice({ email: '' })],
])('%s missing or wrong in %j: refused at its field, and the pages keep what they show', async (field, change) => {
  const { status, reply } = await refusal(
    sectionEditorAction(sectionPost(siteDetails.id, fieldsOf({ ...value, ...change }), { cookie })),
  )
  expect([status, Object.keys(reply.result.error ?? {})]).toEqual([422, [field]])
  expect(shown()).toMatchObject({ content: { cin: value.cin, contacts: { registeredOffice: office } } })
})

test('no person for queries and grievances, or two: refused, and the pages keep the one they name', async () => {
  const { value: page } = site.content.read(investors)
  for (const answersQueries of ['no', 'yes']) {
    const contacts = page.contacts.map((contact) => ({ ...contact, answersQueries }))
    const { status, reply } = await refusal(
      sectionEditorAction(sectionPost(investors.id, fieldsOf({ ...page, contacts }), { cookie })),
    )
    expect([status, Object.keys(reply.result.error ?? {})]).toEqual([422, ['contacts']])
  }
  expect(shown().personForQueries).toMatchObject({ name: 'Anjali Prabhu', email: 'compliance@example.com' })
})

function shown() {
  return loader(routeArgs(ownRequest('/')))
}
