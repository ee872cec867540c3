import { beforeAll, describe, expect, test } from 'vitest'
import { gallery } from './gallery.ts'
import { signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { photo } from '#test/temporary-images.ts'
import { sectionEditorAction } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { content: siteContent } = site

let cookie: string

beforeAll(async () => {
  cookie = await signIn()
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

function post(section: string, fields: Parameters<typeof sectionPost>[1]) {
  return sectionEditorAction(sectionPost(section, fields, { cookie }))
}

async function picture(name: string, width = 64) {
  const bytes = await photo(width, 32).jpeg().toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
}
