import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

/** A folder with the scripts, a small lockfile, and programs in place of npm, Remix and Vite that record their calls. */
let root: string

const LOCKED = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0', dev: true } }
const OTHER_MACHINE = { 'node_modules/binary': { version: '1.0.0', optional: true, cpu: ['none'] } }

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'bootstrap-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  for (const name of ['bootstrap', 'build', 'command', 'start'])
    cpSync(`scripts/${name}.mjs`, path.join(root, 'scripts', `${name}.mjs`))
  for (const name of [
    'package.json',
    'remix.config.js',
    'vite.config.ts',
    'vite.host.config.ts',
    'vite.decoder.config.ts',
  ])
    cpSync(name, path.join(root, name))
  locked(LOCKED)
  write('app/page.ts', 'one')
  write('bin/npm', `#!/bin/sh\necho "npm $*" >> ${root}/calls\n`)
  chmodSync(path.join(root, 'bin/npm'), 0o755)
  const builds = (file: string, text: string) => `
    const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
    appendFileSync('calls', 'build\\n')
    mkdirSync(require('node:path').dirname('${file}'), { recursive: true })
    writeFileSync('${file}', ${JSON.stringify(text)})`
  write('node_modules/@remix-run/dev/dist/cli.js', builds('build/client/assets/a.css', 'a{}'))
  write('node_modules/vite/bin/vite.js', builds('build/host/main.js', 'console.log("The site runs")'))
})

function write(name: string, text: string) {
  const file = path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function locked(packages: object) {
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }))
}

/** What npm records of its last installation. */
function installed(packages: object) {
  write('node_modules/.package-lock.json', JSON.stringify({ packages }))
}

function run(script: string, ...args: string[]) {
  const PATH = `${path.join(root, 'bin')}:${process.env['PATH'] ?? ''}`
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts', script), ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH },
  })
  const calls = existsSync(path.join(root, 'calls')) ? readFileSync(path.join(root, 'calls'), 'utf8') : ''
  rmSync(path.join(root, 'calls'), { force: true })
  return { status, stdout, stderr, calls }
}

describe('npm start', () => {
  test('after npm ci, npm run build and npm prune: starts what is there', () => {
    installed(LOCKED)
    expect(run('build.mjs')).toMatchObject({ status: 0, calls: 'build\nbuild\nbuild\n' })
    installed({ 'node_modules/a': LOCKED['node_modules/a'] })
    expect(run('start.mjs')).toMatchObject({ status: 0, stdout: 'The site runs\n', calls: '' })
  })

  test.each([
    ['that npm prune has noted an address in: starts what is there', { resolved: 'https://example.com/b.tgz' }, ''],
    ['with other content of a package: builds', { integrity: 'sha512-other' }, 'build\nbuild\nbuild\n'],
    ['with another version: builds', { version: '2.0.1', integrity: 'sha512-b' }, 'npm ci --include=dev'],
  ])('with a lockfile %s', (_, change, calls) => {
    const b = { ...LOCKED['node_modules/b'], integrity: 'sha512-b' }
    locked({ ...LOCKED, 'node_modules/b': b })
    installed(LOCKED)
    run('build.mjs')
    locked({ ...LOCKED, 'node_modules/b': { ...b, ...change } })
    expect(run('start.mjs').calls).toMatch(calls === '' ? /^$/ : calls)
  })

  test('with changed sources: installs what the build needs, and builds', () => {
    installed(LOCKED)
    run('build.mjs')
    write('app/page.ts', 'two')
    expect(run('start.mjs').calls).toBe('build\nbuild\nbuild\n')
    write('app/page.ts', 'three')
    installed({ 'node_modules/a': LOCKED['node_modules/a'] })
    expect(run('start.mjs').calls).toContain('npm ci --include=dev')
  })

  test.each([
    ['nothing', {}],
    ['another version', { ...LOCKED, 'node_modules/a': { version: '0.9.0' } }],
    ['packages for another machine', { ...LOCKED, ...OTHER_MACHINE }],
  ])('with %s installed: installs', (_, packages) => {
    installed(LOCKED)
    run('build.mjs')
    installed(packages)
    expect(run('start.mjs').calls).toContain('npm ci --include=dev')
  })
})

test('an interrupted build is made again', () => {
  installed(LOCKED)
  run('build.mjs')
  write('node_modules/vite/bin/vite.js', 'process.exit(3)')
  expect(run('build.mjs').status).toBe(3)
  const { status, stdout } = run('start.mjs')
  expect(status).toBe(3)
  expect(stdout).not.toContain('built')
})

test('the first start: says what it does before each step, with the time so far, and then runs the site', () => {
  installed(LOCKED)
  const { stdout } = run('start.mjs')
  expect(stdout).toMatch(
    /^Building the site\. .*\n {2}0:\d\d {2}pages, .*\n {2}0:\d\d {2}server .*\n {2}0:\d\d {2}decoder .*\n {2}0:\d\d {2}compression .*\n {2}0:\d\d {2}built\nThe site runs\n$/,
  )
})

test('a step of the build that fails: its error is below the line that names it', () => {
  installed(LOCKED)
  write('node_modules/vite/bin/vite.js', 'console.log("No such module"); process.exit(3)')
  const { status, stdout } = run('start.mjs')
  expect(status).toBe(3)
  expect(stdout).toMatch(/ {2}\d:\d\d {2}server and commands\nNo such module\n$/)
})

describe('a command', () => {
  const COMMAND = 'console.log("Done:", ...process.argv.slice(2))'

  test.each([
    ['no stamp', undefined, 'Note: the sources have changed'],
    ['other sources', 'other', 'Note: the sources have changed'],
  ])('runs a build that has %s, and neither installs nor builds', (_, stamp, note) => {
    write('build/host/main.js', '')
    write('build/host/command.js', COMMAND)
    if (stamp !== undefined) write('build/.stamp', stamp)
    const result = run('command.mjs', 'backup', 'file')
    expect(result).toMatchObject({ status: 0, stdout: 'Done: backup file\n', calls: '' })
    expect(result.stderr).toContain(note)
  })

  test('of a build of these sources says nothing else', () => {
    installed(LOCKED)
    run('build.mjs')
    write('build/host/command.js', COMMAND)
    expect(run('command.mjs', 'verify')).toMatchObject({ status: 0, stdout: 'Done: verify\n', stderr: '', calls: '' })
  })

  test('without a build says what to do', () => {
    const result = run('command.mjs', 'backup', 'file')
    expect(result).toMatchObject({ status: 2, stdout: '', calls: '' })
    expect(result.stderr).toContain('npm ci && npm run build')
  })

  test('without its packages says what to do', () => {
    write('build/host/main.js', '')
    write('build/host/command.js', 'import "a-package-that-is-missing"')
    const result = run('command.mjs', 'backup', 'file')
    expect(result).toMatchObject({ status: 2, stdout: '', calls: '' })
    expect(result.stderr).toContain('npm ci --omit=dev')
  })
})
