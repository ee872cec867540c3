import { expect, test } from 'vitest'
import { documentUrl, uploadUrl } from './documents.ts'

test.each([
  '/uploads/reports/annual-report.html',
  '/uploads/../content/site.pdf',
  '/uploads/a/b/c.pdf',
  '/uploads/.hidden.pdf',
  '/policies/../x.pdf',
  '/policies/a%2fb.pdf',
  '/admin/x.pdf',
  '//example.com/x.pdf',
  'http://example.com/x.pdf',
  'javascript:alert(1)//.pdf',
  'https://',
  'report.pdf',
])('not the address of a PDF (%s): refused', (value) => {
  expect(documentUrl('File').safeParse(value).success).toBe(false)
})

test.each([
  '/uploads/annual-report-1a2b3c4d.pdf',
  '/uploads/reports/annual-report-2024-25.pdf',
  '/policies/code-of-conduct.pdf',
  'https://example.com/investors/results',
])('address of a PDF (%s): taken', (value) => {
  expect(documentUrl('File').parse(value)).toBe(value)
})

test('a film: only a file of ours, and of its kind', () => {
  const film = uploadUrl('Video', 'mp4')
  expect(film.safeParse('/uploads/videos/film.mp4').success).toBe(true)
  for (const value of ['/policies/film.mp4', '/uploads/videos/film.pdf', 'https://example.com/film.mp4']) {
    expect(film.safeParse(value).success, value).toBe(false)
  }
})
