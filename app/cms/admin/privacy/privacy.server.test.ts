import { beforeEach, describe, expect, test, vi } from 'vitest'
import { referenceOf, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected } from '#test/edit-responses.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { affectedLoader, personJsonLoader, personPageLoader } from './person-export.server.ts'
import { privacyAction, privacyLoader } from './privacy.server.ts'

const site = await createExampleSite()
const { inbox, audit } = site
const cookie = await signIn()
const DAY = 24 * 3600 * 1000

let count = 0
let asha: { firstName: string; lastName: string; email: string; mobile: string; comments: string }
let stored: StoredMessage

beforeEach(async () => {
  count += 1
  asha = {
    firstName: 'Asha',
    lastName: `Naik${count}`,
    email: `asha${count}@example.com`,
    mobile: `+91 00000 1000${count}`,
    comments: '<b>Bread</b> for 40',
  }
  stored = await inbox.storeMessage(asha)
})

test('a person: found with the place, the reference and until when each message is kept', async () => {
  await inbox.storeMessage({ ...asha, comments: 'Deleted' }).then(({ id }) => inbox.deleteMessages([id], 'admin'))
  const { rows } = await privacyLoader(get(`/admin/privacy?q=${asha.email}`))
  expect(rows).toMatchObject([
    { place: 'Deleted', isHeld: true },
    { id: stored.id, place: 'Inbox', reference: referenceOf(stored.id), keptUntil: expect.stringMatching(/\d{4}/) },
  ])
  expect((await privacyLoader(get('/admin/privacy?q=nobody@example.com'))).rows).toEqual([])
})

describe('the export of a person', () => {
  test('JSON: all that is held; the log has a number and nothing of the person', async () => {
    const recorded = vi.spyOn(audit, 'record')
    const response = await personJsonLoader(get(`/admin/privacy/person.json?q=${asha.email}`))
    const { messages } = (await response.json()) as { messages: object[] }
    expect(messages).toMatchObject([{ reference: referenceOf(stored.id), email: asha.email, comments: asha.comments }])
    expect(recorded.mock.calls[0]?.[0]).toMatchObject({ kind: 'privacy.exported', detail: { count: 1 } })
    expect(JSON.stringify(recorded.mock.calls)).not.toContain(asha.email)
  })

  test('a page for the person, in which what was typed is text', async () => {
    const response = await personPageLoader(get(`/admin/privacy/person.html?q=${asha.email}`))
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const text = await response.text()
    expect(text).toContain('&lt;b&gt;Bread&lt;/b&gt;')
    expect(text).toContain(asha.email)
  })

  test('who is affected since a day: each person once, with the messages that are deleted or sealed; no day: 400', async () => {
    await inbox.personalData.seal([(await inbox.storeMessage(asha)).id], 'admin')
    const today = new Date().toISOString().slice(0, 10)
    const csv = await (await affectedLoader(get(`/admin/privacy/affected.csv?since=${today}`))).text()
    expect(csv.split(asha.email)).toHaveLength(2)
    const tomorrow = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10)
    expect(await (await affectedLoader(get(`/admin/privacy/affected.csv?since=${tomorrow}`))).text()).not.toContain('@')
    await expect(affectedLoader(get('/admin/privacy/affected.csv?since='))).rejects.toMatchObject({ status: 400 })
  })
})

describe('the messages of a person', () => {
  test('sealed: out of the inbox, and said', async () => {
    const { flash } = await redirected(post({ intent: 'seal', id: stored.id }))
    expect(flash).toMatchObject({ kind: 'success', message: '1 message sealed' })
    expect(await inbox.readMessage(stored.id)).toBeUndefined()
  })

  test('erased in their first year: sealed; later: gone, also from the request book', async () => {
    await redirected(post({ intent: 'add', kind: 'erasure', about: asha.email.toUpperCase(), came: '2026-11-01' }))
    const early = await redirected(post({ intent: 'erase', id: stored.id }))
    expect(early.flash?.message).toBe('1 message sealed, to be erased when the year is over')
    if (!site.clock) throw new Error('A site that writes has a clock')
    const later = vi.spyOn(site.clock.clocks, 'now').mockReturnValue(Date.now() + 367 * DAY)
    const late = await redirected(post({ intent: 'erase', id: stored.id }))
    later.mockRestore()
    expect(late.flash?.message).toBe('1 message erased')
    expect((await privacyLoader(get(`/admin/privacy?q=${asha.email}`))).rows).toEqual([])
    expect(JSON.stringify(await inbox.requests.list()).toLowerCase()).not.toContain(asha.email)
  })

  test('none chosen, and an unknown intent: refused', async () => {
    expect((await redirected(post({ intent: 'seal' }))).flash).toMatchObject({ kind: 'failure' })
    await expect(post({ intent: 'burn' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('the request book', () => {
  test('a request: due after 90 days, overdue from the next day on, answered by a person', async () => {
    await redirected(post({ intent: 'add', kind: 'access', about: `Access ${count}`, came: '2026-01-01' }))
    const find = async () =>
      (await privacyLoader(get('/admin/privacy'))).requests.find(({ about }) => about === `Access ${count}`)
    const request = await find()
    expect(request).toMatchObject({ kind: 'Copy of the data', due: '1 Apr 2026', isOverdue: true })
    expect(await inbox.requests.count()).toMatchObject({ overdue: 1 })
    await redirected(post({ intent: 'answer', request: request?.id ?? '' }))
    expect(await find()).toMatchObject({ isOverdue: false, answered: expect.stringContaining('2026') })
    expect(await inbox.requests.count()).toMatchObject({ overdue: 0 })
  })

  test.each([
    [{ kind: 'toString', about: 'A', came: '2026-01-01' }, 'kind'],
    [{ kind: 'access', about: ' ', came: '2026-01-01' }, 'about'],
    [{ kind: 'access', about: 'A', came: '2026-02-30' }, 'came'],
    [{ kind: 'access', about: 'A', came: '2999-01-01' }, 'came'],
  ])('%j: refused at %s, and what was typed comes back', async (fields, name) => {
    expect(await post({ intent: 'add', ...fields })).toMatchObject({
      errors: { [name]: [expect.any(String)] },
      values: {},
    })
  })
})

function get(address: string) {
  return routeArgs(ownRequest(address, { headers: { cookie } }))
}

function post(fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  return privacyAction(routeArgs(ownRequest('/admin/privacy', { method: 'POST', headers: { cookie }, body })))
}
