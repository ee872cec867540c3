import { expect, test } from 'vitest'
import { findLibraryFile, libraryDocuments, libraryImages, findFiles } from './library-files.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()

const files = Array.from({ length: 5000 }, (_, index) => ({ file: `gallery-${index}.jpg` }))

test.each([
  [0, 1],
  [-3, 1],
  [106, 105],
  [Number.MAX_SAFE_INTEGER, 105],
])('page %i, which there is none of: page %i', (page, shown) => {
  expect(findFiles(files, { query: '', page, pageSize: 48 })).toMatchObject({ page: shown, pages: 105, total: 5000 })
})

test('nothing found: one empty page', () => {
  expect(findFiles(files, { query: 'plant', page: 1, pageSize: 48 })).toEqual({
    files: [],
    page: 1,
    pages: 1,
    total: 0,
  })
})

test('words in any order and case: the files that hold them all', () => {
  const found = findFiles(files, { query: ' 499 GALLERY ', page: 2, pageSize: 5 })
  expect(found.total).toBe(15)
  expect(found.files.map(({ file }) => file)).toEqual([
    'gallery-4990.jpg',
    'gallery-4991.jpg',
    'gallery-4992.jpg',
    'gallery-4993.jpg',
    'gallery-4994.jpg',
  ])
})

test('what is uploaded: images by their size, documents by their kind, each under its own address', () => {
  expect(findLibraryFile(site.media, 'missing.jpg')).toBeUndefined()
  const [image] = libraryImages(site.media)
  expect(image).toEqual(findLibraryFile(site.media, image?.file ?? ''))
  expect(image).toMatchObject({ kind: 'image', size: { width: expect.any(Number), height: expect.any(Number) } })
  expect(findLibraryFile(site.media, 'menus/breakfast.pdf')).toMatchObject({
    kind: 'pdf',
    address: '/menus/breakfast.pdf',
  })
  expect(new Set(libraryDocuments(site.media, ['mp4', 'vtt']).map(({ kind }) => kind))).toEqual(new Set(['mp4', 'vtt']))
  expect(new Set(libraryDocuments(site.media).map(({ kind }) => kind))).toEqual(new Set(['pdf', 'mp4', 'vtt']))
})
