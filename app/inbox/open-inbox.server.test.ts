import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as durable from '#app/storage/durable-file.server.ts'
import * as folder from './message-folder.server.ts'
import type { Logger } from '#app/platform/reports.ts'
import { createMailNotice } from './notice-outbox.server.ts'
import { MessageNotKept } from './stored-message.server.ts'
import { openInbox, type Inbox } from './open-inbox.server.ts'
import { startSmtpServer } from './test-smtp-server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { health } = site

const message = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: 'asha@example.com',
  mobile: '+91 00000 00003',
  comments: 'XLPE for 33 kV,\n40 MT a month.',
}
const addresses = { from: 'web@example.com', to: ['sales@example.com', 'office@example.com'] }
const quick = { firstWait: 1, longestWait: 4, giveUpAfter: 60_000 }

let dataDir: string
let log: ReturnType<typeof makeLog>
const toClose: { close: () => Promise<void> }[] = []

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'inbox-'))
  log = makeLog()
})

afterEach(async () => {
  for (const opened of toClose.splice(0)) await opened.close()
  rmSync(dataDir, { recursive: true })
})

describe('a message that cannot be kept', () => {
  test('no room on the disk: 507, with the cause for the log', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    vi.spyOn(durable, 'writeDurably').mockRejectedValue(full)
    const storing = open().storeMessage(message)
    await expect(storing).rejects.toBeInstanceOf(MessageNotKept)
    await expect(storing).rejects.toMatchObject({ status: 507, message: 'Failed to send message.', cause: full })
  })

  test('a disk that takes no file: 503', async () => {
    writeFileSync(path.join(dataDir, 'inbox'), 'not a folder')
    await expect(open().storeMessage(message)).rejects.toMatchObject({ name: 'MessageNotKept', status: 503 })
  })

  test('its notice: is not sent, and leaves no entry', async () => {
    const server = await start()
    writeFileSync(path.join(dataDir, 'inbox'), 'not a folder')
    const inbox = open(server.url)
    await expect(inbox.storeMessage(message)).rejects.toBeInstanceOf(MessageNotKept)
    rmSync(path.join(dataDir, 'inbox'))
    await vi.waitFor(() => expect(waiting()).toEqual([]))
    expect(server.state.attempts).toBe(0)
  })

  test('a notice that cannot be kept: nor is the message', async () => {
    writeFileSync(path.join(dataDir, 'outbox'), 'not a folder')
    const inbox = open('smtp://127.0.0.1:9')
    await expect(inbox.storeMessage(message)).rejects.toBeInstanceOf(MessageNotKept)
    expect(await inbox.listMessages({ limit: 10 })).toEqual([])
  })
})

test('no mail server set: the message is kept, no notice is made', async () => {
  const inbox = open()
  const stored = await inbox.storeMessage(message)
  await inbox.startOutbox()
  expect(await inbox.listMessages({ limit: 10 })).toEqual([stored])
  expect(readdirSync(dataDir)).toEqual(['inbox'])
})

describe('an inbox without room', () => {
  beforeEach(async () => {
    const { openMessageFolder } = folder
    vi.spyOn(folder, 'openMessageFolder').mockImplementation((options) =>
      openMessageFolder({ ...options, limits: { messages: 5, bytes: 1e6 } }),
    )
  })

  test('nearly full: health names it until there is room again', async () => {
    const inbox = open()
    const stored: string[] = []
    for (let count = 0; count < 3; count += 1) stored.push((await inbox.storeMessage(message)).id)
    expect(fillProblem()).toBeUndefined()
    stored.push((await inbox.storeMessage(message)).id)
    expect(fillProblem()).toMatch(/^The inbox is 80 % full/)
    await inbox.deleteMessages(stored.slice(0, 1))
    expect(fillProblem()).toBeUndefined()
  })

  test('full, no mail set up: refused with 507', async () => {
    const inbox = open()
    for (let count = 0; count < 5; count += 1) await inbox.storeMessage(message)
    await expect(inbox.storeMessage(message)).rejects.toMatchObject({ name: 'MessageNotKept', status: 507 })
  })

  test('full, mail set up: the message goes by mail alone; refused if the mail server does not take it', async () => {
    const server = await start()
    const inbox = open(server.url)
    for (let count = 0; count < 5; count += 1) await inbox.storeMessage(message)
    await vi.waitFor(() => expect(server.mails).toHaveLength(5))
    await inbox.storeMessage({ ...message, comments: 'The sixth' })
    expect(server.mails.at(-1)?.text).toContain('The sixth')
    expect(await inbox.listMessages({})).toHaveLength(5)
    await server.close()
    await expect(inbox.storeMessage(message)).rejects.toMatchObject({ name: 'MessageNotKept', status: 507 })
  })

  function fillProblem() {
    return health.problems().find(({ id }) => id === 'inbox-nearly-full')?.message
  }
})

