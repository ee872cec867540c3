import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMemoryS3 } from '#test/s3/memory-s3.ts'
import { keysOf, makeBucket, openNode } from '#test/s3/s3-under-test.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { openInbox, type Inbox } from '../open-inbox.server.ts'

// What a restore has replaced is on the disk of one node alone, and the messages are in the bucket.

const ADDRESS = 'asha.naik@cables.example'
const asha = { firstName: 'Asha', lastName: 'Naik', email: ADDRESS, mobile: '+91 00000 00003', comments: 'XLPE.' }
const YEAR = 367 * 24 * 3600 * 1000

const store = await startMemoryS3()
const settings = await makeBucket([store.endpoint])
const node = openNode(settings, { settleMs: 150 })
let storage: Storage
let inbox: Inbox
let id: string
let now: number

beforeAll(async () => {
  storage = await node.open()
})

beforeEach(async () => {
  now = Date.now()
  const clocks = { now: () => now, uptime: () => now }
  inbox = openInbox({ storage, mail: undefined, log: silentLog, health: silentHealth, clocks })
  id = (await inbox.storeMessage(asha)).id
  const previous = path.join(node.root, 'data/.restore-previous/inbox')
  mkdirSync(previous, { recursive: true })
  writeFileSync(path.join(previous, `${id}.json`), readFileSync(path.join(node.root, `data/inbox/${id}.json`)))
  return () => inbox.close()
})

afterAll(async () => {
  await storage.close()
  node.dispose()
  await store.stop()
})

test('an erased message: is gone from the bucket, from its mirror, and from what a restore has replaced', async () => {
  now += YEAR
  expect(await inbox.personalData.erase([id], 'admin')).toMatchObject({ erased: [id] })
  expect(holdsAddress()).toEqual([])
  expect(await keysOf(settings)).not.toContain(`data/inbox/${id}.json`)
})

test('a corrected message: is so in the bucket, in its mirror, and in what a restore has replaced', async () => {
  const corrected = { ...asha, email: 'asha@harbour.example', extras: [] }
  await inbox.personalData.correct(id, corrected, { seenAt: '', by: 'admin' })
  expect(holdsAddress()).toEqual([])
  expect(holdsAddress(corrected.email)).toEqual([`data/.restore-previous/inbox/${id}.json`, `data/inbox/${id}.json`])
})

function holdsAddress(address = ADDRESS) {
  return readdirSync(node.root, { recursive: true, encoding: 'utf8' })
    .filter((name) => {
      const file = path.join(node.root, name)
      return statSync(file).isFile() && readFileSync(file).includes(address)
    })
    .sort()
}
