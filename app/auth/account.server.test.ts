import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { env } from '#app/env.server.ts'
import { DamagedAccount, readAccount } from './account-file.server.ts'
import { ensureAdministrator, resetPassword, verifyPassword } from './account.server.ts'

const file = path.join(env.dataDir, 'account.json')
const given = { adminUsername: 'admin', adminPassword: 'correct horse battery' }

beforeEach(async () => {
  await rm(env.dataDir, { recursive: true, force: true })
  await mkdir(env.dataDir)
})

describe('a damaged account file', () => {
  test.each(['', '{', '{"username":"admin"}', '{"username":"admin","passwordHash":"plain","changedAt":"now"}'])(
    '%j: is an error that names the file and the way out, and is left as it is',
    async (text) => {
      await writeFile(file, text)
      expect(() => readAccount()).toThrow(DamagedAccount)
      await expect(ensureAdministrator(given)).rejects.toThrow(file)
      await expect(verifyPassword('admin', 'x')).rejects.toThrow('npm run admin -- reset')
      expect(await readFile(file, 'utf8')).toBe(text)
    },
  )

  test('a reset: repairs it under the name of the settings', async () => {
    await writeFile(file, 'damaged')
    const { username, password } = await resetPassword({ fallbackUsername: 'editor' })
    expect(username).toBe('editor')
    expect(await verifyPassword('editor', password)).toMatchObject({ username: 'editor' })
  })

  test('a file that cannot be read: is not taken for a missing account', async () => {
    await mkdir(file)
    await expect(ensureAdministrator(given)).rejects.toThrow('EISDIR')
  })
})

describe('the password check', () => {
  test.each([
    ['admin', 'wrong'],
    ['admin', ''],
    ['admin', 'Correct horse battery'],
    ['Admin', given.adminPassword],
    ['', given.adminPassword],
    ['__proto__', given.adminPassword],
  ])('%j with %j: nobody', async (username, password) => {
    await ensureAdministrator(given)
    expect(await verifyPassword(username, password)).toBeUndefined()
  })

  test('no account yet: nobody', async () => {
    expect(await verifyPassword('admin', given.adminPassword)).toBeUndefined()
  })

  test('the right pair: who it is, without the hash', async () => {
    await ensureAdministrator(given)
    const account = readAccount()
    expect(await verifyPassword('admin', given.adminPassword)).toEqual({
      username: 'admin',
      changedAt: account?.changedAt,
    })
  })

  test('an accent typed as two characters: is the same password', async () => {
    await ensureAdministrator({ adminUsername: 'admin', adminPassword: 'caf\u00e9 au lait' })
    expect(await verifyPassword('admin', 'cafe\u0301 au lait')).toBeDefined()
  })
})

describe('the first account', () => {
  test('with a given password: it is kept as argon2id hash only, readable by the owner only', async () => {
    expect(await ensureAdministrator(given)).toEqual({ created: true, username: 'admin' })
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain(given.adminPassword)
    expect(text).toContain('"$argon2id$v=19$m=19456,t=2,p=1$')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('without one: a random password that signs in, another each time', async () => {
    const made = await ensureAdministrator({ adminUsername: 'admin', adminPassword: undefined })
    if (!made.created || made.password === undefined) throw new Error('No password was made')
    // 24 characters out of 32 are 120 bits.
    expect(made.password).toMatch(/^([a-km-np-z2-9]{6}-){3}[a-km-np-z2-9]{6}$/)
    expect(await verifyPassword('admin', made.password)).toBeDefined()
    expect((await resetPassword({ fallbackUsername: 'admin' })).password).not.toBe(made.password)
  })

  test('an account that is there: stays, whatever the settings say', async () => {
    await ensureAdministrator(given)
    const before = await readFile(file, 'utf8')
    expect(await ensureAdministrator({ adminUsername: 'other', adminPassword: 'another password' })).toEqual({
      created: false,
    })
    expect(await readFile(file, 'utf8')).toBe(before)
  })
})

test('a reset: the old password is over, the name stays unless told', async () => {
  await ensureAdministrator({ ...given, adminUsername: 'editor' })
  const { username, password } = await resetPassword({ fallbackUsername: 'admin' })
  expect(username).toBe('editor')
  expect(await verifyPassword('editor', given.adminPassword)).toBeUndefined()
  expect(await verifyPassword('editor', password)).toBeDefined()
  expect(await resetPassword({ username: 'chief', fallbackUsername: 'admin' })).toMatchObject({ username: 'chief' })
  expect(await verifyPassword('editor', password)).toBeUndefined()
})
