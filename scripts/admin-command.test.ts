import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { administrator, ownRequest, signIn } from '../test/administrator.ts'
import { runAdminCommand } from './admin-command.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { readAccounts, verifyPassword } = site.auth.accounts
const { readSession } = site.auth.sessions
const { env } = site
const accountFile = path.join(env.dataDir, 'accounts.json')

beforeEach(async () => {
  const names = (await readdir(env.dataDir)).filter((name) => /^(accounts?\.json|sessions|tokens)/.test(name))
  for (const name of names) await rm(path.join(env.dataDir, name), { recursive: true })
})

describe('not understood: code 2, says why, and changes nothing', () => {
  test.each([
    [['rest'], 'There is no command "rest".'],
    [['reset', 'now'], 'There is no command "reset now".'],
    [['reset', '--user', 'x'], '--user'],
    [['reset', '--username'], '--username'],
    [['reset', '--username', 'two words'], '1 to 64'],
    [['reset', '--username', ''], '1 to 64'],
  ])('%j', async (args, problem) => {
    await signIn()
    const before = readAccounts()?.[0]
    const { exitCode, output, errors } = await runAdminCommand(args, env)
    expect(exitCode).toBe(2)
    expect(output).toBe('')
    expect(errors).toContain(problem)
    expect(errors).toContain('Usage: npm run admin -- reset')
    expect(readAccounts()?.[0]).toEqual(before)
  })
})

test('a folder that cannot be written: code 1 and the reason', async () => {
  const dataDir = path.join(env.dataDir, 'no-folder')
  await writeFile(dataDir, '')
  const { exitCode, errors } = await runAdminCommand(['reset'], { ...env, dataDir })
  expect(exitCode).toBe(1)
  expect(errors).toMatch(/^The password was not changed: .*ENOTDIR/)
})

test.each([[[]], [['--help']], [['-h']]])('%j: prints the help', async (args) => {
  expect(await runAdminCommand(args, env)).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('Usage:'),
    errors: '',
  })
})

test('reset: prints a password that signs in; the old one and its sessions are over', async () => {
  const cookie = await signIn()
  const { exitCode, output } = await runAdminCommand(['reset'], env)
  expect(exitCode).toBe(0)
  const password = /^Password: (.+)$/m.exec(output)?.[1] ?? ''
  expect(await verifyPassword('admin', password)).toMatchObject({ username: 'admin' })
  expect(await verifyPassword('admin', administrator.password)).toBeUndefined()
  expect(await readSession(ownRequest('/admin', { headers: { cookie } }))).toBeUndefined()
  expect(await readdir(path.join(env.dataDir, 'sessions'))).toEqual([])
})

test('reset-factor: the password alone signs in again; the sessions are over', async () => {
  const cookie = await signIn()
  const { addFactor, describe: factorsOf } = site.auth.secondFactor
  const totp = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', addedAt: new Date().toISOString(), lastStep: 0 }
  await addFactor('admin', (factors) => ({ ...factors, totp }))
  expect(await runAdminCommand(['reset-factor', '--username', 'other'], env)).toMatchObject({ exitCode: 1 })
  expect(factorsOf('admin').isSetUp).toBe(true)
  expect(await runAdminCommand(['reset-factor'], env)).toMatchObject({ exitCode: 0 })
  expect(factorsOf('admin').isSetUp).toBe(false)
  expect(await verifyPassword('admin', administrator.password)).toMatchObject({ username: 'admin' })
  expect(await readSession(ownRequest('/admin', { headers: { cookie } }))).toBeUndefined()
})

test.each<[string, () => Promise<unknown>]>([
  ['damaged', () => writeFile(accountFile, '{"username":"ad')],
  ['a folder', () => mkdir(accountFile)],
])('reset of an account file that is %s: works, and keeps the file', async (_, damage) => {
  await damage()
  const { exitCode, output } = await runAdminCommand(['reset'], env)
  expect(exitCode).toBe(0)
  const password = /^Password: (.+)$/m.exec(output)?.[1] ?? ''
  expect(await verifyPassword('admin', password)).toMatchObject({ username: 'admin' })
  const [kept = ''] = (await readdir(env.dataDir)).filter((name) => name.startsWith('accounts.json.unusable-'))
  expect(output).toContain(path.join(env.dataDir, kept))
})

test.each([['reset'], ['reset-factor']])('%s of a username that nobody has: lists the usernames', async (command) => {
  await signIn()
  const before = readAccounts()
  const { exitCode, output, errors } = await runAdminCommand([command, '--username', 'adnim'], env)
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' })
  expect(errors).toContain('The usernames are:\n  admin\n')
  expect(readAccounts()).toEqual(before)
})

test('reset with a name, and no account yet: makes it', async () => {
  const { output } = await runAdminCommand(['reset', '--username', 'chief.editor'], env)
  expect(output).toContain('Username: chief.editor\n')
  expect(readAccounts()?.[0]).toMatchObject({ username: 'chief.editor' })
})

test('reset without a name, and no account yet: takes the name of the settings', async () => {
  const { output } = await runAdminCommand(['reset'], env)
  expect(output).toContain(`Username: ${env.adminUsername}\n`)
})
