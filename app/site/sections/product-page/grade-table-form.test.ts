import { beforeAll, describe, expect, test } from 'vitest'
import { productPages } from './product-page.ts'
import { signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { sectionEditorAction } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { content: siteContent } = site

const productPage = productPages.entry('hffr-compound')
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

describe('the grade table by list buttons', () => {
  test('a property removed: gone with its value of every grade, and the rest can be saved', async () => {
    const { value } = siteContent.read(productPage)
    const remove = JSON.stringify({ type: 'remove', payload: { name: 'properties', index: 0 } })
    const { status, reply } = await refusal(post(productPage.id, { ...fieldsOf(value), __intent__: remove }))
    expect(status).toBe(200)

    await redirected(post(productPage.id, { ...fieldsOf(reply.result.initialValue), intent: 'save' }))
    const saved = siteContent.read(productPage).value
    expect(saved.properties).toEqual(value.properties.slice(1))
    expect(saved.grades).toEqual(value.grades.map((grade) => ({ ...grade, values: grade.values.slice(1) })))
  })
})

function post(section: string, fields: Parameters<typeof sectionPost>[1]) {
  return sectionEditorAction(sectionPost(section, fields, { cookie }))
}
