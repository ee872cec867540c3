import { execFile } from 'node:child_process'
import { mkdir, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { FileUnreadable } from '#app/cms/storage/storage.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { env, health } = site
const { readAccounts, ensureAdministrator, verifyPassword, currentAccounts, watchAccounts } = site.auth.accounts
const { resetPassword } = site.auth

const file = path.join(env.dataDir, 'accounts.json')
const given = { adminUsername: 'admin', adminPassword: 'correct horse battery' }

beforeEach(async () => {
  const names = (await readdir(env.dataDir)).filter((name) => /^(accounts\.json|sessions|tokens)/.test(name))
  for (const name of names) await rm(path.join(env.dataDir, name), { recursive: true })
  for (const id of problems()) health.clear(id)
})

// This has to be the first test: once an account was read, a missing file is a fault.
test('no account yet: no password is right', async () => {
  expect(await verifyPassword('admin', given.adminPassword)).toBeUndefined()
})

describe('an account file that cannot be used', () => {
  test.each(['', '{', '{"username":"admin"}', '{"username":"admin","passwordHash":"plain","changedAt":"now"}'])(
    '%j: the site starts, the file stays as it is, health and the sign-in name the way out',
    async (text) => {
      await writeFile(file, text)
      expect(await ensureAdministrator(given)).toEqual({ created: false })
      await expect(verifyPassword('admin', 'x')).rejects.toThrow('npm run admin -- reset')
      expect(problems()).toEqual(['account-damaged'])
      expect(await readFile(file, 'utf8')).toBe(text)
    },
  )

  test.each<[string, () => Promise<unknown>]>([
    ['a folder', () => mkdir(file)],
    ['a link that leads to itself', () => symlink(file, file)],
    ['a named pipe', () => promisify(execFile)('mkfifo', [file])],
  ])('%s: is not taken for a missing account', async (_, make) => {
    await make()
    expect(await ensureAdministrator(given)).toEqual({ created: false })
    await expect(verifyPassword('admin', 'x')).rejects.toThrow('cannot be read')
    expect(problems()).toEqual(['account-unreadable'])
  })

  test('gone since it was read: is a fault, not a missing account', async () => {
    await ensureAdministrator(given)
    currentAccounts()
    await rm(file)
    await expect(verifyPassword('admin', given.adminPassword)).rejects.toThrow('missing')
    expect(problems()).toEqual(['account-missing'])
  })

  test('looked at now and then: health names it, and its end, although no one signs in', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = watchAccounts()
    await ensureAdministrator(given)
    const good = await readFile(file)
    await writeFile(file, '')
    vi.advanceTimersByTime(15_000)
    expect(problems()).toEqual(['account-damaged'])
    await writeFile(file, good)
    vi.advanceTimersByTime(15_000)
    expect(problems()).toEqual([])
    stop()
    vi.useRealTimers()
  })

  test('mended: the problem is gone', async () => {
    await ensureAdministrator(given)
    const good = await readFile(file)
    await writeFile(file, good.subarray(0, 20))
    await expect(verifyPassword('admin', given.adminPassword)).rejects.toThrow('damaged')
    await writeFile(file, good)
    expect(await verifyPassword('admin', given.adminPassword)).toMatchObject({ username: 'admin' })
    expect(problems()).toEqual([])
  })

  test('a reset: repairs it under the name of the settings', async () => {
    await writeFile(file, 'damaged')
    const { username, password } = await resetPassword({ fallbackUsername: 'editor' })
    expect(username).toBe('editor')
    expect(await verifyPassword('editor', password)).toMatchObject({ username: 'editor' })
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

  test('the right pair: who it is, without the hash', async () => {
    await ensureAdministrator(given)
    const account = readAccounts()?.[0]
    expect(await verifyPassword('admin', given.adminPassword)).toEqual({
      username: 'admin',
      changedAt: account?.changedAt,
    })
  })

  test('an accent typed as two characters: is the same password', async () => {
    await ensureAdministrator({ adminUsername: 'admin', adminPassword: 'caf\u00e9 au lait' })
    expect(await verifyPassword('admin', 'cafe\u0301 au lait')).toMatchObject({ username: 'admin' })
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
    expect(await verifyPassword('admin', made.password)).toMatchObject({ username: 'admin' })
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

test('a reset of one of several: by the username, and its account works again', async () => {
  await ensureAdministrator(given)
  const { token } = await site.auth.people.invite({ name: 'Asha', username: 'asha', role: 'publisher' })
  await site.auth.people.setPasswordByLink(token, 'a password of her own')
  await site.auth.people.deactivate('asha')
  const { password } = await resetPassword({ username: 'asha', fallbackUsername: 'admin' })
  expect(await verifyPassword('asha', password)).toMatchObject({ username: 'asha' })
  expect(await verifyPassword('admin', given.adminPassword)).toMatchObject({ username: 'admin' })
  expect(readAccounts()).toMatchObject([{ role: 'administrator' }, { role: 'publisher', isActive: true }])
})

test('a reset: the old password is over, and the name stays', async () => {
  await ensureAdministrator({ ...given, adminUsername: 'editor' })
  const { username, password } = await resetPassword({ fallbackUsername: 'admin' })
  expect(username).toBe('editor')
  expect(await verifyPassword('editor', given.adminPassword)).toBeUndefined()
  expect(await verifyPassword('editor', password)).toMatchObject({ username: 'editor' })
  const misspelled = resetPassword({ username: 'chief', fallbackUsername: 'admin' })
  await expect(misspelled).rejects.toMatchObject({ usernames: ['editor'] })
  expect(await verifyPassword('editor', password)).toMatchObject({ username: 'editor' })
})

test.each([
  ['another owner', { cause: Object.assign(new Error('EACCES'), { code: 'EACCES' }) }],
  ['a fault of the disk', { isTransient: true }],
])('a reset while the file cannot be opened because of %s: refused, and the file stays', async (_, reason) => {
  await ensureAdministrator(given)
  const text = await readFile(file, 'utf8')
  vi.spyOn(site.storage, 'readSync').mockImplementation(() => {
    throw new FileUnreadable('The file cannot be opened', reason)
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  await expect(resetPassword({ fallbackUsername: 'admin' })).rejects.toThrow('chown')
  expect(await readFile(file, 'utf8')).toBe(text)
})

test('fields of a later release: survive a change by this one', async () => {
  await ensureAdministrator(given)
  const stored = JSON.parse(await readFile(file, 'utf8')) as { accounts: object[] }
  const later = { ...stored, format: 9, accounts: stored.accounts.map((account) => ({ ...account, later: 1 })) }
  await writeFile(file, JSON.stringify(later))
  await site.auth.people.rename('admin', 'Asha')
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ format: 9, accounts: [{ name: 'Asha', later: 1 }] })
})

function problems() {
  return health.problems().map(({ id }) => id)
}
