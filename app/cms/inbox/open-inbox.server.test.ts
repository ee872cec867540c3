import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Health } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { startSmtpServer } from '#test/smtp-server.ts'
import { silentLog } from '#test/temporary-content.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { createMailNotice } from './mail/notice-mail.server.ts'
import { openInbox, type Inbox, type InboxOptions } from './open-inbox.server.ts'
import { MessageNotStored } from './stored-message.server.ts'

const health = new Health(silentLog)

const message = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: 'asha@example.com',
  mobile: '+91 00000 00003',
  comments: 'XLPE for 33 kV,\n40 MT a month.',
}
const addresses = { from: 'web@example.com', to: ['sales@example.com', 'office@example.com'] }
const quick = { firstWait: 1, longestWait: 4, giveUpAfter: 60_000 }
const givesUp = { ...quick, giveUpAfter: 0 }

let storage: Storage
let dispose: () => Promise<void>
let dataDir: string
let log: ReturnType<typeof makeLog>
const toClose: { close: () => Promise<void> }[] = []

beforeEach(() => {
  ;({ storage, dataDir, dispose } = openTemporaryStorage())
  log = makeLog()
})

afterEach(async () => {
  for (const opened of toClose.splice(0)) await opened.close()
  await dispose()
})

describe('a message that cannot be kept', () => {
  test('no room on the disk: 507, with the cause for the log', async () => {
    const full = new StorageError('disk-full')
    vi.spyOn(storage, 'commit').mockRejectedValue(full)
    const storing = open().storeMessage(message)
    await expect(storing).rejects.toBeInstanceOf(MessageNotStored)
    await expect(storing).rejects.toMatchObject({ status: 507, message: 'Failed to send message.', cause: full })
  })

  test('a disk that takes no file: 503', async () => {
    writeFileSync(path.join(dataDir, 'inbox'), 'not a folder')
    await expect(open().storeMessage(message)).rejects.toMatchObject({ name: 'MessageNotStored', status: 503 })
  })

  test('its notice: is not sent', async () => {
    const server = await start()
    const inbox = open(server.url)
    vi.spyOn(storage, 'commit').mockRejectedValueOnce(new StorageError('io'))
    await expect(inbox.storeMessage({ ...message, comments: 'Refused' })).rejects.toBeInstanceOf(MessageNotStored)
    const { id } = await inbox.storeMessage(message)
    await vi.waitFor(() => expect(recordOf(id)).toHaveProperty('noticeSentAt'))
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]?.text).not.toContain('Refused')
  })
})

test('no mail server set: the message is kept, no notice is made', async () => {
  const inbox = open()
  const stored = await inbox.storeMessage(message)
  await inbox.start()
  expect(await inbox.listMessages({ limit: 10 })).toEqual([stored])
  expect(stored).not.toHaveProperty('notice')
  expect(readdirSync(dataDir)).toEqual(['inbox', 'owner.flock', 'owner.lock'])
})

