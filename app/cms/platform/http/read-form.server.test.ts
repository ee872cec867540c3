import { expect, test } from 'vitest'
import { checkFieldNames, readFormTexts } from './read-form.server.ts'

function times<Value>(count: number, make: (index: number) => Value) {
  return Array.from({ length: count }, (_, index) => make(index))
}

test.each([
  ['an index that no list can have', ['slides[10000]']],
  ['an index that is no safe number', [`slides[${'9'.repeat(400)}].title`]],
  ['more steps than any form has', [`a${'.b'.repeat(16)}`]],
  ['brackets instead of dots', [`a${'[0]'.repeat(16)}`]],
  ['one name a thousand times and once more', times(1001, () => 'a')],
  ['a list that is long and empty', ['a[201].text']],
  ['two lists that are long and empty', ['a[150].text', 'b[150].text']],
  ['lists in a list, each longer than its fields', times(200, (index) => `a[${index}].b[200]`)],
])('%s: refused', (_case, names) => {
  expect(() => checkFieldNames(names)).toThrow(expect.objectContaining({ name: 'MalformedBody', status: 400 }))
})

test('the longest list of a section, lists in its entries, unticked boxes between them: taken', () => {
  checkFieldNames(times(30_000, (index) => `items[${Math.floor(index / 6)}].field${index % 6}`))
  checkFieldNames(times(10_000, (index) => `tables[${Math.floor(index / 100)}].rows[${index % 100}].cell`))
  checkFieldNames(['boxes[9].isTicked', 'boxes[50].isTicked', 'boxes[199].isTicked'])
  checkFieldNames(times(1000, () => 'a[]'))
})

const urlencoded = 'application/x-www-form-urlencoded'

test.each<[string, string, string, number]>([
  ['no form', 'application/json', '{}', 415],
  ['a multipart form without a boundary', 'multipart/form-data', 'x', 415],
  ['a multipart form that ends in a file', 'multipart/form-data; boundary=b', halfFile(), 400],
  ['more text than allowed in one field', urlencoded, `a=${'x'.repeat(100)}`, 413],
  ['more text than allowed in many fields', urlencoded, 'a=12345678&'.repeat(12), 413],
  ['more fields than allowed, without a byte of text', urlencoded, '=&'.repeat(4), 413],
  [
    'more text than allowed in names of files',
    'multipart/form-data; boundary=b',
    `${fileCalled('x'.repeat(100))}--b--`,
    413,
  ],
  ['more text than allowed in names', urlencoded, `${'x'.repeat(100)}=1`, 413],
])('%s: refused', async (_, type, body, status) => {
  await expect(readFormTexts(post(type, body), 100)).rejects.toMatchObject({ status })
})

test('a multipart form: its texts in order and the names of its files, however large these are', async () => {
  const form = new FormData()
  form.append('title', 'Ünicode\r\nline')
  form.append('image-upload', new File(['x'.repeat(500_000)], 'photo.jpg'))
  form.append('empty-upload', new File([], ''))
  form.append('title', 'again')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  expect(await readFormTexts(request, 1000)).toEqual({
    fields: [
      ['title', 'Ünicode\r\nline'],
      ['title', 'again'],
    ],
    fileNames: ['photo.jpg'],
  })
})

test('as many fields as make a draft of 1 MB, without a byte of text: 413', async () => {
  await expect(readFormTexts(post(urlencoded, '=&'.repeat(32_769)), 1024 * 1024)).rejects.toMatchObject({ status: 413 })
})

test('an urlencoded form and one without anything', async () => {
  expect((await readFormTexts(post(urlencoded, 'a=1&b=%C3%BC'), 100)).fields).toEqual([
    ['a', '1'],
    ['b', 'ü'],
  ])
  expect(await readFormTexts(post(urlencoded, ''), 100)).toEqual({ fields: [], fileNames: [] })
})

function post(type: string, body: string) {
  return new Request('http://localhost/', { method: 'POST', headers: { 'content-type': type }, body })
}

function halfFile() {
  return fileCalled('b.jpg').slice(0, -2)
}

function fileCalled(name: string) {
  return `--b\r\nContent-Disposition: form-data; name="a"; filename="${name}"\r\n\r\nhalf\r\n`
}
