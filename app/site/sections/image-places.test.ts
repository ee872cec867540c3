import { expect, test } from 'vitest'
import { walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import definition from '#app/site.config.ts'

test('the images without a width of their place: drawings, small marks and the posters of films', () => {
  const { sections, collections } = definition
  const found = [...sections, ...collections].flatMap(({ id, schema }) =>
    withoutPlace(walkSchema(schema), '').map((name) => `${id} ${name}`),
  )
  expect(found.sort()).toEqual([
    'certifications standards[].badge',
    'clients clients[].image',
    'drhp films[].poster',
    'site footer.badges[].image',
    'stats icons.capacity',
    'stats icons.clients',
    'stats icons.experience',
  ])
})

function withoutPlace({ upload, fields, element }: SchemaNode, name: string): string[] {
  if (upload) return upload.accepts === 'image' && upload.width === undefined ? [name] : []
  const below = [...fields].flatMap(([key, field]) => withoutPlace(field, name ? `${name}.${key}` : key))
  return element ? [...below, ...withoutPlace(element, `${name}[]`)] : below
}
