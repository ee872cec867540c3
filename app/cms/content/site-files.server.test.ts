import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { findLibraryFile } from '#app/cms/media/library/library-files.server.ts'
import { uploadReceiver } from '#app/cms/media/uploads/receive-form.server.ts'
import { inPieces, photo } from '#test/temporary-images.ts'
import { story } from '#test/example-site/home/story.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { env, content: siteContent } = site
const { library: mediaLibrary, trash: siteTrash } = site.media
const { bringBackFile, discardFile, fileUses } = site.files

const PDF = await readFile('test/example-site/uploads/documents/allergens.pdf')

async function storePhoto(name: string, width: number) {
  const { file } = await mediaLibrary.storeImage(inPieces(await photo(width, 30).jpeg().toBuffer()), name, 'asha')
  return file
}

function show(image: string) {
  return siteContent.update(story, {
    author: 'test',
    reason: 'Image changed',
    change: (current) => ({ ...current, image }),
  })
}

test.each(['missing.jpg', '../content/bakery.yaml', '.trash', ''])(
  '%j, which is no file of the library: missing',
  async (file) => {
    expect(await discardFile(file)).toBe('missing')
  },
)

test('a file that a section shows: stays, and the section is named with its editor', async () => {
  const { image } = siteContent.read(story).value
  expect(await discardFile(image)).toBe('used')
  expect(findLibraryFile(site.media, image)?.file).toBe(image)
  expect(fileUses().get(image)).toContainEqual({ label: 'Our Story', href: '/admin/story' })
  expect(fileUses().get('menus/breakfast.pdf')).toEqual([
    { label: 'The wood oven is back', href: '/admin/articles/wood-oven' },
  ])
})

test('an unused image and an unused menu: deleted at once, brought back unchanged', async () => {
  const image = await storePhoto('unused.jpg', 50)
  const store = uploadReceiver(site.media, 'fileUrl', { accepts: 'pdf', folder: 'menus' }).store
  const menu = (await store(inPieces(PDF), 'unused.pdf', 'asha')).slice(1)
  for (const file of [image, menu]) {
    const before = findLibraryFile(site.media, file)
    const discarded = await discardFile(file)
    expect(findLibraryFile(site.media, file)).toBeUndefined()
    if (typeof discarded === 'string') throw new Error(`${file} is ${discarded}`)
    expect(await bringBackFile(discarded.entry)).toBe('back')
    expect(findLibraryFile(site.media, file)).toEqual(before)
    expect(await bringBackFile(discarded.entry)).toBe('gone')
  }
})

test('an earlier version that shows a deleted file is restored: the file comes back by itself', async () => {
  const shipped = siteContent.read(story).value.image
  const file = await storePhoto('shown-once.jpg', 60)
  await show(file)
  const { historyEntry = '' } = await show(shipped)
  await discardFile(file)
  expect(findLibraryFile(site.media, file)).toBeUndefined()
  await siteContent.restore(story, historyEntry, { author: 'test' })
  await vi.waitFor(() => {
    expect(findLibraryFile(site.media, file)?.file).toBe(file)
  })
  expect(siteTrash.list().filter((entry) => entry.file === file)).toEqual([])
  await show(shipped)
})

test('saved into a section while it is being deleted: the file stays', async () => {
  const file = await storePhoto('crossed.jpg', 70)
  const [discarded] = await Promise.all([discardFile(file), show(file)])
  const text = await readFile(path.join(env.contentDir, story.file), 'utf8')
  expect(text).toContain(file)
  expect(['used', { entry: expect.any(String) }]).toContainEqual(discarded)
  await vi.waitFor(() => {
    expect(findLibraryFile(site.media, file)?.file).toBe(file)
  })
})

test('a hand edit that names a deleted file: the file comes back', async () => {
  const file = await storePhoto('by-hand.jpg', 80)
  await discardFile(file)
  const content = path.join(env.contentDir, story.file)
  const text = await readFile(content, 'utf8')
  await writeFile(content, text.replace(/^image: .*$/m, `image: ${file}`))
  await vi.waitFor(() => {
    expect(findLibraryFile(site.media, file)?.file).toBe(file)
  })
})
