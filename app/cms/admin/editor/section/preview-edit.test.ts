import { beforeAll, describe, expect, test } from 'vitest'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { photo } from '#test/temporary-images.ts'
import { sectionEditorAction } from './section-editor.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { content: siteContent } = site

const productPage = productPages.entry('hffr-compound')
let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

describe('a preview', () => {
  test('without a session: to the sign-in', async () => {
    const response = sectionEditorAction(sectionPost(productPage.id, { intent: 'preview', body: '*x*' }, {}))
    await expect(response).rejects.toMatchObject({ status: 302 })
  })

  test('of a form with faults: the text as HTML, what was typed stays, nothing is saved or found fault with', async () => {
    const before = siteContent.read(productPage)
    const typed = { title: '', lead: 'Typed', body: '# Head\n\n<b>x</b> **bold** [y](javascript:alert(1))' }
    const { status, reply } = await refusal(
      post(productPage.id, { ...fieldsOf(before.value), ...typed, intent: 'preview' }),
    )
    expect(status).toBeUndefined()
    expect(reply.preview).toBe(
      '<h2>Head</h2>\n<p>&lt;b&gt;x&lt;/b&gt; <strong>bold</strong> [y](javascript:alert(1))</p>\n',
    )
    expect(reply.result).toMatchObject({
      initialValue: { lead: 'Typed', body: typed.body.replaceAll('\n', '\r\n') },
      error: {},
    })
    expect(reply.version).toBe(before.version)
    expect(siteContent.read(productPage)).toBe(before)
  })

  test('of a text with a wrong link: the text as HTML, and what to type instead', async () => {
    const { value } = siteContent.read(productPage)
    const fields = { ...fieldsOf(value), body: '[partner](www.example.com)', title: '', intent: 'preview' }
    const { reply } = await refusal(post(productPage.id, fields))
    expect(reply.preview).toContain('partner')
    expect(Object.keys(reply.result.error ?? {})).toEqual(['body'])
    expect(reply.result.error?.['body']?.[0]).toContain('Type https://www.example.com')
  })
})

describe('pictures added to the gallery by a plain form', () => {
  const content = siteContent.read(gallery).value
  const upload = `items[${content.items.length}].imageUrl-upload`

  test('shown first: two entries more with titles from their names, nothing saved; a refused file says why', async () => {
    const before = siteContent.read(gallery)
    const files = [
      await picture('Long counter.jpg'),
      new File(['<html>'], 'page.jpg'),
      await picture('Evening.jpg', 96),
    ]
    const { reply } = await refusal(post('gallery', { ...fieldsOf(content), [upload]: files, intent: 'preview' }))
    const items = reply.result.initialValue?.['items']
    expect(items).toHaveLength(content.items.length + 2)
    expect(items).toMatchObject([
      ...content.items.map(({ _id }) => ({ _id })),
      { title: 'Long counter', imageUrl: expect.stringMatching(/^long-counter-/) },
      { title: 'Evening', imageUrl: expect.stringMatching(/^evening-/) },
    ])
    expect(reply.result.error).toEqual({ items: [expect.stringContaining('“page.jpg”')] })
    expect(siteContent.read(gallery)).toBe(before)
    expect(site.media.staged.list().some(({ file }) => file.startsWith('evening-'))).toBe(true)
    expect(site.media.library.list().some(({ file }) => file.startsWith('evening-'))).toBe(false)
  })

  test('saved at once: there, each under its own id', async () => {
    const files = [await picture('One.jpg', 64), await picture('Two.jpg', 96)]
    await redirected(post('gallery', { ...fieldsOf(content), [upload]: files, intent: 'save' }))
    const { items } = siteContent.read(gallery).value
    expect(items.slice(-2).map(({ title }) => title)).toEqual(['One', 'Two'])
    expect(new Set(items.map(({ _id }) => _id)).size).toBe(content.items.length + 2)
  })
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

async function picture(name: string, width = 64) {
  const bytes = await photo(width, 32).jpeg().toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
}
