import { expect, test } from 'vitest'
import { z } from 'zod'
import { imageFile, line, list, optionalImageFile } from './fields.ts'
import { defineSection } from './define-section.ts'
import { fieldLabels, imageWidths, uploadKindOf, walkSchema } from './walk-schema.ts'

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

test('labels: of a field, of the entries of a list, and of what a wrapper holds', () => {
  const { fields } = walkSchema(schema)
  expect(fields.get('policies')?.label).toBe('Policies')
  expect(fields.get('policies')?.element?.fields.get('fileUrl')?.label).toBe('File')
  expect(walkSchema(line('Title').optional().nullable().readonly()).label).toBe('Title')
})

test('labels of a form: those of the fields that have a control, by their name with any index', () => {
  expect(fieldLabels(schema)).toEqual({
    title: 'Title',
    image: 'Image',
    'footer.badges[].image': 'Badge',
    'policies[].fileUrl': 'File',
    'pictures[]': 'Picture',
    piped: 'File',
  })
})

test.each(['version', 'intent', 'entry'])('a section with the field %s, which forms reserve: refused', (name) => {
  const section = {
    id: 'release-notes',
    label: 'Release notes',
    icon: 'news' as const,
    file: 'release-notes.yaml',
    page: '/',
    messages: { updated: '', failed: '' },
  }
  expect(() => defineSection({ ...section, schema: z.strictObject({ [name]: line('Name') }) })).toThrow(
    `The section release-notes has fields with reserved names: ${name}`,
  )
})

test('the widths of the places of images: by the names of their fields, also in lists', () => {
  const slide = z.strictObject({ image: optionalImageFile('Image', { width: 1440 }), icon: imageFile('Icon') })
  const schema = z.strictObject({
    head: z.strictObject({ photo: imageFile('Photo', { width: 750 }) }),
    slides: list('Slides', slide),
  })
  expect(imageWidths(schema)).toEqual({ 'head.photo': 750, 'slides[].image': 1440 })
})