describe('notices', () => {
  test('a server that refuses twice: the third attempt brings one mail', async () => {
    const server = await start({ refusals: 2 })
    await open(server.url).storeMessage(message)
    await vi.waitFor(() => expect(waiting()).toEqual([]))
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
    expect(waiting()).toEqual([`${id}.json`])

    const awake = await start({ port: server.port })
    await open(server.url).startOutbox()
    await vi.waitFor(() => expect(waiting()).toEqual([]))
    expect(awake.mails.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1])).toEqual([`<${id}@example.com>`])
  })

  test('five messages at once: one connection at a time, five mails', async () => {
    const server = await start()
    const inbox = open(server.url)
    await Promise.all(Array.from({ length: 5 }, () => inbox.storeMessage(message)))
    await vi.waitFor(() => expect(server.mails).toHaveLength(5), { timeout: 5000 })
    expect(server.state.mostOpen).toBe(1)
  })

  test('a mail: goes to all receivers, says everything, and its answer goes to the visitor', async () => {
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
      'Reply-To',
      'Subject',
      'To',
    ])
  })
})

describe('what is known of a notice', () => {
  test('no mail set up: none was sent', async () => {
    const inbox = open()
    expect(await inbox.noticeOf(await inbox.storeMessage(message))).toEqual({ kind: 'none' })
  })

  test('a server that is away: it waits, with what went wrong', async () => {
    const server = await start()
    await server.close()
    const inbox = open(server.url, { ...quick, firstWait: 60_000, longestWait: 60_000, giveUpAfter: 600_000 })
    const stored = await inbox.storeMessage(message)
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled())
    const notice = { kind: 'waiting', attempts: 1, error: expect.stringContaining('ECONNREFUSED') }
    expect(await inbox.noticeOf(stored)).toMatchObject(notice)
    await inbox.close()
    expect(await open(server.url, { ...quick, firstWait: 60_000 }).noticeOf(stored)).toMatchObject(notice)
  })

  test('given up: it has failed, also for the next process, until the message goes for good', async () => {
    const server = await start()
    await server.close()
    const inbox = open(server.url, { ...quick, giveUpAfter: 0 })
    const stored = await inbox.storeMessage(message)
    await vi.waitFor(() => expect(log.error).toHaveBeenCalled())
    expect(await inbox.noticeOf(stored)).toMatchObject({ kind: 'failed', attempts: 1 })
    await inbox.close()
    const next = open(server.url)
    expect(await next.noticeOf(stored)).toMatchObject({ kind: 'failed', attempts: 1 })
    await next.deleteMessages([stored.id])
    await next.eraseMessages([stored.id])
    expect(waiting()).toEqual([])
  })

  test('given up, then sent again: the mail goes out', async () => {
    const server = await start({ refusals: 1 })
    const inbox = open(server.url, { ...quick, giveUpAfter: 0 })
    const stored = await inbox.storeMessage(message)
    await vi.waitFor(() => expect(log.error).toHaveBeenCalled())
    expect(await inbox.sendNoticeAgain(stored.id)).toBe(true)
    await vi.waitFor(() => expect(waiting()).toEqual([]))
    expect(server.mails).toHaveLength(1)
    expect(await inbox.sendNoticeAgain(stored.id)).toBe(false)
  })

  test('given up, and its message gone meanwhile: the next process removes it', async () => {
    const server = await start()
    await server.close()
    const inbox = open(server.url, { ...quick, giveUpAfter: 0 })
    const { id } = await inbox.storeMessage(message)
    await vi.waitFor(() => expect(log.error).toHaveBeenCalled())
    await inbox.close()
    rmSync(path.join(dataDir, 'inbox', `${id}.json`))
    await open(server.url).startOutbox()
    expect(waiting()).toEqual([])
  })

  test('sent: when, also for the next process', async () => {
    const server = await start()
    const inbox = open(server.url)
    const { id } = await inbox.storeMessage(message)
    await vi.waitFor(() => expect(waiting()).toEqual([]))
    const stored = await open(server.url).readMessage(id)
    if (!stored) throw new Error('The message is gone')
    expect(await inbox.noticeOf(stored)).toEqual({ kind: 'sent', at: stored.noticeSentAt })
    expect(Date.parse(stored.noticeSentAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('a mail that is out, but a disk that cannot note it: is reported and not sent again', async () => {
    const server = await start()
    const inbox = open(server.url, { ...quick, firstWait: 60_000, longestWait: 60_000 })
    const { id } = await inbox.storeMessage(message)
    vi.spyOn(durable, 'writeDurably').mockRejectedValue(new Error('EIO'))
    await vi.waitFor(() => expect(waiting()).toEqual([]))
    expect(server.mails).toHaveLength(1)
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ id }),
      expect.stringContaining('could not be noted'),
    )
  })

  test('a message that is deleted before its mail: needs none', async () => {
    const server = await start()
    await server.close()
    const inbox = open(server.url)
    const { id } = await inbox.storeMessage(message)
    await inbox.deleteMessages([id])
    // Nobody listens, so the entry can only have gone unsent.
    await vi.waitFor(() => expect(waiting()).toEqual([]))
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
    const { count, deletedAt } = await inbox.deleteMessages([one.id, two.id, 'unknown'])
    expect(count).toBe(2)
    expect(await inbox.listMessages({})).toEqual([three])
    expect(await inbox.countUnread()).toBe(1)
    expect(await open().listMessages({ show: 'deleted' })).toHaveLength(2)
    expect(await inbox.deleteMessages([one.id])).toMatchObject({ count: 0 })

    expect(await inbox.restoreMessages({ deletedAt: '2020-01-01T00:00:00.000Z' })).toBe(0)
    expect(await inbox.restoreMessages({ deletedAt })).toBe(2)
    expect(await open().listMessages({})).toHaveLength(3)
  })

  test('are erased only once they are deleted', async () => {
    const inbox = open()
    const [kept, gone] = [await inbox.storeMessage(message), await inbox.storeMessage(message)]
    await inbox.deleteMessages([gone.id])
    expect(await inbox.eraseMessages([kept.id, gone.id])).toBe(1)
    expect(readdirSync(path.join(dataDir, 'inbox'))).toEqual([`${kept.id}.json`])
  })

  test('go for good after 30 days, at the start and twice a day, and no minute before', async () => {
    const day = 24 * 3600 * 1000
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    try {
      const inbox = open()
      const [early, late] = [await inbox.storeMessage(message), await inbox.storeMessage(message)]
      await inbox.deleteMessages([early.id])
      vi.setSystemTime(Date.now() + day)
      await inbox.deleteMessages([late.id])
      vi.setSystemTime(Date.now() + 29 * day - 60_000)
      await inbox.startOutbox()
      expect(await inbox.listMessages({ show: 'deleted' })).toHaveLength(2)
      vi.setSystemTime(Date.now() + 120_000)
      await inbox.startOutbox()
      expect(readdirSync(path.join(dataDir, 'inbox'))).toEqual([`${late.id}.json`])
      vi.advanceTimersByTime(1.5 * day)
      await vi.waitFor(() => expect(readdirSync(path.join(dataDir, 'inbox'))).toEqual([]))
    } finally {
      vi.useRealTimers()
    }
  })

  test('a disk that takes no write: says so, and the message stays', async () => {
    const inbox = open()
    const { id } = await inbox.storeMessage(message)
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    vi.spyOn(durable, 'writeDurably').mockRejectedValue(full)
    await expect(inbox.deleteMessages([id])).rejects.toMatchObject({ name: 'StorageError', code: 'disk-full' })
    expect(await inbox.listMessages({})).toHaveLength(1)
  })
})

test('an inbox that cannot be read: is reported, the count is unknown and no page falls over it', async () => {
  writeFileSync(path.join(dataDir, 'inbox'), 'not a folder')
  expect(await open().countUnread()).toBeUndefined()
  expect(log.error).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('cannot be counted'))
})

function open(smtpUrl?: string, schedule = quick): Inbox {
  const mail = smtpUrl === undefined ? undefined : { smtpUrl, ...addresses }
  const inbox = openInbox({ dataDir, mail, log, health, schedule })
  toClose.push(inbox)
  return inbox
}

async function start(options?: Parameters<typeof startSmtpServer>[0]) {
  const server = await startSmtpServer(options)
  toClose.push(server)
  return server
}

/** Files of notices that are still to be sent. */
function waiting() {
  return readdirSync(path.join(dataDir, 'outbox'))
}

function makeLog() {
  return { info: vi.fn<Logger['info']>(), warn: vi.fn<Logger['warn']>(), error: vi.fn<Logger['error']>() }
}
