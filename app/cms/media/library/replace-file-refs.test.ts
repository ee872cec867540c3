import { expect, test } from 'vitest'
import { replaceFileRefs } from './replace-file-refs.ts'

test('an image: replaced where it is the value, and where its address is in a text; everything else stays', () => {
  const content = {
    image: 'old-11111111.jpg',
    items: [
      { _id: 'a', image: 'other-11111111.jpg' },
      { image: 'old-11111111.jpg', alt: 'old-11111111.jpg in a hall' },
    ],
    body: 'See ![](/uploads/old-11111111.jpg) and /uploads/old-11111111.jpg.\n/uploads/bold-11111111.jpg',
    count: 3,
    isShown: true,
  }
  const before = structuredClone(content)
  expect(replaceFileRefs(content, 'old-11111111.jpg', 'new-22222222.png')).toEqual({
    content: {
      ...content,
      image: 'new-22222222.png',
      items: [content.items[0], { ...content.items[1], image: 'new-22222222.png' }],
      body: 'See ![](/uploads/new-22222222.png) and /uploads/new-22222222.png.\n/uploads/bold-11111111.jpg',
    },
    paths: ['image', 'items.1.image', 'body'],
  })
  expect(content).toEqual(before)
})

test('a document: its address is replaced, in a field and in Markdown', () => {
  const content = { fileUrl: '/uploads/documents/old.pdf', body: '[Terms](/uploads/documents/old.pdf#page=2), old.pdf' }
  expect(replaceFileRefs(content, 'documents/old.pdf', 'documents/new.pdf').content).toEqual({
    fileUrl: '/uploads/documents/new.pdf',
    body: '[Terms](/uploads/documents/new.pdf#page=2), old.pdf',
  })
})

test('a file that nothing names: no places', () => {
  expect(replaceFileRefs({ a: ['x.jpg', null] }, 'y.jpg', 'z.jpg')).toEqual({
    content: { a: ['x.jpg', null] },
    paths: [],
  })
})
