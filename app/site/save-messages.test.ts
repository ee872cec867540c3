import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import definition from '#app/site.config.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { sectionEditorAction, sectionEditorLoader } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const { findSection } = definition

const site = await createTestSite()
const { env, content: siteContent } = site

/** The messages of each screen, exactly as the specification words them. */
const SCREENS = [
  ['product-range', 'Product Range updated successfully!', 'Failed to update Product Range'],
  ['globalexpansion', 'Global Expansion updated successfully!', 'Failed to update Global Expansion'],
  ['stats', 'Stats updated successfully!', 'Failed to update stats'],
  ['power-cables', 'Power Cable section updated successfully!', 'Failed to update Power Cable'],
  ['pipe-coating', 'Pipe Coating section updated successfully!', 'Failed to update Pipe Coating'],
  ['products', 'Product updated successfully.', 'Failed to update product.'],
  ['quality-control', 'Quality Control updated successfully!', 'Failed to update Quality Control'],
  ['clients', 'Clients section updated successfully', 'Failed to update Clients section'],
  ['news-section', 'News Section updated successfully!', 'Failed to update News Section.'],
] as const

const history = path.join(env.dataDir, 'history')
let cookie: string

beforeAll(async () => {
  await mkdir(history, { recursive: true })
  cookie = await signIn()
})

describe.each(SCREENS)('/admin/%s', (id, updated, failed) => {
  test('the predecessor cannot be kept: the failure in its words, with the reason and what was typed', async () => {
    const typed = changedFields(id)
    await rename(history, `${history}-away`)
    await writeFile(history, "A file stands in the folder's place.")
    try {
      const { status, reply } = await refusal(sectionEditorAction(sectionPost(id, typed, { cookie })))
      expect(status).toBe(503)
      expect(reply.failure).toEqual({ message: failed, detail: expect.stringContaining('Nothing was saved') })
      expect(fieldsOf(reply.result.initialValue)).toMatchObject(changeOf(id))
    } finally {
      await rm(history)
      await rename(`${history}-away`, history)
    }
  })

  test('saved: the success in its words', async () => {
    const { flash } = await redirected(sectionEditorAction(sectionPost(id, changedFields(id), { cookie })))
    expect(flash).toMatchObject({ kind: 'success', message: updated })
  })
})

test('an entry: created, then with another address, which says where visitors of the former one go', async () => {
  const { value } = siteContent.read(productPages.entry('hffr-compound'))
  const save = async (fields: object) => {
    const posted = fieldsOf({ ...value, title: 'Halogen-free', ...fields })
    return (await redirected(sectionEditorAction(sectionPost('product-halogen-free', posted, { cookie })))).flash
  }
  expect(await save({})).toMatchObject({ message: 'Halogen-free page created' })
  const renamed = await save({ address: 'lszh' })
  expect(renamed).toMatchObject({ message: 'Halogen-free updated successfully!' })
  expect(renamed?.detail).toBe('Visitors of /products/halogen-free are now led to /products/lszh.')
  expect((await save({ address: 'lszh', lead: 'Another lead' }))?.detail).toBeUndefined()
  const hidden = await save({ address: 'other', visibility: 'hidden' })
  expect(hidden?.detail).toBeUndefined()
})

test('an entry that cannot be made: says so in its words', async () => {
  const { reply } = await refusal(sectionEditorAction(sectionPost('product-new', { title: 'New' }, { cookie })))
  expect(reply.result.error).toMatchObject({ lead: ['Enter opening sentence'] })
  const loaded = await sectionEditorLoader(
    routeArgs(ownRequest('/admin/product-pages/new?title=New', { headers: { cookie } })),
  )
  expect(loaded).toMatchObject({ label: 'New product page', failedMessage: 'The new product page is not saved yet' })
})

test('a picture of a client that cannot be taken: told as a failed upload, with the reason', async () => {
  const file = new File(['<html>'], 'logo.png', { type: 'image/png' })
  const fields = { ...sectionFields('clients'), 'clients[0].image-upload': file }
  const { status, reply } = await refusal(sectionEditorAction(sectionPost('clients', fields, { cookie })))
  expect(status).toBe(422)
  expect(reply.result.error).toEqual({
    'clients[0].image': [expect.stringMatching(/^Image upload failed\. “logo\.png” is not a JPEG/)],
  })
})

function changedFields(id: string) {
  return { ...sectionFields(id), ...changeOf(id) }
}

/** Another value for a field of the section. Stats have figures only. */
function changeOf(id: string): Record<string, string> {
  return id === 'stats' ? { capacity: '12345' } : { title: 'Typed' }
}

function sectionFields(id: string) {
  const section = findSection(id)
  if (!section) throw new Error(`There is no ${id}`)
  return fieldsOf(siteContent.read(section).value)
}
