import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { NOBODY } from '#app/cms/inbox/find-messages.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { calendarDay } from '#app/cms/platform/format/time.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected } from '#test/edit-responses.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { inboxAction, inboxLoader } from './inbox.server.ts'
import { messageAction, messageLoader } from './inbox-message.server.ts'

const site = await createExampleSite()
const { inbox, audit, auth } = site

const message = { lastName: 'Naik', email: 'visitor@example.com', mobile: '12345', comments: 'Rye for 40.' }
const DAY = 24 * 3600 * 1000

let cookie: string
let me: string
let asha: string
let ravi: string

beforeAll(async () => {
  cookie = await signIn()
  me = auth.accounts.currentAccounts()?.[0]?.id ?? ''
  await auth.accounts.changeAccounts((accounts) => [
    ...accounts,
    ...(['editor', 'publisher'] as const).map((role) => {
      const changedAt = new Date().toISOString()
      return { id: role, username: role, name: `Person ${role}`, role, isActive: true, changedAt }
    }),
  ])
})

beforeEach(async () => {
  await inbox.deleteMessages(
    (await inbox.listMessages({})).map(({ id }) => id),
    'admin',
  )
  asha = (await inbox.storeMessage({ ...message, firstName: 'Asha' })).id
  ravi = (await inbox.storeMessage({ ...message, firstName: 'Ravi' })).id
})

describe('one message', () => {
  test('changed by somebody else meanwhile: 409 with both versions, and the next save replaces knowingly', async () => {
    await inbox.handleMessages([asha], { state: 'answered', note: 'Sent' }, { seenAt: '', by: 'publisher' })
    const typed = { state: 'closed', person: me, note: 'Called her' }
    const refused = await refusal({ ...typed, seen: '' })
    expect(refused).toMatchObject({
      ...{ status: 409, typed, errors: {} },
      now: { stateLabel: 'Answered', note: 'Sent', changed: expect.stringContaining('Person publisher') },
    })
    expect(await handlingOf(asha)).toMatchObject({ state: 'answered', note: 'Sent' })
    await redirected(save({ ...typed, seen: refused.now?.changedAt ?? '' }))
    expect(await handlingOf(asha)).toMatchObject(typed)
  })

  test.each([
    [{ note: 'x'.repeat(1001) }, 'note', 'Note has 1,001 characters; the limit is 1,000'],
    [{ state: 'lost' }, 'state', 'Choose new, answered, waiting or closed'],
    [{ person: 'editor' }, 'person', 'Choose a person who may open the inbox'],
    [{ person: 'nobody-known' }, 'person', 'Choose a person who may open the inbox'],
  ])('%j: 422 at %s, what was typed comes back, and nothing changes', async (wrong, field, text) => {
    const typed = { state: 'waiting', person: me, note: 'Rye', ...wrong }
    const refused = await refusal({ ...typed, seen: '' })
    expect(refused).toMatchObject({ status: 422, typed })
    expect(refused.errors).toEqual({ [field]: [expect.stringContaining(text)] })
    expect(await handlingOf(asha)).toBeUndefined()
  })

  test('a disk that takes no write: its status and words, and the note comes back', async () => {
    vi.spyOn(inbox, 'handleMessages').mockRejectedValueOnce(new StorageError('disk-full'))
    const refused = await refusal({ state: 'waiting', person: '', note: 'A long note', seen: '' })
    expect(refused).toMatchObject({ status: 507, typed: { note: 'A long note' }, problem: expect.any(String) })
  })

  test('saved: shown on its page and in the list, and in the audit log without the text of the note', async () => {
    const fields = { state: 'waiting', person: 'publisher', note: 'Wants a discount', seen: '' }
    expect(await redirected(save(fields, '?state=new'))).toEqual({
      url: `/admin/inbox/${asha}?state=new`,
      flash: { kind: 'success', message: 'Saved' },
    })
    const shown = await messageLoader(get(`/admin/inbox/${asha}`, { messageId: asha }))
    expect(shown.handling).toMatchObject({
      stateLabel: 'Waiting',
      personName: 'Person publisher',
      note: 'Wants a discount',
    })
    const { rows } = await inboxLoader(get('/admin/inbox?state=waiting'))
    expect(rows).toMatchObject([{ id: asha, state: 'Waiting', personName: 'Person publisher' }])
    const { value: event } = await audit.find({ kind: 'messages.handled' }).next()
    expect(event).toMatchObject({ kind: 'messages.handled', about: asha, user: { id: me } })
    expect(event).toHaveProperty('detail', { state: 'Waiting', person: 'Person publisher', note: 'changed' })
  })
})

