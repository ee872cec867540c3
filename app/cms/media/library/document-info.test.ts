import { expect, test } from 'vitest'
import { documentsIn } from './used-files.server.ts'

const known = { bytes: 1000, date: '2025-08-06' }

test('addresses of other sites and unknown files: left out', () => {
  const content = ['https://example.com/reports/r.pdf', '/uploads/missing.pdf', 'reports/r.pdf is a text', '']
  expect(documentsIn(content, { find: (file) => (file === 'reports/r.pdf' ? known : undefined) })).toEqual({})
})

test('documents at any depth: by their address, menus by the folder they lie in', () => {
  const content = { list: [{ fileUrl: '/uploads/reports/r.pdf' }], menu: { fileUrl: '/menus/p.pdf' } }
  const find = (file: string) => (['reports/r.pdf', 'menus/p.pdf'].includes(file) ? known : undefined)
  expect(documentsIn(content, { find })).toEqual({ '/uploads/reports/r.pdf': known, '/menus/p.pdf': known })
})
