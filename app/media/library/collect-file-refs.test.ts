import { expect, test } from 'vitest'
import { collectFileRefs } from './collect-file-refs.ts'

test('texts that name no file of ours: nothing', () => {
  const content = [
    'plant.jpg is the name of a file',
    'https://example.com/reports/x.pdf',
    '/admin/files',
    '/uploads/',
    7,
  ]
  expect([...collectFileRefs(content)]).toEqual([])
})

test('image names, addresses of documents and policies at any depth, and addresses within Markdown', () => {
  const content = {
    image: 'plant-1a2b3c4d.jpg',
    list: [{ fileUrl: '/uploads/reports/x.pdf' }, { fileUrl: '/policies/y.pdf' }],
    body: 'See [the sheet](/uploads/documents/sheet.pdf), ![](/uploads/photo.png) or https://example.com/policies/z.pdf.',
  }
  expect([...collectFileRefs(content)]).toEqual([
    'plant-1a2b3c4d.jpg',
    'reports/x.pdf',
    'policies/y.pdf',
    'documents/sheet.pdf',
    'photo.png',
    'policies/z.pdf',
  ])
})
