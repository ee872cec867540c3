import { expect, test } from 'vitest'
import { libraryImages } from './library-files.server.ts'
import { usedFiles } from './used-files.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()

test('content without files of ours: none, however many are uploaded', () => {
  const content = { image: '', text: 'plant.jpg', fileUrl: 'https://example.com/a.pdf', link: '/uploads/' }
  expect(usedFiles(content, site.media)).toEqual({ images: [], documents: {}, missing: [] })
})

test('content with files: what is known of them, and which are not there', () => {
  const [image] = libraryImages(site.media)
  if (!image?.size) throw new Error('There is no image')
  const content = {
    image: image.file,
    list: [{ fileUrl: '/menus/breakfast.pdf' }, { fileUrl: '/menus/gone.pdf' }, { film: '/uploads/a.mp4' }],
  }
  const { images, documents, missing } = usedFiles(content, site.media)
  expect(images).toEqual([{ file: image.file, bytes: image.bytes, ...image.size }])
  expect(Object.keys(documents)).toEqual(['/menus/breakfast.pdf'])
  expect(missing).toEqual(['/menus/gone.pdf', '/uploads/a.mp4'])
})
