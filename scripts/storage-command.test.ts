import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnv } from '#app/cms/platform/env.server.ts'
import { startMemoryS3, type MemoryS3 } from '#test/s3/memory-s3.ts'
import { runStorageCommand } from './storage-command.ts'

let root: string
let store: MemoryS3
let questions: string[] = []

beforeEach(async () => {
  questions = []
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

const AUDIT = 'data/audit/2026-11.jsonl'

/** Runs a command on the folders of a site, as on a terminal on which this is typed, or without a terminal. */
function run(site: string, ...args: string[]) {
  return runOnTerminal(undefined, site, ...args)
}

function runOnTerminal(typed: string | undefined, site: string, ...args: string[]) {
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
  return runStorageCommand(args, env, {
    ...(typed !== undefined && {
      ask: (question) => {
        questions.push(question)
        return Promise.resolve(typed)
      },
    }),
  })
}

function putObject(name: string, text: string, modified = new Date(0)) {
  store.objects.set(`bucket/site/${name}`, { bytes: Buffer.from(text), headers: {}, modified })
}

const textOf = (name: string) => store.objects.get(`bucket/site/${name}`)?.bytes.toString()

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
  putObject('content/home/old.yaml', 'old')
  expect((await run('one', 'compare')).output).toContain('only in the bucket: content/home/old.yaml')
  expect(await run('one', 'push', '--yes')).toMatchObject({ exitCode: 0 })
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

test('push lists what it would overwrite or remove, and does it only when that is confirmed', async () => {
  putObject('content/home/stats.yaml', 'newer')
  putObject('uploads/only-here.pdf', 'pdf')
  const list = [
    'This would change 2 objects of the bucket:',
    '  overwritten: content/home/stats.yaml',
    '  removed: uploads/only-here.pdf',
  ].join('\n')
  const refused = await run('one', 'push')
  expect(refused).toMatchObject({ exitCode: 1, output: '' })
  expect(refused.errors).toBe(`${list}\nNothing was changed. To do it, add --yes.\n`)
  expect(await runOnTerminal('no', 'one', 'push')).toMatchObject({ exitCode: 1, errors: 'Nothing was changed.\n' })
  expect(questions).toEqual([`${list}\nType yes to do it: `])
  expect(textOf('content/home/stats.yaml')).toBe('newer')
  expect(await runOnTerminal('yes', 'one', 'push')).toMatchObject({ exitCode: 0 })
  expect(textOf('content/home/stats.yaml')).toBe('stats')
  expect(textOf('uploads/only-here.pdf')).toBeUndefined()
})

test('push to an empty bucket asks nothing', async () => {
  expect(await runOnTerminal('no', 'one', 'push')).toMatchObject({ exitCode: 0 })
  expect(questions).toEqual([])
})

test('push beside a node that writes is refused, unless it is forced', async () => {
  putObject('content/home/stats.yaml', 'saved by the node')
  const record = { epoch: 1, holder: 'node-1', pace: 'quick', renewal: 1, written: '' }
  const lease = JSON.stringify(record)
  putObject('lease', lease, new Date(Date.now() - 4_000))
  const refused = await run('one', 'push', '--yes')
  expect(refused).toMatchObject({ exitCode: 1, output: '' })
  expect(refused.errors).toMatch(/^A node of the site writes to this bucket: it renewed its lease [345] seconds ago\./)
  expect(textOf('content/home/stats.yaml')).toBe('saved by the node')
  expect(await run('one', 'push', '--yes', '--force')).toMatchObject({ exitCode: 0 })

  // Its node was killed long ago, or has given it up.
  for (const [text, modified] of [
    [lease, new Date(Date.now() - 20_000)],
    [JSON.stringify({ ...record, holder: null }), new Date()],
  ] as const) {
    putObject('content/home/stats.yaml', 'saved by the node')
    putObject('lease', text, modified)
    expect(await run('one', 'push', '--yes')).toMatchObject({ exitCode: 0 })
  }
  expect(await run('one', 'pull', '--force')).toMatchObject({ exitCode: 2 })
})

test('push never replaces an audit log by a shorter one', async () => {
  write('one', AUDIT, 'first\n')
  putObject(AUDIT, 'first\nsecond\n')
  putObject('data/audit/2026-10.jsonl', 'earlier\n')
  const { exitCode, output } = await run('one', 'push', '--yes', '--force')
  expect(exitCode).toBe(0)
  expect(output).toContain(`${AUDIT} of the bucket is longer than that of the folders, and was kept.`)
  expect([textOf(AUDIT), textOf('data/audit/2026-10.jsonl')]).toEqual(['first\nsecond\n', 'earlier\n'])
  write('one', AUDIT, 'first\nsecond\nthird\n')
  expect(await run('one', 'push', '--yes')).toMatchObject({ exitCode: 0 })
  expect(textOf(AUDIT)).toBe('first\nsecond\nthird\n')
})
