import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnv } from '#app/cms/platform/env.server.ts'
import { startMemoryS3, type MemoryS3 } from '#test/s3/memory-s3.ts'
import { runStorageCommand } from './storage-command.ts'

let root: string
let store: MemoryS3

beforeEach(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'storage-command-'))
  store = await startMemoryS3()
  write('one', 'content/home/stats.yaml', 'stats')
  write('one', 'uploads/.trash/1/a.pdf', 'pdf')
  write('one', 'data/variants/a.jpg/64.webp', 'made again')
})
afterEach(async () => {
  await store.stop()
  rmSync(root, { recursive: true })
})

function write(site: string, name: string, text: string) {
  const file = path.join(root, site, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function run(site: string, ...args: string[]) {
  const folder = (name: string) => path.join(root, site, name)
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    CONTENT_DIR: folder('content'),
    UPLOADS_DIR: folder('uploads'),
    DATA_DIR: folder('data'),
    STORAGE: 's3://bucket/site',
    S3_ENDPOINT: store.endpoint,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  })
  return runStorageCommand(args, env)
}

test('a command that is not known says what there is', async () => {
  expect(await run('one', 'sync')).toMatchObject({ exitCode: 2, errors: expect.stringContaining('push') as string })
  expect(await run('one', 'push', 'pull')).toMatchObject({ exitCode: 2 })
})

test('a store that does not answer is named, and nothing changes', async () => {
  await store.stop()
  expect(await run('one', 'compare')).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('does not respond') as string,
  })
  store = await startMemoryS3()
})

test('neither side is emptied since the other one is', async () => {
  expect(await run('none', 'push')).toMatchObject({ exitCode: 1 })
  expect(await run('one', 'pull')).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('no content') as string,
  })
  expect((await run('one', 'compare')).output).toContain('only in the folders: content/home/stats.yaml')
})

test('push and pull make both sides equal, and compare names what differs', async () => {
  store.objects.set('bucket/site/content/home/old.yaml', {
    bytes: Buffer.from('old'),
    headers: {},
    modified: new Date(),
  })
  expect((await run('one', 'compare')).output).toContain('only in the bucket: content/home/old.yaml')
  expect(await run('one', 'push')).toMatchObject({ exitCode: 0 })
  expect([...store.objects.keys()].sort()).toEqual([
    'bucket/site/content/home/stats.yaml',
    'bucket/site/uploads/.trash/1/a.pdf',
  ])

  write('two', 'content/home/stats.yaml', 'other')
  write('two', 'uploads/left-over.jpg', 'x')
  const { exitCode, output } = await run('two', 'compare')
  expect(exitCode).toBe(1)
  expect(output).toContain('different: content/home/stats.yaml')
  expect(output).toContain('only in the folders: uploads/left-over.jpg')
  expect(await run('two', 'pull')).toMatchObject({ exitCode: 0 })
  expect(await run('two', 'compare')).toMatchObject({ exitCode: 0 })
  expect((await run('one', 'compare')).output).toBe('The folders and the bucket are equal.\n')
})
