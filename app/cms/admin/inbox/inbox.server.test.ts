import { inboxIntents } from './inbox-intents.ts'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { InboxFull, referenceOf, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected } from '#test/edit-responses.ts'
import { action as inboxDeleteAction, loader as inboxDeleteLoader } from './inbox-delete.tsx'
import { loader as exportLoader } from './inbox-export.tsx'
import { action as inboxMessageAction, loader as inboxMessageLoader } from './inbox-message.tsx'
import { inboxAction, inboxLoader } from './inbox.server.ts'
import { openInbox } from '#app/cms/inbox/open-inbox.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { env, inbox } = site

const asha = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: 'asha@example.com',
  mobile: '+91 00000 00003',
  comments: 'XLPE for 33 kV,\n40 MT a month.',
}
const ravi = { ...asha, firstName: 'Ravi', email: 'ravi@example.com' }
let cookie: string
let first: StoredMessage
let second: StoredMessage

beforeAll(async () => {
  cookie = await signIn()
})

beforeEach(async () => {
  await erase(await inbox.listMessages({}))
  first = await inbox.storeMessage(asha)
  second = await inbox.storeMessage(ravi)
})

describe('all messages of a view', () => {
  test('are asked about, and deleted together; one that came after the question stays', async () => {
    const asked = await inboxDeleteLoader(get('/admin/inbox/delete?q=naik&all=1'))
    expect(asked).toMatchObject({ isAll: true })
    expect(asked.messages.map(({ id }) => id)).toEqual([second.id, first.id])
    const third = await inbox.storeMessage(asha)
    const fields = { intent: inboxIntents.delete, all: '1', upTo: second.id }
    const response = await redirected(inboxDeleteAction(post('/admin/inbox/delete?q=naik', fields)))
    expect(response).toMatchObject({
      url: '/admin/inbox?q=naik',
      flash: { kind: 'success', message: '2 messages deleted' },
    })
    expect((await inbox.listMessages({})).map(({ id }) => id)).toEqual([third.id])
  })
})

test('a message that its sender has withdrawn: is named by its reference for 30 days, and not one that staff have sealed', async () => {
  const { personalData } = inbox
  expect((await inboxLoader(get('/admin/inbox'))).withdrawn.messages).toEqual([])
  await personalData.seal([first.id], 'visitor')
  await personalData.seal([second.id], 'admin')
  const reference = new RegExp(`^${referenceOf(first.id)}, today`)
  expect((await inboxLoader(get('/admin/inbox'))).withdrawn.messages).toEqual([expect.stringMatching(reference)])
  expect(await personalData.withdrawnSince(Date.now() + 1)).toEqual([])
})

test('the page of a message: has the notice that its form has shown', async () => {
  const privacyNotice = { form: 'contact', version: 2, language: 'hi', purposes: [] }
  const { id } = await inbox.storeMessage(asha, { context: { privacyNotice } })
  const { privacy } = await inboxMessageLoader(get(`/admin/inbox/${id}`, { messageId: id }))
  expect(privacy.notice).toMatchObject({
    text: expect.stringContaining('Version 2 in Hindi'),
    href: expect.stringContaining('version=2&language=hi'),
  })
})

test('a file that cannot be read: is named, and moved out of the inbox when asked', async () => {
  vi.spyOn(inbox, 'listDamaged').mockResolvedValueOnce([first.id])
  expect((await inboxLoader(get('/admin/inbox'))).damagedFiles).toEqual([`data/inbox/${first.id}.json`])
  const moving = vi.spyOn(inbox, 'quarantineDamaged').mockResolvedValueOnce(1)
  const response = await redirected(inboxAction(post('/admin/inbox', { intent: 'quarantine' })))
  expect(response.flash).toMatchObject({ kind: 'success', message: '1 file moved to data/inbox/damaged/' })
  expect(moving).toHaveBeenCalledOnce()
})

