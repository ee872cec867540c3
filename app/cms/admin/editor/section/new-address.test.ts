import { beforeAll, expect, test } from 'vitest'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { textPages } from '#test/example-site/text-pages/text-pages.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'

const site = await createExampleSite()
let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

const section = textPages.entry('text-page')
const page = textPages.schema.parse({ title: 'दिवाली', body: 'In the shop.' })

function save(fields: object) {
  const posted = fieldsOf({ ...page, ...fields })
  return sectionEditorAction(sectionPost(section.id, posted, { cookie }))
}

async function open(title: string) {
  const address = `/admin/text-pages/text-page?${new URLSearchParams({ title }).toString()}`
  return (await sectionEditorLoader(routeArgs(ownRequest(address, { headers: { cookie } })))).entry
}

test('a new entry: its address is shown; one whose title loses letters asks for it', async () => {
  expect(await open('Text page')).toMatchObject({ address: '/text-page', toType: undefined })
  expect((await open('दिवाली'))?.toType).toContain('Type the address in Latin letters')
})

test('a title of another script without an address: not published, with what was typed, until one is typed', async () => {
  const { status, reply } = await refusal(save({}))
  expect(status).toBe(422)
  expect(reply.result.error?.['address']?.[0]).toContain('No letter of the title can be in it')
  expect(fieldsOf(reply.result.initialValue)).toMatchObject({ title: 'दिवाली' })
  expect(site.content.find(section)).toBeUndefined()

  // A draft may wait for its address, and its publication asks for it.
  await redirected(save({ intent: contentIntents.draft }))
  const [draft] = site.drafts.list()
  expect(draft?.section.id).toBe(section.id)

  await redirected(save({ address: 'diwali' }))
  expect(site.content.find(section)?.value).toMatchObject({ title: 'दिवाली', address: 'diwali' })
})
