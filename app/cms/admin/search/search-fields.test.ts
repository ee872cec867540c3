import { expect, test } from 'vitest'
import { bakery } from '#test/example-site/bakery/bakery.ts'
import { suppliers } from '#test/example-site/home/suppliers.ts'
import { searchFields } from './search-fields.ts'

const farms = { label: 'Suppliers', href: '/admin/suppliers', schema: suppliers.schema, hasFields: true }
const forms = [farms, { label: 'Bakery', href: '/admin/bakery', schema: bakery.schema, hasFields: true }]

test('the name of a field: found in any case, once for a list, with the address of the first entry', () => {
  const found = searchFields(forms, 'alternative TEXT')
  expect(found.filter(({ field }) => field === 'Suppliers')).toEqual([
    {
      field: 'Suppliers',
      href: '/admin/suppliers#editor-suppliers%5B0%5D.alt',
      parts: [
        { text: 'Suppliers › ', isMarked: false },
        { text: 'Alternative text', isMarked: true },
      ],
    },
  ])
})

test('a field in a group: its own name, and the address of the field', () => {
  const found = searchFields(forms, 'opening HOURS')
  expect(found).toContainEqual(expect.objectContaining({ href: '/admin/bakery#editor-openingHours' }))
})

test('keys, which staff never see: not found', () => {
  expect(searchFields(forms, '_id')).toEqual([])
})

test('the form of an entry of a collection: leads to the list', () => {
  const [found] = searchFields([{ ...farms, hasFields: false }], 'title')
  expect(found?.href).toBe('/admin/suppliers')
})
