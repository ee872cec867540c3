import { mkdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { env } from '#app/platform/env.server.ts'
import { siteContent } from './site-content.server.ts'
import { globalExpansion } from './global-expansion/global-expansion.ts'

test('files that the content names lie in the trash, as in a restored backup: brought back at the start', async () => {
  const files = [siteContent.read(globalExpansion).value.image, 'policies/code-of-conduct.pdf']
  for (const [index, file] of files.entries()) {
    const entry = path.join(env.uploadsDir, '.trash', `${Date.now()}-0000000${index}`, file)
    await mkdir(path.dirname(entry), { recursive: true })
    await rename(path.join(env.uploadsDir, file), entry)
  }
  const { findLibraryFile } = await import('#app/media/library/library-files.server.ts')
  await import('./site-files.server.ts')
  await vi.waitFor(() => {
    expect(files.map((file) => findLibraryFile(file)?.file)).toEqual(files)
  })
  for (const file of files) expect((await stat(path.join(env.uploadsDir, file))).isFile()).toBe(true)
  const { siteTrash } = await import('#app/media/trash/site-trash.server.ts')
  await vi.waitFor(() => {
    expect(siteTrash.list()).toEqual([])
  })
})
