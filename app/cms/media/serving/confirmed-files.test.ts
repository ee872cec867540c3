import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileAddressSecret } from '#app/cms/storage/shared-secret.server.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { silentLog } from '#test/temporary-content.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { openConfirmedFiles } from './confirmed-files.server.ts'

const FILE = 'documents/prospectus.pdf'
const MINUTE = 60_000
const START = Date.parse('2026-11-26T10:00:00Z')

let folders: ReturnType<typeof openTemporaryStorage>
let health: Health
let time: number
beforeEach(() => {
  folders = openTemporaryStorage()
  health = new Health(silentLog)
  time = START
})
afterEach(() => folders.dispose())

/** A process of the site whose clock differs from that of the others. */
function node({ ahead = 0, mayMake = true, canRead = true } = {}) {
  const storage = canRead ? folders.storage : undefined
  const now = () => time + ahead
  return openConfirmedFiles(openFileAddressSecret({ storage, mayMake, health, now }), now)
}

async function signedBy(signer: ReturnType<typeof node>) {
  const address = await signer.sign(FILE)
  expect(address).toMatch(/^\/confirmed\/[0-9a-z]+\.[\w-]{43}\/documents\/prospectus\.pdf$/)
  return address ?? ''
}

test('what one process has signed, another one accepts for ten minutes, also one that only reads', async () => {
  const address = await signedBy(node())
  const [writer, reader] = [node(), node({ mayMake: false })]
  time += 10 * MINUTE - 1
  expect([await writer.isValid(address), await reader.isValid(address)]).toEqual([true, true])
  time += 1
  expect([await writer.isValid(address), await reader.isValid(address)]).toEqual([false, false])
  expect(reader.isReady()).toBe(true)
})

test.each([
  ['a minute behind', -MINUTE, true],
  ['a minute ahead', MINUTE, true],
  ['an hour behind', -60 * MINUTE, false],
  ['an hour ahead', 60 * MINUTE, false],
])('the clock of the other process is %s: %s ms, accepted: %s', async (_name, ahead, isAccepted) => {
  const address = await signedBy(node({ ahead }))
  expect(await node().isValid(address)).toBe(isAccepted)
})

test('a time far in the future: not accepted, although it is signed', async () => {
  const address = await signedBy(node({ ahead: 24 * 60 * MINUTE }))
  expect(await node().isValid(address)).toBe(false)
})

test('another file, time or signature: not accepted', async () => {
  const address = await signedBy(node())
  const [, , signed = ''] = address.split('/')
  const changed = [
    address.replace('prospectus', 'abridged'),
    address.replace(signed, `${(START + 11 * MINUTE).toString(36)}${signed.slice(signed.indexOf('.'))}`),
    address.replace(signed, `${signed.slice(0, -2)}${signed.endsWith('AA') ? 'BB' : 'AA'}`),
    address.replace('/confirmed/', '/uploads/'),
    '/confirmed/',
    '',
  ]
  for (const one of changed) expect(await node().isValid(one), one).toBe(false)
})

test('a process that only reads: waits until the secret is there, and follows a new one', async () => {
  const reader = node({ mayMake: false })
  expect([reader.isReady(), await reader.sign(FILE)]).toEqual([false, undefined])
  const address = await signedBy(node())
  expect(await reader.isValid(address)).toBe(true)

  await rm(path.join(folders.dataDir, 'file-address-secret'))
  const later = await signedBy(node())
  time += MINUTE
  expect(await reader.isValid(later)).toBe(true)
  expect(await reader.isValid(address)).toBe(false)
})

test('a process that may not read the secret: never ready', async () => {
  const reader = node({ mayMake: false, canRead: false })
  expect([reader.isReady(), await reader.sign(FILE), await reader.isValid(await signedBy(node()))]).toEqual([
    false,
    undefined,
    false,
  ])
})

test.each<[string, (file: string) => Promise<unknown>]>([
  ['damaged', (file) => writeFile(file, 'short')],
  ['a folder', (file) => mkdir(file)],
])('a secret that is %s: left alone and reported; this process goes on with one of its own', async (_, damage) => {
  const file = path.join(folders.dataDir, 'file-address-secret')
  await damage(file)
  const writer = node()
  expect(await writer.isValid(await signedBy(writer))).toBe(true)
  expect(health.problems()).toMatchObject([{ id: 'file-address-secret-unusable' }])
  expect(await readFile(file, 'utf8').catch(() => 'folder')).toMatch(/^(?:short|folder)$/)
})
