import disk, { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { inAllModules, systemError } from '#test/fault-fs.ts'
import { photo, temporaryFolder } from '#test/temporary-images.ts'
import { readImageSize, reEncodeImage } from './decode-image.server.ts'

test('a disk that does not let an image be read: the error of the system, the image is not called damaged', async () => {
  const file = path.join(await temporaryFolder(), 'a.jpg')
  await writeFile(file, await photo(64, 48).jpeg().toBuffer())
  const unreadable = () => inAllModules(vi.spyOn(disk, 'readFile')).mockRejectedValueOnce(systemError('EIO', 'read'))
  unreadable()
  await expect(reEncodeImage({ file, originalName: 'a.jpg' })).rejects.toMatchObject({ code: 'EIO' })
  await writeFile(file, 'while it is written')
  unreadable()
  await expect(readImageSize({ file })).rejects.toMatchObject({ code: 'EIO' })
})
