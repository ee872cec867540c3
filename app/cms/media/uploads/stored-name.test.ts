import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashIn, isPlainName, shownName, storedName } from './stored-name.ts'

const sha256 = '0123456789abcdef'.repeat(4)

test.each([
  ['../../etc/passwd', 'passwd-01234567.png'],
  ['C:\\Users\\me\\Plant Goa.JPG', 'plant-goa-01234567.png'],
  ['.htaccess', 'htaccess-01234567.png'],
  ['日本.png', 'image-01234567.png'],
  ['', 'image-01234567.png'],
  ['Kabel für Überland.jpeg', 'kabel-fur-uberland-01234567.png'],
  ['Straße Øre Łódź.png', 'strasse-ore-lodz-01234567.png'],
  ['Æble Đakovo ılık Œuvre Þing.png', 'aeble-dakovo-ilik-oeuvre-thing-01234567.png'],
  ['a\u0000b\r\nc.png', 'a-b-c-01234567.png'],
  [`${'x'.repeat(1000)}.png`, `${'x'.repeat(60)}-01234567.png`],
  [`${'x'.repeat(59)} y.png`, `${'x'.repeat(59)}-01234567.png`],
])('%j: stored as %s', (original, stored) => {
  expect(storedName(original, sha256, 'png')).toBe(stored)
})

test.each([
  ['वार्षिक रिपोर्ट.pdf', 'Annual Report', 'annual-report-01234567.pdf'],
  ['वार्षिक रिपोर्ट 2024-25.pdf', 'Annual Report 24/25', 'annual-report-24-25-01234567.pdf'],
  ['Отчёт 2024-25.pdf', 'Отчёт', 'document-2024-25-01234567.pdf'],
  ['年報.pdf', undefined, 'document-01234567.pdf'],
  ['2024-25.pdf', 'Annual Report', '2024-25-01234567.pdf'],
  ['Report.pdf', 'Microsoft Word - Draft', 'report-01234567.pdf'],
])('%j with the title %j: stored as %s', (original, title, stored) => {
  expect(storedName(original, sha256, 'pdf', { title, fallback: 'document' })).toBe(stored)
})

test('any name: the stored one is plain, short and carries the hash', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (original) => {
      const stored = storedName(original, sha256, 'jpg')
      expect(isPlainName(stored)).toBe(true)
      expect(stored.length).toBeLessThanOrEqual(60 + 13)
      expect(hashIn(stored)).toBe('01234567')
    }),
  )
})

test.each(['', '.', '..', '.env', 'a/b', 'a\\b', 'a b', 'a%2eb', 'a\0', 'ä.png', '-rf', 'x'.repeat(129)])(
  '%j: not a plain name',
  (name) => {
    expect(isPlainName(name)).toBe(false)
  },
)

test.each(['logo.svg', 'hero-12345678', 'hero-1234567.jpg', 'hero-1234567g.jpg', 'hero12345678.jpg'])(
  '%s: carries no hash',
  (name) => {
    expect(hashIn(name)).toBeUndefined()
  },
)

test('a name with control and direction characters: shown without them, on one line, shortened', () => {
  expect(shownName('a\u0000\n\u202Eb\u2028.png')).toBe('“ab.png”')
  expect(shownName('\u0007')).toBe('“The file”')
  expect(shownName('x'.repeat(500))).toHaveLength(82)
})
