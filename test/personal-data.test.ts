import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBackupSchedule } from '#app/cms/operations/backup/backup-schedule.server.ts'
import { backUp } from '#app/cms/operations/backup/back-up.server.ts'
import { restore } from '#app/cms/operations/backup/restore.server.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { openInbox, type Inbox, type InboxOptions } from '#app/cms/inbox/open-inbox.server.ts'
import { referenceOf } from '#app/cms/inbox/stored-message.server.ts'

const DAY = 24 * 3600 * 1000
const ADDRESS = 'asha.naik@cables.example'

const asha = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: ADDRESS,
  mobile: '+91 00000 00003',
  comments: 'XLPE for 33 kV.',
}
const ravi = { ...asha, firstName: 'Ravi', lastName: 'Rao', email: 'ravi@example.com', mobile: '+91 00000 77777' }

let storage: Storage
let dispose: () => Promise<void>
let dataDir: string
const clock = { now: 0, up: 0 }
const health = new Health(silentLog)
const open: Inbox[] = []

beforeEach(() => {
  ;({ storage, dataDir, dispose } = openTemporaryStorage())
  clock.now = Date.now()
  clock.up = 0
})

afterEach(async () => {
  for (const inbox of open.splice(0)) await inbox.close()
  await dispose()
})

describe('finding a person', () => {
  test.each([
    ['the e-mail address, in other letters', 'ASHA.naik@cables.EXAMPLE'],
    ['a part of the address', '@cables.example'],
    ['the number as it was not typed', '+91-00000-00003'],
    ['the name', 'naik asha'],
  ])('by %s: in the inbox, among spam, deleted and sealed ones, and not others', async (_case, query) => {
    const inbox = openHere()
    const ids = [
      (await inbox.storeMessage(asha)).id,
      (await inbox.storeMessage(asha, { suspectedSpam: true })).id,
      (await inbox.storeMessage(asha)).id,
      (await inbox.storeMessage(asha)).id,
    ]
    await inbox.storeMessage(ravi)
    await inbox.deleteMessages(ids.slice(2, 3), 'admin')
    await inbox.personalData.seal(ids.slice(3), 'admin')
    const { messages } = await inbox.personalData.find(query)
    expect(messages.map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  test('by reference: that message alone; by two letters: nothing', async () => {
    const inbox = openHere()
    const { id } = await inbox.storeMessage(asha)
    await inbox.storeMessage(asha)
    expect((await inbox.personalData.find(referenceOf(id).toLowerCase())).messages).toMatchObject([{ id }])
    expect((await inbox.personalData.find('as')).messages).toEqual([])
  })

  test('in a file that cannot be read, in the inbox and set aside', async () => {
    const { id } = await openHere().storeMessage(asha)
    writeFileSync(fileOf(id), `{"email":"${ADDRESS}"`)
    const inbox = openHere()
    expect(await inbox.personalData.find(ADDRESS)).toEqual({ messages: [], damaged: [id] })
    await inbox.quarantineDamaged()
    expect(await inbox.personalData.find(ADDRESS)).toEqual({ messages: [], damaged: [id] })
    expect(await inbox.personalData.find(ravi.email)).toEqual({ messages: [], damaged: [] })
  })
})

describe('a sealed message', () => {
  test('is in no list, search, count or screen, sends no mail, and goes when its year is over', async () => {
    const inbox = openHere()
    const { id } = await inbox.storeMessage(asha)
    expect(await inbox.personalData.seal([id, 'unknown'], 'visitor')).toMatchObject([{ id }])
    expect(await inbox.personalData.seal([id], 'visitor')).toEqual([])
    for (const show of ['all', 'unread', 'spam', 'deleted'] as const)
      expect(await inbox.listMessages({ show })).toEqual([])
    expect(await inbox.countUnread()).toBe(0)
    expect(await inbox.readMessage(id)).toBeUndefined()
    expect(JSON.parse(readFileSync(fileOf(id), 'utf8'))).not.toHaveProperty('notice')
    clock.now += 366 * DAY + 60_000
    await inbox.eraseOld()
    clock.up += 1.1 * DAY
    await inbox.eraseOld()
    expect(holdsAddress()).toEqual([])
  })

  test('that the disk refuses to seal: says so, and it is not sealed', async () => {
    const inbox = openHere()
    const { id } = await inbox.storeMessage(asha)
    vi.spyOn(storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
    await expect(inbox.personalData.seal([id], 'admin')).rejects.toMatchObject({ code: 'disk-full' })
    expect(await inbox.readMessage(id)).toMatchObject({ id })
  })
})

describe('unsealing', () => {
  test('brings a message back where it was, without a mail, also after a restart', async () => {
    const inbox = openHere()
    const { id } = await inbox.storeMessage(asha)
    await inbox.personalData.seal([id], 'visitor')
    clock.now += 1000
    expect(await inbox.personalData.unseal([id, 'unknown'])).toMatchObject([{ id }])
    expect(await inbox.personalData.unseal([id])).toEqual([])
    await inbox.start()
    expect(await inbox.listMessages({})).toMatchObject([{ id, ...asha }])
    expect(JSON.parse(readFileSync(fileOf(id), 'utf8'))).not.toHaveProperty('sealedAt')
  })

  test('a message whose year is over: stays sealed, and goes', async () => {
    const inbox = openHere()
    const { id } = await inbox.storeMessage(asha)
    await inbox.personalData.seal([id], 'admin')
    clock.now += 367 * DAY
    expect(await inbox.personalData.unseal([id])).toEqual([])
    expect(await inbox.readMessage(id)).toBeUndefined()
  })
})

describe('correcting', () => {
  const corrected = { ...asha, email: 'asha.naik@harbour.example', comments: 'XLPE for 11 kV.', extras: [] }
  const byAdmin = { seenAt: '', by: 'admin' }

  test('the old value is in no file; the message notes the fields, the person and the time', async () => {
    const inbox = openHere()
    const { id } = await inbox.storeMessage(asha)
    await inbox.requests.add('correction', `My address is no longer ${ADDRESS}`)
    expect(await inbox.personalData.correct(id, corrected, byAdmin)).toEqual({ fields: ['E-mail', 'Message'] })
    expect(holdsAddress()).toEqual([])
    expect(await inbox.requests.list()).toMatchObject([{ about: referenceOf(id) }])
    const note = { at: new Date(clock.now).toISOString(), by: 'admin', fields: ['E-mail', 'Message'] }
    expect(await openHere().readMessage(id)).toMatchObject({ email: corrected.email, corrections: [note] })
  })

  test('nothing that differs: writes nothing', async () => {
    const inbox = openHere()
    const { id } = await inbox.storeMessage(asha)
    const commit = vi.spyOn(storage, 'commit')
    expect(await inbox.personalData.correct(id, { ...asha, extras: [] }, byAdmin)).toEqual({ fields: [] })
    expect(commit).not.toHaveBeenCalled()
  })

  test('what was filled in beside the message: is corrected, and left out where it is emptied; what was chosen stays', async () => {
    const inbox = openHere()
    const extras = [
      { label: 'Grade', text: 'HF 60 S', id: 'hf-60-s' },
      { label: 'Country', text: 'Peru' },
      { label: 'Quantity', text: '2 t' },
    ]
    const { id } = await inbox.storeMessage(asha, { context: { extras } })
    const result = await inbox.personalData.correct(id, { ...asha, extras: ['Chile', ''] }, byAdmin)
    expect(result).toEqual({ fields: ['Country', 'Quantity'] })
    expect((await inbox.readMessage(id))?.extras).toEqual([extras[0], { label: 'Country', text: 'Chile' }])
  })

  test('two at once: the second one gets what the first one has left', async () => {
    const inbox = openHere()
    const { id } = await inbox.storeMessage(asha)
    const [first, second] = await Promise.all([
      inbox.personalData.correct(id, corrected, byAdmin),
      inbox.personalData.correct(id, { ...corrected, email: 'other@example.com' }, byAdmin),
    ])
    expect(first).toHaveProperty('fields')
    expect(second).toMatchObject({ conflict: { email: corrected.email } })
    expect(await inbox.personalData.correct('unknown', corrected, byAdmin)).toBeUndefined()
  })

  test('that the disk refuses: says so, and the message is as it was', async () => {
    const inbox = openHere()
    const { id } = await inbox.storeMessage(asha)
    vi.spyOn(storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
    await expect(inbox.personalData.correct(id, corrected, byAdmin)).rejects.toMatchObject({ code: 'disk-full' })
    expect(await inbox.readMessage(id)).toMatchObject(asha)
  })

  test('then an older backup is restored over the site: corrected again, from what the restore has replaced', async () => {
    const { folders, options } = site()
    const before = openHere()
    const { id } = await before.storeMessage(asha)
    await before.requests.add('correction', `My address is no longer ${ADDRESS}`)
    const archive = await backUpBefore(options)
    await openHere().personalData.correct(id, corrected, byAdmin)
    await stop()
    await restore(archive, folders, () => Promise.resolve(''))
    expect(holdsAddress().sort()).toEqual([`inbox/${id}.json`, 'privacy-requests.json'])
    restart()
    const inbox = openHere()
    await inbox.start()
    expect(await inbox.readMessage(id)).toMatchObject({ email: corrected.email })
    expect(inbox.outdatedReferences()).toEqual([])
    expect(holdsAddress()).toEqual([])
  })

  test('then the backup is restored on a new machine: staff are told which message to correct again, until it is', async () => {
    const { options } = site()
    const { id } = await openHere().storeMessage(asha)
    const archive = await backUpBefore(options)
    await openHere().personalData.correct(id, corrected, byAdmin)
    const list = readFileSync(path.join(dataDir, 'erasures.json'))
    expect(list.includes(corrected.email)).toBe(false)
    writeFileSync(path.join(path.dirname(archive), 'erasures.json'), list)
    await elsewhere(archive, async (inbox) => {
      expect(inbox.outdatedReferences()).toEqual([referenceOf(id)])
      await inbox.personalData.correct(id, corrected, byAdmin)
      expect(inbox.outdatedReferences()).toEqual([])
    })
  })
})

describe('erasing', () => {
  test('before the year is over: sealed; after it: gone, also what was set aside', async () => {
    const { id: damaged } = await openHere().storeMessage(asha)
    writeFileSync(fileOf(damaged), `{"email":"${ADDRESS}"`)
    const inbox = openHere()
    await inbox.quarantineDamaged()
    const { id } = await inbox.storeMessage(asha)
    expect(await inbox.personalData.erase([id, damaged], 'admin')).toEqual({ erased: [], sealed: [id] })
    expect(holdsAddress()).toHaveLength(2)
    clock.now += 367 * DAY
    const { erased, sealed } = await inbox.personalData.erase([id, damaged], 'admin')
    expect({ erased: erased.sort(), sealed }).toEqual({ erased: [id, damaged].sort(), sealed: [] })
    expect(holdsAddress()).toEqual([])
  })

  test.each([
    ['sealed in its first year: sealed again', 0],
    ['erased after it: erased again', 367],
  ])('then an older backup is restored; %s, and a new backup has nothing of it', async (_case, days) => {
    const { folders, options } = site()
    const first = openHere()
    const { id } = await first.storeMessage(asha)
    await first.storeMessage(ravi)
    const archive = await backUpBefore(options)
    clock.now += days * DAY
    await openHere().personalData.erase([id], 'admin')
    await stop()
    await restore(archive, folders, () => Promise.resolve(''))
    restart()
    const restored = openHere()
    await restored.start()
    expect(await restored.readMessage(id)).toBeUndefined()
    expect(await restored.listMessages({})).toMatchObject([{ email: ravi.email }])
    const isGone = days > 0
    // One that is held is also among the files that the restore has replaced.
    expect(holdsAddress()).toHaveLength(isGone ? 0 : 2)
    await stop()
    const later = path.join(makeFolder(), 'after.tar.gz')
    await backUp(later, options)
    expect(gunzipSync(readFileSync(later)).includes(ADDRESS)).toBe(!isGone)
    expect(gunzipSync(readFileSync(later)).includes(ravi.email)).toBe(true)
    restart()
    clock.now += 367 * DAY
    await openHere().personalData.erase([id], 'admin')
    expect(holdsAddress()).toEqual([])
  })

  test('then a backup is restored on a new machine: the list beside it is carried out', async () => {
    const { options } = site()
    const { id } = await openHere().storeMessage(asha)
    const archive = await backUpBefore(options)
    clock.now += 367 * DAY
    // As a site with scheduled backups does: there is no later backup.
    const { keepErasures } = schedule(path.dirname(archive))
    const kept: Promise<void>[] = []
    await openHere({ onErasures: (text) => kept.push(keepErasures(text)) }).personalData.erase([id], 'admin')
    await Promise.all(kept)
    await elsewhere(archive, (_inbox, folder) => {
      expect(holdsAddress(folder)).toEqual([])
    })
  })

  test('who has asked for it: goes from the request book with the message, by hand and by itself', async () => {
    const inbox = openHere()
    const [{ id }, sealed] = [await inbox.storeMessage(asha), await inbox.storeMessage(ravi)]
    for (const about of [ADDRESS.toUpperCase(), '0000 000 003', 'a letter of Asha Naik', ravi.email, 'Somebody else'])
      await inbox.requests.add('erasure', about, { answeredBy: 'admin' })
    await inbox.requests.add('grievance', ravi.email)
    await inbox.personalData.seal([sealed.id], 'admin')
    clock.now += 367 * DAY
    await inbox.personalData.erase([id], 'admin')
    const abouts = async () => (await inbox.requests.list()).map(({ about }) => about).sort()
    expect(await abouts()).toEqual(['', '', '', 'Somebody else', ravi.email, ravi.email])
    await inbox.eraseOld()
    clock.up += 1.1 * DAY
    await inbox.eraseOld()
    // One that is still to be answered says by whom it is.
    expect(await abouts()).toEqual(['', '', '', '', 'Somebody else', ravi.email])
  })

  test('a list that is damaged: named by the health, and nothing is erased or sealed without it', async () => {
    const inbox = openHere()
    const { id } = await inbox.storeMessage(asha)
    writeFileSync(path.join(dataDir, 'erasures.json'), '[{')
    await inbox.start()
    expect(health.problems()).toMatchObject([{ id: 'erasures-not-replayed' }])
    await expect(inbox.personalData.seal([id], 'admin')).rejects.toThrow()
    expect(await inbox.readMessage(id)).toMatchObject({ id })
    health.clear('erasures-not-replayed')
  })
})

function clocks() {
  return { now: () => clock.now, uptime: () => clock.up }
}

function openHere(further: Pick<InboxOptions, 'onErasures'> = {}): Inbox {
  const inbox = openInbox({ storage, mail: undefined, log: silentLog, health, clocks: clocks(), ...further })
  open.push(inbox)
  return inbox
}

/** Releases the folders, as when the site is stopped. */
async function stop() {
  for (const inbox of open.splice(0)) await inbox.close()
  await storage.close()
}

function restart() {
  ;({ storage, dispose } = openTemporaryStorage(path.dirname(dataDir)))
}

/** Stops the site, backs it up and starts it again. Resolves with the path of the archive. */
async function backUpBefore(options: Parameters<typeof backUp>[1]) {
  await stop()
  const archive = path.join(makeFolder(), 'before.tar.gz')
  await backUp(archive, options)
  restart()
  return archive
}

/** The folders of the site, and how it is backed up. */
function site() {
  const folders = { content: makeContent(), uploads: makeFolder(), data: dataDir }
  const options = {
    ...{ contentDir: folders.content, uploadsDir: folders.uploads, dataDir, version: '1', publicOnly: false },
    ...{ log: silentLog, health: silentHealth },
  }
  return { folders, options }
}

function schedule(folder: string) {
  const folders = { contentDir: '', uploadsDir: '', dataDir }
  const settings = { folder, at: 0, passphrase: undefined }
  return openBackupSchedule({ settings, folders, health: silentHealth, log: silentLog })
}

/** Restores an archive on a new machine, starts its inbox, and calls `look` with it and its data folder. */
async function elsewhere(archive: string, look: (inbox: Inbox, folder: string) => unknown) {
  const root = makeFolder()
  const folders = {
    content: path.join(root, 'content'),
    uploads: path.join(root, 'uploads'),
    data: path.join(root, 'data'),
  }
  mkdirSync(folders.data, { mode: 0o700 })
  await restore(archive, folders, () => Promise.resolve(''))
  expect(holdsAddress(folders.data)).toHaveLength(1)
  const other = openTemporaryStorage(root)
  const inbox = openInbox({ storage: other.storage, mail: undefined, log: silentLog, health, clocks: clocks() })
  try {
    await inbox.start()
    await look(inbox, folders.data)
  } finally {
    await inbox.close()
    await other.dispose()
  }
}

function makeFolder() {
  return mkdtempSync(path.join(os.tmpdir(), 'privacy-'))
}

/** A folder of content, without which there is no backup. */
function makeContent() {
  const folder = makeFolder()
  for (const name of ['stats.yaml', 'clients.yaml']) writeFileSync(path.join(folder, name), 'years: 30')
  return folder
}

function fileOf(id: string) {
  return path.join(dataDir, 'inbox', `${id}.json`)
}

/** The files of the data folder that contain the address, byte by byte. */
function holdsAddress(folder = dataDir) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = path.join(folder, name)
    return statSync(file).isFile() && readFileSync(file).includes(ADDRESS)
  })
}