test('a notice that does not wait: cannot be sent again, which the page says', async () => {
  const response = await redirected(inboxMessageAction(postTo(first.id, { intent: 'send-again' })))
  expect(response).toMatchObject({ url: `/admin/inbox/${first.id}`, flash: { kind: 'failure' } })
})

test('suspected spam: only in its own list, and in the inbox once it is marked as not spam', async () => {
  const { id } = await inbox.storeMessage({ ...asha, firstName: 'Filled' }, { suspectedSpam: true })
  expect(await inboxLoader(get('/admin/inbox'))).toMatchObject({ total: 2, unreadCount: 2, spamCount: 1 })
  expect((await inboxLoader(get('/admin/inbox?show=spam'))).rows).toMatchObject([{ id }])
  const marking = inboxAction(post('/admin/inbox?show=spam', { intent: 'not-spam', id }))
  expect(await redirected(marking)).toMatchObject({
    url: '/admin/inbox?show=spam',
    flash: { kind: 'success', message: '1 message moved to the inbox' },
  })
  expect(await inboxLoader(get('/admin/inbox'))).toMatchObject({ total: 3, unreadCount: 3, spamCount: 0 })
})

test('suspected spam while the inbox is full: stays, and the page says what to do', async () => {
  vi.spyOn(inbox, 'markAsNotSpam').mockRejectedValueOnce(new InboxFull('The inbox is full'))
  const { flash } = await redirected(inboxAction(post('/admin/inbox', { intent: 'not-spam', id: first.id })))
  expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('Delete messages') })
})

describe('what cannot be done', () => {
  test('a message whose file is damaged: 503 with words, for its page and its forms, and it is logged', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    const cause = new Error('The message cannot be read')
    vi.spyOn(inbox, 'readMessage').mockRejectedValueOnce(cause).mockRejectedValueOnce(cause)
    const refused = [
      inboxMessageLoader(get(`/admin/inbox/${first.id}`, { messageId: first.id })),
      inboxMessageAction(postTo(first.id, { intent: 'send-again' })),
    ]
    for (const response of await Promise.allSettled(refused)) {
      expect(response).toMatchObject({ status: 'rejected', reason: { status: 503 } })
    }
    expect(logged).toHaveBeenCalledTimes(2)
  })

  test('a disk that refuses to send a notice again: said on the page of the message', async () => {
    vi.spyOn(inbox, 'sendNoticeAgain').mockRejectedValueOnce(new StorageError('disk-full'))
    const response = await redirected(inboxMessageAction(postTo(first.id, { intent: 'send-again' })))
    expect(response).toMatchObject({ url: `/admin/inbox/${first.id}`, flash: { kind: 'failure' } })
  })

  test('messages that cannot be listed when all of them are to be deleted: said on the page of the list', async () => {
    vi.spyOn(inbox, 'listMessages').mockRejectedValueOnce(new StorageError('store-unreachable'))
    const fields = { intent: 'delete', all: '1', upTo: second.id }
    const response = await redirected(inboxDeleteAction(post('/admin/inbox/delete?q=naik', fields)))
    expect(response).toMatchObject({ url: '/admin/inbox?q=naik', flash: { kind: 'failure' } })
    expect(await inbox.listMessages({})).toHaveLength(2)
  })

  test('nothing chosen: said on the page that was open', async () => {
    const response = await redirected(inboxAction(post('/admin/inbox?q=asha&page=2', { intent: 'read' })))
    expect(response).toMatchObject({ url: '/admin/inbox?q=asha&page=2', flash: { kind: 'failure' } })
  })

  test.each([{ intent: 'burn' }, {}])('an unknown intent %j: 400', async (fields) => {
    await expect(inboxAction(post('/admin/inbox', { ...fields, id: first.id }))).rejects.toMatchObject({ status: 400 })
    await expect(inboxMessageAction(postTo(first.id, fields))).rejects.toMatchObject({ status: 400 })
  })

  test('more messages than a page has: 400, nothing changes', async () => {
    const ids = Array.from({ length: 51 }, () => first.id)
    await expect(inboxAction(post('/admin/inbox', { intent: 'read', id: ids }))).rejects.toMatchObject({ status: 400 })
    expect(await inbox.countUnread()).toBe(2)
  })

  test('a form of 20 kB: 413', async () => {
    const response = inboxAction(post('/admin/inbox', { intent: 'read', id: 'x'.repeat(20_000) }))
    await expect(response).rejects.toMatchObject({ status: 413 })
  })

  test.each(['20261120T095958000Z-0123abcd', '../../account', ''])(
    'a message %j that is not there: 404',
    async (id) => {
      await expect(inboxMessageLoader(get('/admin/inbox/x', { messageId: id }))).rejects.toMatchObject({ status: 404 })
      await expect(inboxMessageAction(postTo(id, { intent: 'seen' }))).rejects.toMatchObject({ status: 404 })
    },
  )

  test('a disk that takes no write: said, and everything is as it was', async () => {
    vi.spyOn(site.storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
    const failure = { kind: 'failure', message: expect.stringContaining('the disk of the server is full') }
    const read = await redirected(inboxAction(post('/admin/inbox', { intent: 'read', id: first.id })))
    expect(read.flash).toEqual(failure)
    const gone = await redirected(inboxDeleteAction(post('/admin/inbox/delete', { id: first.id })))
    expect(gone.flash).toEqual(failure)
    expect(await inboxMessageAction(postTo(first.id, { intent: 'seen' }))).toMatchObject({ init: { status: 507 } })
    expect(await inbox.countUnread()).toBe(2)
  })
})

