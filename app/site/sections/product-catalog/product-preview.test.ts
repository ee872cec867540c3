import { expect, test } from 'vitest'
import { action } from '#app/cms/admin/preview/preview.tsx'
import { currentSite, type Site } from '#app/cms/site.server.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import { signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { fieldsOf, sectionPost } from '#test/section-form.ts'
import { productCatalog } from './product-catalog.server.ts'

const site = await createTestSite()

test('a preview of another address: the product is found there, and nowhere else', async () => {
  let shown: Site | undefined
  site.renderPage = () => {
    shown = currentSite()
    return Promise.resolve(new Response())
  }
  const { value } = site.content.read(powerCables)
  const fields = { ...fieldsOf(value), 'products[0].slug': 'renamed-here' }
  await action(sectionPost(powerCables.id, fields, { cookie: await signIn() }))
  expect(shown?.service(productCatalog).findProduct('renamed-here')?.product._id).toBe(value.products[0]?._id)
  expect(site.service(productCatalog).findProduct('renamed-here')).toBeUndefined()
})