describe('suspected spam', () => {
  const isSpam = { suspectedSpam: true }

  test('no mail, no count of unread messages, not among all; as an ordinary message it gets all of them', async () => {
    const server = await start()
    const inbox = open(server.url)
    const { id } = await inbox.storeMessage(message, isSpam)
    expect(await inbox.countUnread()).toBe(0)
    expect(await inbox.listMessages({})).toEqual([])
    expect(await inbox.listMessages({ show: 'unread' })).toEqual([])
    expect(await inbox.listMessages({ show: 'spam' })).toMatchObject([{ id, ...message }])
    await inbox.storeMessage({ ...message, comments: 'Real' })
    await vi.waitFor(() => expect(server.mails).toHaveLength(1))
    expect(server.mails[0]?.text).toContain('Real')
    expect(await inbox.markAsNotSpam([id])).toBe(1)
    expect(await inbox.markAsNotSpam([id])).toBe(0)
    expect(await inbox.listMessages({ show: 'spam' })).toEqual([])
    expect(await inbox.countUnread()).toBe(2)
    await vi.waitFor(() => expect(server.mails).toHaveLength(2))
    expect(server.mails[1]?.text).toContain(message.comments.split('\n')[0])
  })

  test('deleted and restored: it is suspected spam again', async () => {
    const inbox = open()
    const { id } = await inbox.storeMessage(message, isSpam)
    await inbox.deleteMessages([id], 'admin')
    expect(await inbox.listMessages({ show: 'spam' })).toEqual([])
    expect(await inbox.listMessages({ show: 'deleted' })).toHaveLength(1)
    await inbox.restoreMessages({ ids: [id] })
    expect(await inbox.listMessages({ show: 'spam' })).toHaveLength(1)
  })

  test('a year old: removed, ordinary messages stay', async () => {
    const clock = movable()
    const inbox = open(undefined, { clocks: clock.clocks })
    await inbox.storeMessage(message, isSpam)
    const { id } = await inbox.storeMessage(message)
    clock.wait(366, { minutes: -1 })
    expect(await inbox.eraseOld()).toHaveLength(0)
    clock.wait(0, { minutes: 2 })
    expect(await inbox.eraseOld()).toHaveLength(0)
    clock.run(1.1)
    expect(await inbox.eraseOld()).toHaveLength(1)
    expect((await inbox.listMessages({})).map((kept) => kept.id)).toEqual([id])
  })

  test('without room: refused, no ordinary message is, and health says so', async () => {
    const inbox = open(undefined, { spamLimits: { messages: 2, bytes: 1e6 } })
    await inbox.storeMessage(message, isSpam)
    expect(problem('spam-nearly-full')).toBeUndefined()
    await inbox.storeMessage(message, isSpam)
    expect(problem('spam-nearly-full')).toContain('100 % full')
    await expect(inbox.storeMessage(message, isSpam)).rejects.toMatchObject({ name: 'MessageNotStored', status: 507 })
    await inbox.storeMessage(message)
    expect(await inbox.listMessages({ show: 'spam' })).toHaveLength(2)
    const [first] = await inbox.listMessages({ show: 'spam' })
    await inbox.markAsNotSpam([first?.id ?? ''])
    expect(problem('spam-nearly-full')).toBeUndefined()
  })
})

describe('an inbox without room', () => {
  const limits = { messages: 5, bytes: 1e6 }

  test('nearly full: health names it until messages whose year is over are deleted; others make no room', async () => {
    const clock = movable()
    const inbox = open(undefined, { limits, clocks: clock.clocks })
    const stored: string[] = []
    for (let count = 0; count < 3; count += 1) stored.push((await inbox.storeMessage(message)).id)
    expect(problem('inbox-nearly-full')).toBeUndefined()
    stored.push((await inbox.storeMessage(message)).id)
    expect(problem('inbox-nearly-full')).toMatch(/^The inbox is 80 % full/)
    await inbox.deleteMessages(stored.slice(0, 1), 'admin')
    expect(problem('inbox-nearly-full')).toMatch(/^The inbox is 80 % full/)
    clock.wait(367)
    await inbox.deleteMessages(stored.slice(1, 2), 'admin')
    expect(problem('inbox-nearly-full')).toBeUndefined()
  })

  test('full: takes no suspected spam either, although its own room is free', async () => {
    const inbox = open(undefined, { limits })
    for (let count = 0; count < 5; count += 1) await inbox.storeMessage(message)
    const spam = inbox.storeMessage(message, { suspectedSpam: true })
    await expect(spam).rejects.toMatchObject({ name: 'MessageNotStored', status: 507 })
  })

  test('full, no mail set up: refused with 507', async () => {
    const inbox = open(undefined, { limits })
    for (let count = 0; count < 5; count += 1) await inbox.storeMessage(message)
    await expect(inbox.storeMessage(message)).rejects.toMatchObject({ name: 'MessageNotStored', status: 507 })
  })

  test('full, mail set up: the message goes by mail alone; refused if the mail server does not take it', async () => {
    const server = await start()
    const inbox = open(server.url, { limits, withdrawPage: 'https://site.example/withdraw' })
    for (let count = 0; count < 5; count += 1) await inbox.storeMessage(message)
    await vi.waitFor(() => expect(server.mails).toHaveLength(5))
    expect(server.mails[0]?.text).toContain('To withdraw this message')
    const sixth = await inbox.storeMessage({ ...message, comments: 'The sixth' })
    expect(sixth).toHaveProperty('isMailedAlone')
    expect(server.mails.at(-1)?.text).toContain('The sixth')
    // A link would lead to nothing.
    expect(server.mails.at(-1)?.text).not.toMatch(/withdraw|Reference/)
    expect(await inbox.listMessages({})).toHaveLength(5)
    await server.close()
    await expect(inbox.storeMessage(message)).rejects.toMatchObject({ name: 'MessageNotStored', status: 507 })
  })
})