describe('the list', () => {
  test('newest first, with what is unread', async () => {
    await inbox.setUnread([first.id], false, 'admin')
    const list = await inboxLoader(get('/admin/inbox'))
    expect(list).toMatchObject({ total: 2, unreadCount: 1, deletedCount: 0, damagedFiles: [] })
    expect(list.rows).toMatchObject([
      { id: second.id, name: 'Ravi Naik', unread: true },
      { id: first.id, name: 'Asha Naik', unread: false },
    ])
  })

  test.each([
    ['?q=ravi', ['Ravi Naik']],
    ['?q=ravi+xlpe&show=unread', ['Ravi Naik']],
    ['?q=nobody', []],
    ['?show=deleted', []],
    ['?show=rubbish&page=-1', ['Ravi Naik', 'Asha Naik']],
    ['?page=9', ['Ravi Naik', 'Asha Naik']],
    [`?q=${'x'.repeat(5000)}`, []],
  ])('%.30s: shows %j', async (search, names) => {
    const { rows } = await inboxLoader(get(`/admin/inbox${search}`))
    expect(rows.map(({ name }) => name)).toEqual(names)
  })

  test('more than 50: by pages, a page beyond the last is the last', async () => {
    for (let count = 2; count < 52; count += 1) await inbox.storeMessage(asha)
    expect((await inboxLoader(get('/admin/inbox'))).rows).toHaveLength(50)
    const last = await inboxLoader(get('/admin/inbox?page=7'))
    expect(last).toMatchObject({ view: { page: 2 }, total: 52 })
    expect(last.rows.map(({ id }) => id)).toEqual([second.id, first.id])
  })

  test('chosen messages: marked as read and as unread, back to the same part of the list', async () => {
    const page = '/admin/inbox?show=unread&q=naik'
    const ids = { id: [first.id, second.id] }
    const read = await redirected(inboxAction(post(page, { intent: 'read', ...ids })))
    expect(read).toEqual({ url: page, flash: { kind: 'success', message: '2 messages marked as read' } })
    expect(await inbox.countUnread()).toBe(0)
    await redirected(inboxAction(post(page, { intent: 'unread', id: first.id })))
    expect(await inbox.listMessages({ show: 'unread' })).toMatchObject([{ id: first.id }])
  })
})

