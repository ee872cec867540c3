import { expect, test } from 'vitest'
import { z } from 'zod'
import { imageFile, line, list, optionalImageFile } from './fields.ts'
import { uploadKindOf } from './upload-kind.ts'

const pdf = { accepts: 'pdf', folder: 'policies' } as const

const schema = z.strictObject({
  title: line('Title'),
  image: optionalImageFile('Image'),
  footer: z.strictObject({ badges: list('Badges', z.strictObject({ image: imageFile('Badge') })) }).optional(),
  policies: list('Policies', z.strictObject({ fileUrl: line('File').meta({ upload: pdf }) })).default([]),
  pictures: list('Pictures', imageFile('Picture')),
  piped: z.string({ error: 'Choose a PDF' }).pipe(line('File').meta({ upload: pdf })),
})

test.each([
  'title',
  'missing',
  'policies',
  'policies[0]',
  'policies.fileUrl',
  'policies[x].fileUrl',
  'policies[0].fileUrl.deeper',
  'footer[0]',
  'image[0]',
  '__proto__',
  'constructor',
  '',
  '.image',
  'image]',
  'image.',
])('%j, which takes no file: undefined', (name) => {
  expect(uploadKindOf(schema, name)).toBeUndefined()
})

test.each([
  ['image', { accepts: 'image' }],
  ['footer.badges[0].image', { accepts: 'image' }],
  ['pictures[12]', { accepts: 'image' }],
  ['policies[2].fileUrl', pdf],
  ['piped', pdf],
])('%s: what its schema says, through lists, records and wrappers', (name, kind) => {
  expect(uploadKindOf(schema, name)).toEqual(kind)
})

test('a field that is refined further still takes its file', () => {
  const refined = z.strictObject({ image: imageFile('Image').refine((name) => name !== 'x.png') })
  expect(uploadKindOf(refined, 'image')).toEqual({ accepts: 'image' })
})
