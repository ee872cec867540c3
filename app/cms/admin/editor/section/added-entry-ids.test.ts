import { beforeAll, beforeEach, expect, test } from 'vitest'
import { team } from '#test/example-site/team/team.ts'
import { signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { sectionEditorAction } from './section-editor.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { content: siteContent } = site

const shipped = siteContent.read(team).value
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(async () => {
  await siteContent.update(team, { author: 'test', reason: 'Begin again', change: () => shipped })
})

test('an entry added without a script: first in its list, with the _id it is saved with; sent twice: there once', async () => {
  const { version } = siteContent.read(team)
  const insert = JSON.stringify({ type: 'insert', payload: { name: 'benefits', index: 0 } })
  const { status, reply } = await refusal(post({ ...fieldsOf(shipped), __intent__: insert }))
  expect(status).toBe(200)
  const shown = fieldsOf(reply.result.initialValue)
  expect(shown['benefits[0]._id']).toMatch(/^[0-9a-f]{32}$/)
  expect(shown['benefits[1]._id']).toBe(shipped.benefits[0]?._id)

  const added = { title: 'A bicycle', description: 'For the way home.' }
  const form = { version, ...shown, ...fieldsOf({ benefits: [{ _id: shown['benefits[0]._id'], ...added }] }) }
  await redirected(post(form))
  await redirected(post(form))
  const { benefits } = siteContent.read(team).value
  expect(benefits).toEqual([{ _id: shown['benefits[0]._id'], ...added }, ...shipped.benefits])
})

function post(fields: Record<string, string>) {
  return sectionEditorAction(sectionPost('team', fields, { cookie, 'sec-fetch-site': 'same-origin' }))
}
