import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '#test/temporary-content.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import * as staged from './uploads/staged-files.server.ts'
import { openMedia } from './media.server.ts'

let files: ReturnType<typeof openTemporaryStorage>
/** The number of watches that are open. */
let watches = 0

beforeEach(() => {
  files = openTemporaryStorage()
  mkdirSync(path.join(files.storage.pathOf('uploads'), 'documents'), { recursive: true })
  const watch = files.storage.watch.bind(files.storage)
  vi.spyOn(files.storage, 'watch').mockImplementation((...args) => {
    const stop = watch(...args)
    watches += 1
    return () => {
      watches -= 1
      stop()
    }
  })
})
afterEach(async () => {
  await files.dispose()
})

const open = () => openMedia({ storage: files.storage, log: silentLog })

test('uploads that cannot be opened: the parts that were opened before are closed', async () => {
  // The last part that is opened.
  vi.spyOn(staged, 'openStagedFiles').mockRejectedValueOnce(new Error('too many open files'))
  await expect(open()).rejects.toThrow('too many open files')
  expect(files.storage.watch).toHaveBeenCalled()
  expect(watches).toBe(0)
})

test('a part that cannot be closed: its error is reported, and the others are closed', async () => {
  const media = await open()
  vi.spyOn(media.hashes, 'close').mockRejectedValueOnce(new Error('the disk is full'))
  await expect(media.close()).rejects.toThrow('the disk is full')
  expect(watches).toBe(0)
})
