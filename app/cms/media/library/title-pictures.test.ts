import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { photo, temporaryFolder, temporaryLibrary } from '#test/temporary-images.ts'

async function libraryWithPhoto() {
  const root = await temporaryFolder()
  await mkdir(path.join(root, 'uploads'))
  await writeFile(path.join(root, 'uploads', 'a.jpg'), await photo(400, 300).jpeg().toBuffer())
  await writeFile(path.join(root, 'uploads', 'mark.svg'), '<svg width="200" height="100"></svg>')
  return temporaryLibrary({ root })
}

const nameIn = (address: string | undefined) => address?.split('/').at(-1) ?? ''

test.each([
  ['an image that there is not', 'b.jpg', 'PVC'],
  ['a drawing', 'mark.svg', 'PVC'],
  ['a title in a script that the font does not have', 'a.jpg', 'हिन्दी'],
  ['a title of 201 characters', 'a.jpg', 'x'.repeat(201)],
])('%s: no picture', async (_name, file, title) => {
  const { library } = await libraryWithPhoto()
  expect(library.titlePictures.addressOf({ file, title })).toBeUndefined()
})

test('a title over an image: made once, in the size that networks ask for; the image stands in until then', async () => {
  const { library, uploadsDir } = await libraryWithPhoto()
  const address = library.titlePictures.addressOf({ file: 'a.jpg', title: 'Cables <33 kV & more' })
  expect(address).toMatch(/^\/variants\/a\.jpg\/title-[0-9a-f]{16}\.jpg$/)
  const standIn = { folder: uploadsDir, path: 'a.jpg', isReady: false }
  expect(await library.titlePictures.find('a.jpg', nameIn(address))).toEqual(standIn)
  await library.whenIdle()
  const found = await library.titlePictures.find('a.jpg', nameIn(address))
  expect(found).toMatchObject({ isReady: true })
  const picture = await readFile(path.join(found?.folder ?? '', found?.path ?? ''))
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(library.titlePictures.addressOf({ file: 'a.jpg', title: 'Cables <33 kV & more' })).toBe(address)
  expect(library.titlePictures.addressOf({ file: 'a.jpg', title: 'Pipes' })).not.toBe(address)
})

test('a title that no page has any more: not found, although its file is there', async () => {
  const { library } = await libraryWithPhoto()
  const name = nameIn(library.titlePictures.addressOf({ file: 'a.jpg', title: 'Hidden now' }))
  await library.whenIdle()
  library.titlePictures.forget()
  expect(await library.titlePictures.find('a.jpg', name)).toBeUndefined()
})

test('an image with many titles: those that no page has are removed', async () => {
  const { library, uploadsDir } = await libraryWithPhoto()
  const folder = path.join(uploadsDir, '../data/variants/a.jpg')
  await mkdir(folder, { recursive: true })
  const former = Array.from({ length: 20 }, (_none, at) => `title-${String(at).padStart(16, '0')}.jpg`)
  for (const name of [...former, '160.webp']) await writeFile(path.join(folder, name), '')
  const name = nameIn(library.titlePictures.addressOf({ file: 'a.jpg', title: 'New' }))
  await library.whenIdle()
  expect((await readdir(folder)).sort()).toEqual(['160.webp', name])
})
