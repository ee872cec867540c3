import { mkdir, readFile, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { findLibraryFile } from '#app/cms/media/library/library-files.server.ts'
import { story } from '#test/example-site/home/story.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const MENU = 'menus/breakfast.pdf'
const files: string[] = []
const { env, media } = await createExampleSite({
  prepare: async ({ contentDir, uploadsDir }) => {
    const text = await readFile(path.join(contentDir, story.file), 'utf8')
    files.push(story.schema.parse(parse(text)).image, MENU)
    for (const [index, file] of files.entries()) {
      const entry = path.join(uploadsDir, '.trash', `${Date.now()}-0000000${index}`, file)
      await mkdir(path.dirname(entry), { recursive: true })
      await rename(path.join(uploadsDir, file), entry)
    }
  },
})

test('files that the content names lie in the trash, as in a restored backup: brought back at the start', async () => {
  await vi.waitFor(() => {
    expect(files.map((file) => findLibraryFile(media, file)?.file)).toEqual(files)
  })
  for (const file of files) expect((await stat(path.join(env.uploadsDir, file))).isFile()).toBe(true)
  await vi.waitFor(() => {
    expect(media.trash.list()).toEqual([])
  })
})