describe('a message', () => {
  test('that is only looked at: stays unread, however often it is fetched', async () => {
    const shown = await inboxMessageLoader(get('/admin/inbox/x?q=asha', { messageId: first.id }))
    expect(shown).toMatchObject({ message: asha, view: { query: 'asha' }, notice: { text: 'No notice was sent' } })
    expect(await inbox.countUnread()).toBe(2)
  })

  test('seen: is read, without leaving the page', async () => {
    expect(await inboxMessageAction(postTo(first.id, { intent: 'seen' }))).toMatchObject({ data: { isSeen: true } })
    expect(await inbox.listMessages({ show: 'unread' })).toMatchObject([{ id: second.id }])
  })

  test('marked by its button: as read stays, as unread goes back to the list', async () => {
    const read = await redirected(inboxMessageAction(postTo(first.id, { intent: 'read' }, '?q=a')))
    expect(read.url).toBe(`/admin/inbox/${first.id}?q=a`)
    expect(await inbox.countUnread()).toBe(1)
    const unread = await redirected(inboxMessageAction(postTo(first.id, { intent: 'unread' }, '?q=a')))
    expect(unread.url).toBe('/admin/inbox?q=a')
    expect(await inbox.countUnread()).toBe(2)
  })
})

describe('deleting', () => {
  test('asks about what is still there, and changes nothing', async () => {
    const question = await inboxDeleteLoader(get(`/admin/inbox/delete?id=${first.id}&id=unknown&id=${first.id}`))
    expect(question).toMatchObject({ isForGood: false, messages: [{ id: first.id, name: 'Asha Naik' }] })
    expect(await inbox.listMessages({})).toHaveLength(2)
  })

  test('several at once: gone from the list, back by Undo', async () => {
    const response = await redirected(
      inboxDeleteAction(post('/admin/inbox/delete?q=naik', { intent: inboxIntents.delete, id: [first.id, second.id] })),
    )
    expect(response).toMatchObject({ url: '/admin/inbox?q=naik', flash: { message: '2 messages deleted' } })
    expect((await inboxLoader(get('/admin/inbox'))).rows).toEqual([])
    expect((await inboxLoader(get('/admin/inbox?show=deleted'))).rows).toHaveLength(2)

    const { address = '', entry = '' } = response.flash?.undo ?? {}
    const undone = await redirected(inboxAction(post(address, { intent: 'restore', entry })))
    expect(undone.flash).toEqual({ kind: 'success', message: '2 messages restored' })
    expect(await inbox.listMessages({})).toHaveLength(2)
    const again = await redirected(inboxAction(post(address, { intent: 'restore', entry })))
    expect(again.flash?.message).toBe('Nothing was restored, because the messages are no longer in “Deleted”')
  })

  test('what is deleted already: comes back one by one, or goes for good', async () => {
    await inbox.deleteMessages([first.id, second.id], 'admin')
    const page = '/admin/inbox?show=deleted'
    await redirected(inboxAction(post(page, { intent: 'restore', id: first.id })))
    expect(await inbox.listMessages({})).toMatchObject([{ id: first.id }])

    const search = `?show=deleted&id=${first.id}&id=${second.id}`
    const held = await inboxDeleteLoader(get(`/admin/inbox/delete${search}`))
    expect(held).toMatchObject({ isForGood: true, heldCount: 1, messages: [] })
    const fields = { intent: inboxIntents.delete, id: [first.id, second.id] }
    const refused = await redirected(inboxDeleteAction(post('/admin/inbox/delete?show=deleted', fields)))
    expect(refused.flash).toMatchObject({ kind: 'failure', message: expect.stringContaining('1 year') })
    expect(await inboxMessageLoader(get(page, { messageId: second.id }))).toMatchObject({ isHeld: true })

    inTwoYears()
    expect(await inboxMessageLoader(get(page, { messageId: second.id }))).toMatchObject({ isHeld: false })
    const question = await inboxDeleteLoader(get(`/admin/inbox/delete${search}`))
    expect(question).toMatchObject({ isForGood: true, messages: [{ id: second.id }] })
    const gone = await redirected(inboxDeleteAction(post('/admin/inbox/delete?show=deleted', fields)))
    expect(gone).toMatchObject({ url: page, flash: { message: '1 message deleted permanently' } })
    await expect(readFile(fileOf(second.id))).rejects.toThrow('ENOENT')
    expect(await inbox.listMessages({})).toMatchObject([{ id: first.id }])
  })
})