describe('notices', () => {
  test('a server that refuses twice: the third attempt brings one mail', async () => {
    const server = await start({ refusals: 2 })
    const { id } = await open(server.url).storeMessage(message)
    await vi.waitFor(() => expect(recordOf(id)).toHaveProperty('noticeSentAt'))
    expect(server.state.attempts).toBe(3)
    expect(server.mails).toHaveLength(1)
    expect(log.warn).toHaveBeenCalledTimes(2)
  })

  test('nobody listens, then the process ends: the next process sends it, under the same id', async () => {
    const server = await start()
    await server.close()
    const inbox = open(server.url)
    const { id } = await inbox.storeMessage(message)
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled())
    await inbox.close()
    expect(recordOf(id)).toMatchObject({ notice: { lastError: expect.stringContaining('ECONNREFUSED') } })

    const awake = await start({ port: server.port })
    await open(server.url).start()
    await vi.waitFor(() => expect(recordOf(id)).toHaveProperty('noticeSentAt'))
    expect(awake.mails.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1])).toEqual([`<${id}@example.com>`])
  })

  test('sent by an earlier process: not sent again', async () => {
    const server = await start()
    const inbox = open(server.url)
    const { id } = await inbox.storeMessage({ ...message, comments: 'The first' })
    await vi.waitFor(() => expect(recordOf(id)).toHaveProperty('noticeSentAt'))
    await inbox.close()
    const next = open(server.url)
    await next.start()
    const { id: second } = await next.storeMessage({ ...message, comments: 'The second' })
    await vi.waitFor(() => expect(recordOf(second)).toHaveProperty('noticeSentAt'))
    expect(server.mails.map(({ text }) => /The \w+$/m.exec(text)?.[0])).toEqual(['The first', 'The second'])
  })

  test('five messages at once: one connection at a time, five mails', async () => {
    const server = await start()
    const inbox = open(server.url)
    await Promise.all(Array.from({ length: 5 }, () => inbox.storeMessage(message)))
    await vi.waitFor(() => expect(server.mails).toHaveLength(5))
    expect(server.state.mostOpen).toBe(1)
  })

  test('a mail: goes to all receivers, says everything, and a reply to it goes to the visitor', async () => {
    const server = await start()
    await open(server.url).storeMessage(message)
    await vi.waitFor(() => expect(server.mails).toHaveLength(1))
    const [mail] = server.mails
    expect(mail).toMatchObject(addresses)
    expect(mail?.text).toMatch(/^From: Contact form <web@example\.com>$/m)
    expect(mail?.text).toMatch(/^Reply-To: Asha Naik <asha@example\.com>$/m)
    expect(mail?.text).toMatch(/^Subject: Message from Asha Naik$/m)
    expect(mail?.text).toMatch(/^Auto-Submitted: auto-generated$/m)
    for (const value of [message.mobile, message.comments]) expect(mail?.text).toContain(value)
  })

  test.each([
    ['ana@exämple.com', 'ana@xn--exmple-cua.com'],
    ['ana@भारत.भारत', 'ana@xn--h2brj9c.xn--h2brj9c'],
  ])(
    'a visitor with the address %s: a reply goes to %s, and the text has the address as it was typed',
    async (email, sent) => {
      const server = await start()
      await open(server.url).storeMessage({ ...message, email })
      await vi.waitFor(() => expect(server.mails).toHaveLength(1))
      expect(server.mails[0]?.text).toContain(`Reply-To: Asha Naik <${sent}>`)
      expect(decodedBody(server.mails[0]?.text)).toContain(`E-mail: ${email}`)
    },
  )

  test('a visitor whose mailbox is not ASCII: the mail is sent, without an address for replies', async () => {
    const server = await start()
    const email = 'अशोक@डाटामेल.भारत'
    await open(server.url).storeMessage({ ...message, email })
    await vi.waitFor(() => expect(server.mails).toHaveLength(1))
    expect(server.mails[0]?.text).not.toContain('Reply-To')
    expect(decodedBody(server.mails[0]?.text)).toContain(`E-mail: ${email}`)
  })

  test('an encoded word in a name: is not decoded by any reader', async () => {
    const server = await start()
    await open(server.url).storeMessage({ ...message, firstName: '=?utf-8?q?Board=20of=20Directors?=' })
    await vi.waitFor(() => expect(server.mails).toHaveLength(1))
    const [head = ''] = server.mails[0]?.text.split('\n\n') ?? []
    expect(head).not.toContain('=?utf-8?q?Board')
  })

  test('line breaks and addresses in what was typed: make no header and no receiver', async () => {
    const server = await start()
    await createMailNotice({ smtpUrl: server.url, ...addresses })({
      ...message,
      firstName: 'Asha\r\nBcc: victim@example.net\r\n',
      lastName: '<victim@example.net>, "x',
      email: 'asha@example.com>, <victim@example.net',
      comments: 'Hello\r\n.\r\nMAIL FROM:<victim@example.net>',
      id: '20261120T095958000Z-0123abcd',
      receivedAt: '2026-11-20T09:59:58.000Z',
      unread: true,
    })
    expect(server.mails).toHaveLength(1)
    const [mail] = server.mails
    expect(mail?.to).toEqual(addresses.to)
    const [head = ''] = mail?.text.split('\n\n') ?? []
    expect(head.match(/^[A-Za-z-]+(?=:)/gm)?.sort()).toEqual([
      'Auto-Submitted',
      'Content-Transfer-Encoding',
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
    ])
  })
})