describe('several messages', () => {
  test('one of them changed by somebody else since the list was opened: stays, is named, and the others change', async () => {
    const { seenAt } = await inboxLoader(get('/admin/inbox'))
    await vi.waitFor(() => expect(new Date().toISOString() > seenAt).toBe(true), { interval: 1 })
    await inbox.handleMessages([asha], { state: 'answered' }, { seenAt: '', by: 'publisher' })
    const { flash } = await redirected(act({ id: [asha, ravi], setState: 'closed', setPerson: '', seen: seenAt }))
    expect(flash?.kind).toBe('failure')
    expect(flash?.message).toMatch(/^1 message changed\. Somebody else has changed 1 message .*: Asha Naik\./)
    expect(await handlingOf(asha)).toMatchObject({ state: 'answered' })
    expect(await handlingOf(ravi)).toMatchObject({ state: 'closed' })
  })

  test.each([
    { setState: '', setPerson: '' },
    { setState: 'lost', setPerson: 'editor' },
  ])('nothing chosen to set, %j: said, and nothing changes', async (fields) => {
    const { flash } = await redirected(act({ id: asha, ...fields, seen: new Date().toISOString() }))
    expect(flash).toEqual({ kind: 'failure', message: 'Select a state or a person.' })
    expect(await handlingOf(asha)).toBeUndefined()
  })

  test('a person alone, then nobody: the state stays', async () => {
    const seen = '9999'
    await redirected(act({ id: [asha, ravi], setState: 'waiting', setPerson: me, seen }))
    const { flash } = await redirected(act({ id: asha, setState: '', setPerson: NOBODY, seen }, '?person=x&state=new'))
    expect(flash).toEqual({ kind: 'success', message: '1 message changed' })
    expect(await handlingOf(asha)).toMatchObject({ state: 'waiting', person: '' })
    expect(await handlingOf(ravi)).toMatchObject({ state: 'waiting', person: me })
  })
})

test('an answer that is late: named in the list and on the page, found by the filter, until the message is answered', async () => {
  const context = { kind: { id: 'visit', label: 'Visit' }, answerBy: calendarDay(Date.now() - DAY) }
  const { id } = await inbox.storeMessage({ ...message, firstName: 'Late' }, { context })
  await inbox.storeMessage({ ...message, firstName: 'Due' }, { context: { answerBy: calendarDay(Date.now()) } })
  const late = async () => (await inboxLoader(get('/admin/inbox?state=late'))).rows
  expect(await late()).toMatchObject([{ id, kind: 'Visit', urgency: { isLate: true } }])
  expect((await messageLoader(get(`/admin/inbox/${id}`, { messageId: id }))).urgency?.text).toMatch(/^Answer was due /)
  expect((await inboxLoader(get('/admin/inbox?q=due'))).rows).toMatchObject([{ urgency: { text: 'Answer due today' } }])
  expect(await inbox.countLate()).toBe(1)
  await inbox.handleMessages([id], { state: 'answered' }, { seenAt: '', by: me })
  expect(await late()).toEqual([])
  expect(await inbox.countLate()).toBe(0)
})

test('the filters: offer each kind that a message has, and everybody who may open the inbox or is in charge', async () => {
  const context = { kind: { id: 'visit', label: 'Visit' } }
  const { id } = await inbox.storeMessage({ ...message, firstName: 'Kind' }, { context })
  await inbox.handleMessages([id], { person: 'gone' }, { seenAt: '', by: me })
  const { choices, view, rows } = await inboxLoader(get('/admin/inbox?kind=visit&person=gone&state=nothing&page=2'))
  expect(choices.kinds).toEqual([{ id: 'visit', name: 'Visit' }])
  expect(choices.people.map((person) => person.id).toSorted()).toEqual([me, 'gone', 'publisher'].toSorted())
  expect(view).toMatchObject({ kind: 'visit', person: 'gone', state: '', page: 1 })
  expect(rows).toMatchObject([{ id }])
})

async function handlingOf(id: string) {
  return (await inbox.readMessage(id))?.handling
}

async function refusal(fields: Record<string, string>) {
  const response = await save(fields)
  if (!('data' in response) || !('typed' in response.data)) throw new Error('It was not refused')
  return { status: response.init?.status, ...response.data }
}

function save(fields: Record<string, string>, search = '') {
  return messageAction(post(`/admin/inbox/${asha}${search}`, { intent: 'handle', ...fields }, { messageId: asha }))
}

function act(fields: Record<string, string | string[]>, search = '') {
  return inboxAction(post(`/admin/inbox${search}`, { intent: 'handle', ...fields }))
}

function get(address: string, params: Record<string, string> = {}) {
  return routeArgs(ownRequest(address, { headers: { cookie } }), params)
}

function post(address: string, fields: Record<string, string | string[]>, params: Record<string, string> = {}) {
  const values = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each]))
  return routeArgs(
    ownRequest(address, { method: 'POST', headers: { cookie }, body: new URLSearchParams(values) }),
    params,
  )
}
