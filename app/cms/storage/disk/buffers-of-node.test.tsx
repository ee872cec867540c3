import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTemporaryStorage } from '#test/temporary-storage.ts'

test('bytes of Node, in an environment with a Uint8Array of its own: stored', async () => {
  const bytes = Buffer.from('a message')
  expect(bytes).not.toBeInstanceOf(Uint8Array)
  const { storage, dataDir, dispose } = openTemporaryStorage()
  onTestFinished(dispose)
  await storage.commit([{ name: 'data/message', bytes }])
  expect(await readFile(path.join(dataDir, 'message'), 'utf8')).toBe('a message')
})
