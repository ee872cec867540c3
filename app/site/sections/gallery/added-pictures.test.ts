import { expect, test } from 'vitest'
import { addedPictureField, addPictures, titleOf } from './added-pictures.ts'

const first = [
  ['items[0]._id', 'a'],
  ['items[0].title', 'First'],
  ['items[0].imageUrl', 'first-12345678.jpg'],
] as const

test('no pictures sent: everything stays', () => {
  const { content, fileErrors } = posted([...first], { 'items[0].imageUrl': ['No JPEG'] })
  expect([...content]).toEqual(first)
  expect(fileErrors).toEqual({ 'items[0].imageUrl': ['No JPEG'] })
})

test('two pictures sent: an entry for each after the others, under its own id, named by its file', () => {
  const { content } = posted([
    ...first,
    [addedPictureField(1), 'long-counter-1a2b3c4d.jpg'],
    [addedPictureField(1), 'evening-5e6f7a8b.jpg'],
  ])
  const entries = Object.fromEntries(content)
  expect(entries).toMatchObject({
    'items[0].title': 'First',
    'items[1].title': 'Long counter',
    'items[1].imageUrl': 'long-counter-1a2b3c4d.jpg',
    'items[2].title': 'Evening',
    'items[2].imageUrl': 'evening-5e6f7a8b.jpg',
  })
  expect(entries['items[1]._id']).not.toBe(entries['items[2]._id'])
})

test('one of two pictures refused: the other one is there, the reason is shown at the list', () => {
  const { content, fileErrors } = posted([...first, [addedPictureField(1), 'evening-5e6f7a8b.jpg']], {
    [addedPictureField(1)]: ['“notes.txt” is not a picture'],
  })
  expect(content.get('items[1].title')).toBe('Evening')
  expect(fileErrors).toEqual({ items: ['“notes.txt” is not a picture'] })
})

test('all pictures refused: no entry, the reason is shown at the list', () => {
  const { content, fileErrors } = posted([...first], { [addedPictureField(1)]: ['“notes.txt” is not a picture'] })
  expect([...content]).toEqual(first)
  expect(fileErrors).toEqual({ items: ['“notes.txt” is not a picture'] })
})

test.each([
  ['IMG_2034.JPG', 'IMG 2034'],
  ['stand at the fair.final.jpeg', 'Stand at the fair.final'],
  ['-1a2b3c4d.png', ''],
  [`${'x'.repeat(300)}.png`, `X${'x'.repeat(119)}`],
])('%s: the title %j', (file, title) => {
  expect(titleOf(file)).toBe(title)
})

function posted(fields: (readonly [string, string])[], fileErrors: Record<string, string[]> = {}) {
  const content = new FormData()
  for (const [name, value] of fields) content.append(name, value)
  return addPictures({ content, fileErrors })
}