describe('the export', () => {
  test('what the filter shows: a CSV file that no cache keeps', async () => {
    await inbox.storeMessage({ ...asha, firstName: '=1+1', comments: 'a "quoted"\nline' })
    const response = await exportLoader(get('/admin/inbox/messages.csv?q=quoted'))
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="messages-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = bytes.toString('utf8').split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(
      /^"\d{4}-\d\d-\d\d \d\d:\d\d","'=1\+1","Naik","asha@example.com","'\+91 00000 00003","a ""quoted""\nline","Unread","","","","New","",""$/,
    )
  })

  test('what was asked for, and what staff have noted, are columns of their own', async () => {
    const context = {
      kind: { id: 'visit', label: 'Visit' },
      extras: [
        { label: 'Recipe', text: '=Rye', id: 'rye', edition: 3 },
        { label: 'People', text: '4' },
      ],
      answerBy: '2026-11-30',
    }
    const { id } = await inbox.storeMessage({ ...asha, firstName: 'Asking' }, { context })
    const person = site.auth.accounts.currentAccounts()?.[0]
    const change = { state: 'waiting', person: person?.id ?? '', note: 'Calls, on Friday' } as const
    await inbox.handleMessages([id], change, { seenAt: '', by: 'admin' })
    const text = await (await exportLoader(get('/admin/inbox/messages.csv?q=asking'))).text()
    expect(text).toContain(
      `"Unread","Visit","Recipe: =Rye, edition 3\nPeople: 4","2026-11-30","Waiting","${person?.name}","Calls, on Friday"`,
    )
  })

  test('all pages, also of more than fit one piece', async () => {
    for (let count = 2; count < 130; count += 1) await inbox.storeMessage({ ...asha, comments: `No. ${count}.` })
    const text = await (await exportLoader(get('/admin/inbox/messages.csv'))).text()
    expect(text.split('\r\n')).toHaveLength(132)
    expect(text.match(/"No\. 129\."/g)).toHaveLength(1)
  })
})

test('a damaged file: named on the page, the other messages stand', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  const id = '20260101T000000000Z-deadbeef'
  await writeFile(fileOf(id), '{')
  const reopened = openInbox({ storage: site.storage, mail: undefined, log, health: site.health })
  vi.spyOn(inbox, 'listDamaged').mockImplementation(reopened.listDamaged)
  const list = await inboxLoader(get('/admin/inbox'))
  expect(list).toMatchObject({ damagedFiles: [`data/inbox/${id}.json`], total: 2 })
  await reopened.close()
  await rm(fileOf(id))
})

function get(address: string, params: Record<string, string> = {}) {
  return routeArgs(ownRequest(address, { headers: { cookie } }), params)
}

function post(address: string, fields: Record<string, string | string[]>, params: Record<string, string> = {}) {
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  )
  return routeArgs(ownRequest(address, { method: 'POST', headers: { cookie }, body }), params)
}

function postTo(messageId: string, fields: Record<string, string>, search = '') {
  return post(`/admin/inbox/x${search}`, fields, { messageId })
}

function fileOf(id: string) {
  return path.join(env.dataDir, 'inbox', `${id}.json`)
}

async function erase(messages: StoredMessage[]) {
  const ids = messages.map(({ id }) => id)
  await inbox.deleteMessages(ids, 'admin')
  const later = inTwoYears()
  await inbox.eraseMessages((await inbox.listMessages({ show: 'deleted' })).map(({ id }) => id))
  later.mockRestore()
}

/** From then on messages may be erased, which have to be kept for a year. */
function inTwoYears() {
  if (!site.clock) throw new Error('A site that writes has a clock')
  return vi.spyOn(site.clock.clocks, 'now').mockReturnValue(Date.now() + 2 * 366 * 24 * 3600 * 1000)
}
