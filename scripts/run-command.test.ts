import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Variables } from './command-folders.ts'
import { runCommand } from './run-command.ts'

let root: string
let shown: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'run-command-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  shown = ''
  for (const site of ['program', 'site', 'other']) makeSite(site)
  makeSite('site', { hasRun: true })
})

function makeSite(name: string, { hasRun = false } = {}) {
  for (const folder of ['content', 'uploads', 'data']) mkdirSync(path.join(root, name, folder), { recursive: true })
  writeFileSync(path.join(root, name, 'content/stats.yaml'), name)
  writeFileSync(path.join(root, name, 'content/about.yaml'), name)
  if (hasRun) writeFileSync(path.join(root, name, 'data/accounts.json'), '{}', { mode: 0o600 })
}

const folder = (site: string, name: string) => path.join(root, site, name)

function foldersOf(site: string) {
  return {
    CONTENT_DIR: folder(site, 'content'),
    UPLOADS_DIR: folder(site, 'uploads'),
    DATA_DIR: folder(site, 'data'),
  }
}

function run(args: string[], site: string, variables: Variables = {}) {
  return runCommand(args, {
    variables: { NODE_ENV: 'test', LOG_LEVEL: 'error', ...foldersOf(site), ...variables },
    programFolder: path.join(root, 'program'),
    stdout: new PassThrough(),
    stderr: { write: (text) => (shown += text) },
    ask: undefined,
  })
}

const archive = () => path.join(root, 'site.tar.gz')

test('the first line names the folders, and a backup is of them', async () => {
  const result = await run(['backup', archive()], 'site')
  expect(result).toMatchObject({ exitCode: 0, output: expect.stringContaining('3 files') as string })
  expect(shown.split('\n')[0]).toBe(
    `Folders: content ${folder('site', 'content')}, uploads ${folder('site', 'uploads')}, data ${folder('site', 'data')}`,
  )
})

describe('folders in which no site has run', () => {
  test.each([['backup'], ['verify']])('%s refuses and says how to give the settings', async (command) => {
    const result = await run([command, ...(command === 'backup' ? [archive()] : [])], 'other')
    expect(result).toMatchObject({ exitCode: 2, output: '' })
    expect(result.errors).toContain('No site has run with these folders')
    expect(result.errors).toContain('CONTENT_DIR, UPLOADS_DIR and DATA_DIR')
    expect(existsSync(archive())).toBe(false)
  })

  test('a data folder that has lost its accounts: no backup, and verify names the problem', async () => {
    mkdirSync(folder('other', 'data/history'))
    const backup = await run(['backup', archive()], 'other')
    expect(backup).toMatchObject({ exitCode: 2, errors: expect.stringContaining('is not complete') as string })
    const verify = await run(['verify'], 'other')
    expect(verify.exitCode).toBe(1)
    expect(verify.output).toContain('There is no account of an administrator')
  })

  test('restore and admin in the folder of the program: only if the folders were named', async () => {
    await run(['backup', archive()], 'site')
    const unset = { CONTENT_DIR: undefined, UPLOADS_DIR: undefined, DATA_DIR: undefined }
    const before = process.cwd()
    process.chdir(path.join(root, 'program'))
    onTestFinished(() => {
      process.chdir(before)
    })
    for (const args of [
      ['restore', archive()],
      ['admin', 'reset'],
    ]) {
      const result = await run(args, 'program', unset)
      expect(result).toMatchObject({ exitCode: 2, output: '' })
      expect(result.errors).toContain('These are the folders that the program came with')
    }
    expect(readFileSync(folder('program', 'content/stats.yaml'), 'utf8')).toBe('program')
    expect(await run(['restore', archive()], 'program')).toMatchObject({ exitCode: 0 })
    expect(readFileSync(folder('program', 'content/stats.yaml'), 'utf8')).toBe('site')
    // A site has run there now.
    expect(await run(['restore', '--undo'], 'program', unset)).toMatchObject({ exitCode: 0 })
  })

  test('a restore begins a site in new folders', async () => {
    await run(['backup', archive()], 'site')
    rmSync(folder('other', 'data'), { recursive: true })
    expect(await run(['restore', archive()], 'other')).toMatchObject({ exitCode: 0 })
    expect(readFileSync(folder('other', 'content/stats.yaml'), 'utf8')).toBe('site')
  })
})

test.each([['content'], ['uploads'], ['data']])('a backup into %s, directly or by a link, is refused', async (name) => {
  symlinkSync(folder('site', name), path.join(root, 'link'))
  for (const place of [folder('site', name), path.join(root, 'link'), path.join(root, 'link/../site', name, 'x')]) {
    const result = await run(['backup', path.join(place, 'b.pdf')], 'site')
    expect(result).toMatchObject({ exitCode: 2, output: '' })
    expect(result.errors).toContain(`in a folder of the site (${folder('site', name)})`)
    expect(existsSync(path.join(place, 'b.pdf'))).toBe(false)
  }
})

describe('not understood: code 2 and what there is', () => {
  test.each([
    [[], 'Usage:'],
    [['sync'], 'There is no command "sync"'],
    [['verify', '--fix'], '--fix'],
    [['verify', 'now'], 'now'],
    [['storage', '--all', 'push'], '--all'],
  ])('%j', async (args, problem) => {
    const result = await run(args, 'site')
    expect(result).toMatchObject({ exitCode: 2, output: '' })
    expect(result.errors).toContain(problem)
  })

  test('settings that are not valid: named without a stack', async () => {
    const result = await run(['verify'], 'site', { PORT: 'x' })
    expect(result).toMatchObject({ exitCode: 2, output: '' })
    expect(result.errors).toBe('Some settings are not valid:\n  PORT: must be a port number from 0 to 65535\n')
  })
})

test.each([['admin'], ['backup'], ['restore'], ['storage'], ['verify'], ['']])(
  '%s --help: the exit codes, also where no site has run',
  async (command) => {
    const result = await run([command, '--help'].filter(Boolean), 'other')
    expect(result).toMatchObject({ exitCode: 0, errors: '' })
    expect(result.output).toContain('Usage:')
    expect(result.output).toContain('Exit code: 0')
    expect(shown).toBe('')
  },
)
