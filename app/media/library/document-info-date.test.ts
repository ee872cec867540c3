import { expect, test } from 'vitest'
import { pdfDate } from './pdf-date.server.ts'

test('no date, or none that can be read: undefined', () => {
  for (const pdf of [
    '%PDF-1.7',
    '<< /ModDate (yesterday) >>',
    '<< /ModDate 12 0 R >>',
    '<< /ModDate (D:20259999) >>',
    '<xmp:ModifyDate>soon</xmp:ModifyDate>',
  ]) {
    expect(pdfDate(pdf), pdf).toBeUndefined()
  }
})

test('the date of the last change before the one of creation', () => {
  expect(pdfDate("<< /CreationDate (D:20250101) /ModDate (D:20250806090000+05'30') >>")).toBe('2025-08-06')
  expect(pdfDate('<< /CreationDate (D:20250101) >>')).toBe('2025-01-01')
})

test('day or month left out, or the prefix: the first day', () => {
  expect(pdfDate('/ModDate (D:2025)')).toBe('2025-01-01')
  expect(pdfDate('/ModDate(202508)')).toBe('2025-08-01')
})

test('a value in an object of its own: found by its number', () => {
  const pdf = '112 0 obj\n(D:20010101)\nendobj\n12 0 obj\n(D:20250806000000Z)\nendobj\n<< /ModDate 12 0 R >>'
  expect(pdfDate(pdf)).toBe('2025-08-06')
})

test('a file changed by appending: the last one counts', () => {
  expect(pdfDate('/ModDate (D:20240101)\n%%EOF\n/ModDate (D:20250806)\n%%EOF')).toBe('2025-08-06')
})

test('only an XMP packet, as elements or attributes: its dates', () => {
  expect(pdfDate('<xmp:CreateDate>2025-08-06T10:00:00Z</xmp:CreateDate>')).toBe('2025-08-06')
  expect(pdfDate('<rdf:Description xmp:CreateDate="2024-01-01" xmp:ModifyDate="2025-08-06T10:00:00+05:30"/>')).toBe(
    '2025-08-06',
  )
})
