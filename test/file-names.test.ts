import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Remix prescribes a part of the name. */
const PRESCRIBED = 'app/entry.'

/** Modules of the pages of visitors: each has the name of its address, as the section that it shows may have. */
const PAGES = 'app/site/pages/'

const sources = execFileSync('git', ['ls-files', 'app', 'server', 'scripts'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs|css)$/.test(file) && !file.includes('.test.') && existsSync(file))
  .filter((file) => !file.startsWith(PRESCRIBED) && !file.startsWith(PAGES))

test('every source file: has a name that no file of another folder has, whatever their extensions', () => {
  const folders = new Map<string, Set<string>>()
  for (const file of sources) {
    const { dir, base } = path.parse(file)
    const name = base.replace(/(?:\.server)?\.\w+$/, '')
    folders.set(name, (folders.get(name) ?? new Set()).add(dir))
  }
  expect([...folders].filter(([, { size }]) => size > 1)).toEqual([])
})

test('every test that is named after a module of the server: that module exists, beside it', () => {
  const tests = execFileSync('git', ['ls-files', '*.server.test.ts'], { encoding: 'utf8' }).split('\n')
  const astray = tests.filter((file) => existsSync(file) && !existsSync(file.replace(/\.test\.ts$/, '.ts')))
  expect(astray).toEqual([])
})