describe('what is known of a notice', () => {
  test('no mail set up: none was sent', async () => {
    const inbox = open()
    expect(inbox.noticeOf(await inbox.storeMessage(message))).toEqual({ kind: 'none' })
  })

  test('a server that is away: it waits, with what went wrong', async () => {
    const server = await start()
    await server.close()
    const schedule = { firstWait: 60_000, longestWait: 60_000, giveUpAfter: 600_000 }
    const inbox = open(server.url, { schedule })
    const { id } = await inbox.storeMessage(message)
    await vi.waitFor(() => expect(recordOf(id)).toMatchObject({ notice: { attempts: 1 } }))
    const notice = { kind: 'waiting', attempts: 1, error: expect.stringContaining('ECONNREFUSED') }
    expect(await noticeOf(inbox, id)).toMatchObject(notice)
    await inbox.close()
    expect(await noticeOf(open(server.url, { schedule }), id)).toMatchObject(notice)
  })

  test('given up: it has failed, also for the next process, until the message goes for good', async () => {
    const server = await start()
    await server.close()
    const inbox = open(server.url, { schedule: givesUp })
    const { id } = await inbox.storeMessage(message)
    await vi.waitFor(async () => expect(await noticeOf(inbox, id)).toMatchObject({ kind: 'failed', attempts: 1 }))
    await inbox.close()
    const clock = movable()
    const next = open(server.url, { clocks: clock.clocks })
    await next.start()
    expect(await noticeOf(next, id)).toMatchObject({ kind: 'failed', attempts: 1 })
    await next.deleteMessages([id], 'admin')
    clock.wait(367)
    await next.eraseMessages([id])
    expect(readdirSync(path.join(dataDir, 'inbox'))).toEqual([])
  })

  test('given up, then sent again: the mail goes out', async () => {
    const server = await start({ refusals: 1 })
    const inbox = open(server.url, { schedule: givesUp })
    const { id } = await inbox.storeMessage(message)
    await vi.waitFor(async () => expect(await noticeOf(inbox, id)).toMatchObject({ kind: 'failed' }))
    expect(await inbox.sendNoticeAgain(id)).toBe(true)
    await vi.waitFor(() => expect(recordOf(id)).toHaveProperty('noticeSentAt'))
    expect(server.mails).toHaveLength(1)
    expect(await inbox.sendNoticeAgain(id)).toBe(false)
  })

  test('sent: when, also for the next process', async () => {
    const server = await start()
    const inbox = open(server.url)
    const { id } = await inbox.storeMessage(message)
    await vi.waitFor(() => expect(recordOf(id)).toHaveProperty('noticeSentAt'))
    const stored = await open(server.url).readMessage(id)
    expect(await noticeOf(inbox, id)).toEqual({ kind: 'sent', at: stored?.noticeSentAt })
    expect(Date.parse(stored?.noticeSentAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('a mail that is out, but a disk that cannot note it: is reported, noted later and not sent again', async () => {
    const server = await start()
    const inbox = open(server.url)
    const { id } = await inbox.storeMessage(message)
    const commit = vi.spyOn(storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
    await vi.waitFor(() =>
      expect(log.error).toHaveBeenCalledWith(
        expect.objectContaining({ id }),
        expect.stringContaining('could not be saved'),
      ),
    )
    expect(await noticeOf(inbox, id)).toMatchObject({ kind: 'sent' })
    // It retries, logs the failure once, and sends nothing.
    await vi.waitFor(() => expect(commit.mock.calls.length).toBeGreaterThan(3))
    expect(log.error).toHaveBeenCalledOnce()
    commit.mockRestore()
    await vi.waitFor(() => expect(recordOf(id)).toHaveProperty('noticeSentAt'))
    expect(server.mails).toHaveLength(1)
  })

  test('a message that is deleted before its mail: needs none, unless it is restored', async () => {
    const server = await start()
    await server.close()
    const inbox = open(server.url)
    const { id } = await inbox.storeMessage({ ...message, comments: 'Deleted' })
    await inbox.deleteMessages([id], 'admin')
    const awake = await start({ port: server.port })
    const { id: other } = await inbox.storeMessage(message)
    await vi.waitFor(() => expect(recordOf(other)).toHaveProperty('noticeSentAt'))
    expect(awake.mails).toHaveLength(1)
    expect(awake.mails[0]?.text).not.toContain('Deleted')
    await inbox.restoreMessages({ ids: [id] })
    await vi.waitFor(() => expect(awake.mails).toHaveLength(2))
  })
})

describe('deleted messages', () => {
  test('are out of sight, and come back together by the moment they were deleted', async () => {
    const inbox = open()
    const [one, two, three] = [
      await inbox.storeMessage(message),
      await inbox.storeMessage(message),
      await inbox.storeMessage(message),
    ]
    const { count, deletedAt } = await inbox.deleteMessages([one.id, two.id, 'unknown'], 'admin')
    expect(count).toBe(2)
    expect(await inbox.listMessages({})).toEqual([three])
    expect(await inbox.countUnread()).toBe(1)
    expect(await open().listMessages({ show: 'deleted' })).toHaveLength(2)
    expect(await inbox.deleteMessages([one.id], 'admin')).toMatchObject({ count: 0 })

    expect(await inbox.restoreMessages({ deletedAt: '2020-01-01T00:00:00.000Z' })).toBe(0)
    expect(await inbox.restoreMessages({ deletedAt })).toBe(2)
    expect(await open().listMessages({})).toHaveLength(3)
  })

  test('are erased by hand only once they are deleted and have been kept for a year', async () => {
    const clock = movable()
    const inbox = open(undefined, { clocks: clock.clocks })
    const [kept, gone] = [await inbox.storeMessage(message), await inbox.storeMessage(message)]
    await inbox.deleteMessages([gone.id], 'admin')
    expect(await inbox.eraseMessages([kept.id, gone.id])).toBe(0)
    clock.wait(366, { minutes: -1 })
    expect(inbox.isHeld(gone)).toBe(true)
    expect(await inbox.eraseMessages([kept.id, gone.id])).toBe(0)
    clock.wait(0, { minutes: 2 })
    expect(inbox.isHeld(gone)).toBe(false)
    expect(await inbox.eraseMessages([kept.id, gone.id])).toBe(1)
    expect(readdirSync(path.join(dataDir, 'inbox'))).toEqual([`${kept.id}.json`])
  })

  test('are not erased by somebody who chose them before another person has restored them', async () => {
    const clock = movable()
    const inbox = open(undefined, { clocks: clock.clocks })
    const [one, other] = [await inbox.storeMessage(message), await inbox.storeMessage(message)]
    await inbox.deleteMessages([one.id, other.id], 'admin')
    clock.wait(367)
    const restoring = inbox.restoreMessages({ ids: [one.id] })
    const erasing = inbox.eraseMessages([one.id, other.id])
    expect(await Promise.all([restoring, erasing])).toEqual([1, 1])
    expect(await inbox.listMessages({})).toMatchObject([{ id: one.id }])
    expect(readdirSync(path.join(dataDir, 'inbox'))).toEqual([`${one.id}.json`])
  })

  test('are not erased after their time if a person has just restored them', async () => {
    const clock = movable()
    const inbox = open(undefined, { clocks: clock.clocks })
    const { id } = await inbox.storeMessage(message)
    await inbox.deleteMessages([id], 'admin')
    clock.wait(367)
    await inbox.eraseOld()
    clock.run(2)
    const restoring = inbox.restoreMessages({ ids: [id] })
    expect(await inbox.eraseOld()).toEqual([])
    expect(await restoring).toBe(1)
    expect(await inbox.listMessages({})).toMatchObject([{ id }])
  })

  test('an undo does not restore what was restored and deleted again since', async () => {
    const inbox = open()
    const { id } = await inbox.storeMessage(message)
    const first = await inbox.deleteMessages([id], 'admin')
    const restoring = inbox.restoreMessages({ ids: [id] })
    const undoing = inbox.restoreMessages({ deletedAt: first.deletedAt })
    await restoring
    expect(await undoing).toBe(0)
  })

  test('a clock that is ahead at the start removes none of them', async () => {
    const day = 24 * 3600 * 1000
    const clock = { now: Date.now() + 1_500 * day, up: 0 }
    const { id } = await open().storeMessage(message)
    await open().deleteMessages([id], 'admin')
    const inbox = open(undefined, { clocks: { now: () => clock.now, uptime: () => clock.up } })
    await inbox.start()
    clock.now = Date.now()
    clock.up += 2 * day
    await inbox.eraseOld()
    expect(await inbox.restoreMessages({ ids: [id] })).toBe(1)
  })

  test('go after a year and a day of running time, and others after the period that is set', async () => {
    const clock = movable()
    const inbox = open(undefined, { clocks: clock.clocks, keepDays: { ordinary: 400, spam: 366 } })
    const [deleted, kept] = [await inbox.storeMessage(message), await inbox.storeMessage(message)]
    await inbox.deleteMessages([deleted.id], 'admin')
    clock.wait(366, { minutes: 1 })
    await inbox.start()
    expect(await inbox.listMessages({ show: 'deleted' })).toHaveLength(1)
    clock.run(1.1)
    await inbox.start()
    expect(readdirSync(path.join(dataDir, 'inbox'))).toEqual([`${kept.id}.json`])
    clock.wait(34)
    await inbox.start()
    clock.run(1.1)
    await inbox.start()
    expect(readdirSync(path.join(dataDir, 'inbox'))).toEqual([])
  })

  test('and others go by themselves, without a start', async () => {
    const clock = movable()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const inbox = open(undefined, { clocks: clock.clocks })
      await inbox.storeMessage(message)
      clock.wait(1097)
      await inbox.start()
      clock.run(1.1)
      vi.advanceTimersByTime(0.5 * DAY)
      await vi.waitFor(() => expect(readdirSync(path.join(dataDir, 'inbox'))).toEqual([]))
    } finally {
      vi.useRealTimers()
    }
  })

  test('a disk that takes no write: says so, and the message stays', async () => {
    const inbox = open()
    const { id } = await inbox.storeMessage(message)
    vi.spyOn(storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
    await expect(inbox.deleteMessages([id], 'admin')).rejects.toMatchObject({ name: 'StorageError', code: 'disk-full' })
    expect(await inbox.listMessages({})).toHaveLength(1)
  })
})

test('a message whose file is damaged, and one that was set aside: kept for a year, then they go', async () => {
  const clock = movable()
  const inbox = open(undefined, { clocks: clock.clocks })
  const [aside, damaged] = [await inbox.storeMessage(message), await inbox.storeMessage(message)]
  const folder = path.join(dataDir, 'inbox')
  const again = async (ids: string[]) => {
    for (const id of ids) writeFileSync(path.join(folder, `${id}.json`), '{')
    return open(undefined, { clocks: clock.clocks })
  }
  expect(await (await again([aside.id])).quarantineDamaged()).toBe(1)
  const opened = await again([damaged.id])
  clock.wait(365)
  await opened.eraseOld()
  clock.run(2)
  expect(await opened.eraseOld()).toEqual([])
  clock.wait(2)
  await opened.eraseOld()
  clock.run(1.1)
  expect((await opened.eraseOld()).sort()).toEqual([aside.id, damaged.id].sort())
  expect(readdirSync(folder, { recursive: true })).toEqual(['damaged'])
})

test('an inbox that cannot be read: is reported, the count is unknown and no page falls over it', async () => {
  writeFileSync(path.join(dataDir, 'inbox'), 'not a folder')
  expect(await open().countUnread()).toBeUndefined()
  expect(log.error).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('cannot be counted'))
})

test('many messages of an earlier process: a page does not wait until all are read, and the next one knows their number', async () => {
  await open().storeMessage(message)
  let goOn: () => void = () => undefined
  const isSlow = new Promise<void>((resolve) => (goOn = resolve))
  const list = storage.list.bind(storage)
  vi.spyOn(storage, 'list').mockImplementation(async (name) => {
    await isSlow
    return list(name)
  })
  const inbox = open()
  expect(await inbox.countUnread()).toBe('reading')
  goOn()
  await inbox.listMessages({})
  expect(await inbox.countUnread()).toBe(1)
})

const DAY = 24 * 3600 * 1000

/** Clocks that a test sets: the time of day, and the running time of the process. */
function movable() {
  const clock = { now: Date.now(), up: 0 }
  return {
    clocks: { now: () => clock.now, uptime: () => clock.up },
    wait(days: number, { minutes = 0 } = {}) {
      clock.now += days * DAY + minutes * 60_000
    },
    run(days: number) {
      clock.up += days * DAY
    },
  }
}

function problem(id: string) {
  return health.problems().find((one) => one.id === id)?.message
}

type Changed = Pick<InboxOptions, 'schedule' | 'limits' | 'spamLimits' | 'keepDays' | 'withdrawPage' | 'clocks'>

function open(smtpUrl?: string, options: Changed = {}): Inbox {
  const mail = smtpUrl === undefined ? undefined : { smtpUrl, ...addresses }
  const inbox = openInbox({ storage, mail, log, health, schedule: quick, ...options })
  toClose.push(inbox)
  return inbox
}

async function start(options?: Parameters<typeof startSmtpServer>[0]) {
  const server = await startSmtpServer(options)
  toClose.push(server)
  return server
}

/** The content of a message's file. */
function recordOf(id: string): unknown {
  return JSON.parse(readFileSync(path.join(dataDir, 'inbox', `${id}.json`), 'utf8'))
}

async function noticeOf(inbox: Inbox, id: string) {
  const stored = await inbox.readMessage(id)
  if (!stored) throw new Error('The message is gone')
  return inbox.noticeOf(stored)
}

function makeLog() {
  return { info: vi.fn<Logger['info']>(), warn: vi.fn<Logger['warn']>(), error: vi.fn<Logger['error']>() }
}

/** The text of a mail in UTF-8, from base64 or quoted-printable (RFC 2045). */
function decodedBody(mail = '') {
  const [head = '', ...body] = mail.split(/\r?\n\r?\n/)
  const encoded = body.join('\n\n')
  if (/^Content-Transfer-Encoding: base64$/im.test(head)) return Buffer.from(encoded, 'base64').toString()
  const bytes = encoded
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
