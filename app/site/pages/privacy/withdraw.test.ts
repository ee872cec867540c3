import { describe, expect, test, vi } from 'vitest'
import { newMessage, referenceOf } from '#app/cms/inbox/stored-message.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { ownRequest } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { action as sendMessage, loader as contactLoader } from '#app/site/pages/contact/contact.tsx'
import { action, loader } from './withdraw.tsx'

const site = await createTestSite()
const { inbox } = site

const message = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: 'asha@example.com',
  mobile: '+91 00000 00003',
  comments: 'XLPE for 33 kV.',
}
const context = { requestId: 'request-1', clientAddress: '192.0.2.1' }

describe('the link after sending', () => {
  test('is left out for a message that went by mail alone: there is nothing to withdraw', async () => {
    const taken = { ...newMessage(message), isMailedAlone: true as const }
    const storing = vi.spyOn(inbox, 'storeMessage').mockResolvedValueOnce(taken)
    const page = await pageAfterSending()
    storing.mockRestore()
    expect(page.data).toMatchObject({ isSent: true, sent: undefined })
  })

  test('withdraws with one post, without an account: sealed, in the request book, and named in the log by reference', async () => {
    const recorded = vi.spyOn(site.audit, 'record')
    const { token, reference } = await sentMessage()
    expect(await post(token)).toMatchObject({ status: 303, location: '/privacy/withdraw?done=1' })
    expect(await inbox.listMessages({})).toEqual([])
    expect(await inbox.requests.list()).toMatchObject([{ kind: 'withdrawal', about: reference }])
    expect(recorded.mock.calls.map(([event]) => ({ kind: event.kind, about: event.about }))).toEqual([
      { kind: 'privacy.withdrawn', about: reference },
    ])
    expect(JSON.stringify(recorded.mock.calls)).not.toContain(message.email)
    // A second click finds it withdrawn.
    expect(await post(token)).toMatchObject({ status: 303 })
    expect(await inbox.requests.list()).toHaveLength(1)
  })

  test('is not in the address of the page, and no cache stores the page', async () => {
    const page = loader({ request: ownRequest('/privacy/withdraw?token=x') })
    expect(new Headers(page.init?.headers).get('cache-control')).toBe('no-store')
    expect(new Headers(page.init?.headers).get('referrer-policy')).toBe('same-origin')
  })
})

describe('another token', () => {
  test('wrong, or of a message that is gone: the same answer, whether there is such a message or not', async () => {
    const { id } = await inbox.storeMessage(message)
    const gone = await inbox.withdrawals.tokenOf('20200101T000000000Z-0123abcd')
    const right = await inbox.withdrawals.tokenOf(id)
    const wrong = [`${right}x`, right.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), id, `${id}.`, '', 'x', gone]
    const answers = await Promise.all(wrong.map((token) => post(token)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404 })
    expect(await inbox.readMessage(id)).toMatchObject({ id })
  })

  test('the page says the same for every token', () => {
    const shown = (token: string) => ({
      ...loader({ request: ownRequest(`/privacy/withdraw?token=${token}`) }).data,
      token: '',
    })
    expect(shown('wrong')).toEqual(shown('20260101T000000000Z-0123abcd.x'))
  })

  test('from another site: 403, and the message stays', async () => {
    const { id } = await inbox.storeMessage(message)
    const token = await inbox.withdrawals.tokenOf(id)
    await expect(post(token, { 'sec-fetch-site': 'cross-site' })).rejects.toMatchObject({ status: 403 })
    expect(await inbox.readMessage(id)).toMatchObject({ id })
  })
})

test('a disk that takes no write: 503 with words, and the message stays', async () => {
  const logged = vi.spyOn(log, 'error').mockReturnValue()
  const { id } = await inbox.storeMessage(message)
  const token = await inbox.withdrawals.tokenOf(id)
  const refused = vi.spyOn(site.storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
  expect(await post(token)).toMatchObject({ status: 503 })
  refused.mockRestore()
  expect(logged).toHaveBeenCalledOnce()
  expect(await inbox.readMessage(id)).toMatchObject({ id })
})

/** Sends a message, and reads what the page after it shows. */
async function sentMessage() {
  const page = await pageAfterSending()
  const { reference = '', withdrawHref = '' } = page.data.sent ?? {}
  const token = new URL(withdrawHref, 'https://site.example').searchParams.get('token') ?? ''
  expect(page.location).not.toContain(token)
  const [stored] = await inbox.listMessages({ limit: 1 })
  expect(reference).toBe(referenceOf(stored?.id ?? ''))
  return { token, reference }
}

async function pageAfterSending() {
  const request = ownRequest('/contactus', { method: 'POST', body: new URLSearchParams(message) })
  const sending = await sendMessage({ request, params: {}, context })
  if (!(sending instanceof Response)) throw new Error('It was refused')
  const location = sending.headers.get('location') ?? ''
  const [cookie = ''] = (sending.headers.get('set-cookie') ?? '').split(';')
  const page = contactLoader({ request: ownRequest(location, { headers: { cookie } }), params: {}, context })
  return { location, data: page.data }
}

async function post(token: string, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ token })
  const reply = await action({
    ...{ params: {}, context },
    request: ownRequest('/privacy/withdraw', { method: 'POST', body, headers }),
  })
  if ('data' in reply) return { status: reply.init?.status, ...reply.data }
  return { status: reply.status, location: reply.headers.get('location') }
}
