import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readEnv, type Env } from '#app/cms/platform/env.server.ts'
import { runBackupCommand } from './backup-command.ts'

let env: Env
let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'backup-command-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  const [CONTENT_DIR, UPLOADS_DIR, DATA_DIR] = ['content', 'uploads', 'data'].map((name) => {
    const folder = path.join(root, name)
    mkdirSync(folder)
    return folder
  })
  env = readEnv({ NODE_ENV: 'test', CONTENT_DIR, UPLOADS_DIR, DATA_DIR, LOG_LEVEL: 'silent' })
  writeFileSync(path.join(env.contentDir, 'stats.yaml'), 'one')
  writeFileSync(path.join(env.contentDir, 'site.yaml'), 'site')
})

function run(args: string[], { passphrase, answers }: { passphrase?: string; answers?: string[] } = {}) {
  return runBackupCommand(args, {
    env,
    passphrase,
    ask: answers && (() => Promise.resolve(answers.shift() ?? '')),
    hostProgram: path.join(root, 'missing.js'),
    stdout: new PassThrough().resume(),
  })
}

describe('not understood: code 2, says why, and changes nothing', () => {
  test.each([
    [['backup'], 'Enter the name of one file.'],
    [['backup', 'a', 'b'], 'Enter the name of one file.'],
    [['backup', '--all', 'a'], '--all'],
    [['backup', '--rehearse'], 'Enter the name of one file.'],
    [['restore'], 'Enter the name of one file.'],
    [['restore', '--encrypt', 'a'], '--encrypt'],
  ])('%j', async (args, problem) => {
    const { exitCode, output, errors } = await run(args)
    expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' })
    expect(errors).toContain(problem)
    expect(errors).toContain('Usage:')
    expect(readdirSync(env.dataDir)).toEqual([])
  })
})

test.each([
  [undefined, 'The passphrase cannot be entered, because there is no terminal: set BACKUP_PASSPHRASE.'],
  [['short'], 'A passphrase must have at least 12 characters.'],
  [['long enough, really', 'long enough, Really'], 'The two passphrases are not the same.'],
])('no passphrase to encrypt with (%j): code 1, and no archive', async (answers, problem) => {
  const { exitCode, errors } = await run(['backup', '--encrypt', path.join(root, 'a')], answers && { answers })
  expect(exitCode).toBe(1)
  expect(errors).toBe(`No backup was made: ${problem}\n`)
  expect(readdirSync(root)).not.toContain('a')
})

test('a backup that cannot be written, an archive that is not there: code 1 and the reason', async () => {
  const missing = path.join(root, 'missing', 'a')
  expect(await run(['backup', missing])).toMatchObject({
    exitCode: 1,
    errors: `No backup was made: there is no folder ${path.dirname(missing)}.\n`,
  })
  expect(await run(['restore', missing])).toMatchObject({
    exitCode: 1,
    errors: `Nothing was restored: there is no file ${missing}.\n`,
  })
  expect(await run(['restore', '--undo'])).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('There is nothing to undo'),
  })
  expect(readdirSync(env.contentDir)).toEqual(['site.yaml', 'stats.yaml'])
})

test('an archive for the standard output: says what has to be kept with it', async () => {
  const { exitCode, errors } = await run(['backup', '-'])
  expect(exitCode).toBe(0)
  expect(errors).toContain(path.join(env.dataDir, 'erasures.json'))
})

test('backs up, restores and brings back', async () => {
  const archive = path.join(root, 'site.tar.gz')
  const stats = path.join(env.contentDir, 'stats.yaml')
  expect(await run(['backup', archive])).toMatchObject({ exitCode: 0, output: expect.stringContaining('2 files') })
  writeFileSync(stats, 'two')
  expect(await run(['restore', archive])).toMatchObject({ exitCode: 0, errors: '' })
  expect(readFileSync(stats, 'utf8')).toBe('one')
  expect(await run(['restore', '--undo'])).toMatchObject({ exitCode: 0, errors: '' })
  expect(readFileSync(stats, 'utf8')).toBe('two')
})
