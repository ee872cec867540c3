import { expect, test } from 'vitest'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { searchFields } from './search-fields.ts'

const fibre = { label: 'Fiber Cable', href: '/admin/products', schema: fibreCables.schema, hasFields: true }
const forms = [fibre, { label: 'Site details', href: '/admin/site', schema: siteDetails.schema, hasFields: true }]

test('the name of a field: found in any case, once for a list, with the address of the first entry', () => {
  const found = searchFields(forms, 'alternative TEXT')
  expect(found.filter(({ field }) => field === 'Fiber Cable')).toEqual([
    {
      field: 'Fiber Cable',
      href: '/admin/products#editor-products%5B0%5D.imageAlt',
      before: 'Products › ',
      match: 'Alternative text',
      after: '',
    },
  ])
})

test('a field in a group: its own name, and the address of the field', () => {
  const found = searchFields(forms, 'company name')
  expect(found).toContainEqual(expect.objectContaining({ href: '/admin/site#editor-companyName' }))
})

test('keys, which staff never see: not found', () => {
  expect(searchFields(forms, '_id')).toEqual([])
})

test('the form of an entry of a collection: leads to the list', () => {
  const [found] = searchFields([{ ...fibre, hasFields: false }], 'description')
  expect(found?.href).toBe('/admin/products')
})
