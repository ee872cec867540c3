import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { collectFileRefs, collectFileRefsInText } from './collect-file-refs.ts'

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

test('image names, addresses of documents and menus at any depth, and addresses within Markdown', () => {
  const content = {
    image: 'plant-1a2b3c4d.jpg',
    list: [{ fileUrl: '/uploads/reports/x.pdf' }, { fileUrl: '/menus/y.pdf' }],
    body: 'See [the sheet](/uploads/documents/sheet.pdf), ![](/uploads/photo.png) or https://example.com/menus/z.pdf.',
  }
  expect([...collectFileRefs(content)]).toEqual([
    'plant-1a2b3c4d.jpg',
    'reports/x.pdf',
    'menus/y.pdf',
    'documents/sheet.pdf',
    'photo.png',
    'menus/z.pdf',
  ])
})

test('the text of a file, however its values are written: every file that the parsed content names', () => {
  const name = fc.stringMatching(/^[a-z0-9_][a-z0-9._-]{0,30}\.(jpg|png|svg)$/)
  const address = name.map((file) => `/uploads/reports/${file}`)
  const value = fc.oneof(
    name,
    address,
    fc.tuple(fc.string(), address).map((texts) => texts.join(' ')),
    fc.string(),
  )
  const style = fc.record({
    defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_FOLDED', 'BLOCK_LITERAL'),
    lineWidth: fc.constantFrom(0, 20, 80),
    collectionStyle: fc.constantFrom('block', 'flow'),
  })
  fc.assert(
    fc.property(fc.array(fc.record({ image: value, body: value })), style, (content, options) => {
      const found = collectFileRefsInText(stringify(content, { ...options, doubleQuotedMinMultiLineLength: 10 }))
      for (const file of collectFileRefs(content)) expect(found).toContain(file)
    }),
  )
})
