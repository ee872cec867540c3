import { beforeEach, describe, expect, test, vi } from 'vitest'
import { referenceOf, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { redirected } from '#test/edit-responses.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { formatSheetTime } from '#app/cms/platform/format/time.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Role } from '#app/cms/people/roles.ts'
import { breachAction, breachLoader, breachStartAction, titleOf } from './breach.server.ts'
import { correctionAction, correctionLoader } from './correct-message.server.ts'
import { privacyProblems } from './privacy-problems.server.ts'
import { affectedLoader, personJsonLoader, personPageLoader } from './person-export.server.ts'
import { privacyAction, privacyLoader } from './privacy.server.ts'

const site = await createExampleSite()
const { inbox, audit } = site
const cookie = await signIn()
const HOUR = 3600 * 1000
const DAY = 24 * HOUR

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

  test('unsealed while they have to be kept: back in the inbox; later, or not sealed: said', async () => {
    await redirected(post({ intent: 'seal', id: stored.id }))
    expect((await privacyLoader(get(`/admin/privacy?q=${asha.email}`))).rows).toMatchObject([{ isSealed: true }])
    const { flash } = await redirected(post({ intent: 'unseal', id: stored.id }))
    expect(flash?.message).toBe('1 message unsealed')
    expect(await inbox.readMessage(stored.id)).toMatchObject(asha)
    const again = await redirected(post({ intent: 'unseal', id: stored.id }))
    expect(again.flash).toMatchObject({ message: expect.stringContaining('nothing was changed') })
  })

  test('none chosen, and an unknown intent: refused', async () => {
    expect((await redirected(post({ intent: 'seal' }))).flash).toMatchObject({ kind: 'failure' })
    await expect(post({ intent: 'burn' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('the form that corrects a message', () => {
  const correct = (fields: Record<string, string>, id = stored.id) => {
    const address = `/admin/privacy/correct/${id}`
    const body = new URLSearchParams({ intent: 'correct', seen: '', ...asha, ...fields })
    return correctionAction(
      routeArgs(ownRequest(address, { method: 'POST', headers: { cookie }, body }), { messageId: id }),
    )
  }

  test('corrects; the log has the names of the fields and nothing of the person; a request is noted as answered', async () => {
    const recorded = vi.spyOn(audit, 'record')
    const { flash, url } = await redirected(correct({ email: `new${count}@example.com` }))
    expect(flash).toMatchObject({ kind: 'success', message: 'Corrected: E-mail' })
    expect(url).toBe(`/admin/privacy?q=${referenceOf(stored.id)}`)
    expect(await inbox.readMessage(stored.id)).toMatchObject({ email: `new${count}@example.com` })
    expect(recorded.mock.calls.map(([event]) => event)).toMatchObject([
      { kind: 'privacy.corrected', about: referenceOf(stored.id), detail: { fields: 'E-mail' } },
      { kind: 'privacy.answered' },
    ])
    expect(JSON.stringify(recorded.mock.calls)).not.toMatch(/example\.com/)
    const noted = (await inbox.requests.list()).find(({ about }) => about === referenceOf(stored.id))
    expect(noted).toMatchObject({ kind: 'correction', answeredOn: expect.any(String) })
  })

  test('answers the chosen request of the book', async () => {
    await inbox.requests.add('correction', `Correction ${count}`)
    const { requests } = await correctionLoader(
      routeArgs(ownRequest('/x', { headers: { cookie } }), { messageId: stored.id }),
    )
    const [request] = requests.filter(({ label }) => label.includes(`Correction ${count}`))
    await redirected(correct({ lastName: 'Rao', request: request?.id ?? '' }))
    const answered = (await inbox.requests.list()).find(({ about }) => about === `Correction ${count}`)
    expect(answered).toHaveProperty('answeredOn')
  })

  test.each([
    [{ email: 'nobody' }, 'email', 'E-mail must look like name@company.com'],
    [{ firstName: ' ' }, 'firstName', 'Enter'],
    [{ comments: 'x'.repeat(5001) }, 'comments', '5,000'],
  ])('%j: refused at %s, and what was typed comes back', async (fields: Record<string, string>, name, error) => {
    const reply = await correct(fields)
    expect(reply).toMatchObject({
      init: { status: 422 },
      data: { values: fields, errors: { [name]: [expect.stringContaining(error)] } },
    })
    expect(await inbox.readMessage(stored.id)).toMatchObject(asha)
  })

  test('somebody else has corrected it meanwhile: 409, with what was typed and what is there', async () => {
    await redirected(correct({ mobile: '+91 22222 22222' }))
    const reply = await correct({ mobile: '+91 33333 33333' })
    expect(reply).toMatchObject({
      init: { status: 409 },
      data: { values: { mobile: '+91 33333 33333' }, now: { values: { mobile: '+91 22222 22222' } } },
    })
  })

  test('the disk refuses: said, and what was typed comes back', async () => {
    const refusing = vi.spyOn(inbox.personalData, 'correct').mockRejectedValueOnce(new StorageError('disk-full'))
    const reply = await correct({ lastName: 'Rao' })
    refusing.mockRestore()
    expect(reply).toMatchObject({
      init: { status: 507 },
      data: { values: { lastName: 'Rao' }, problem: expect.any(String) },
    })
  })

  test('no such message: 404', async () => {
    await expect(correct({}, 'unknown')).rejects.toMatchObject({ status: 404 })
  })
})

describe('the clock of a breach', () => {
  const postTo = (address: string, action: typeof breachAction | typeof breachStartAction) => {
    return (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields)
      return action(routeArgs(ownRequest(address, { method: 'POST', headers: { cookie }, body })))
    }
  }
  const postEnd = postTo('/admin/privacy/breach', breachAction)
  const postStart = postTo('/admin/privacy/breach/start', breachStartAction)
  const ofBreach = async (role: Role) => (await privacyProblems(role)).filter(({ id }) => id.startsWith('breach-'))
  const clocks = () => breachLoader(get('/admin/privacy/breach'))
  const momentAgo = (hours: number) => {
    const [day = '', time = ''] = formatSheetTime(new Date(Date.now() - hours * HOUR).toISOString()).split(' ')
    return { day, time }
  }

  test('runs from when it became known, is on the dashboard with the time left, and ends with a note', async () => {
    await redirected(postStart({ intent: 'start', title: 'Laptop stolen', kind: 'real', ...momentAgo(5) }))
    const [problem, ...more] = await ofBreach('administrator')
    expect(more).toEqual([])
    expect(problem).toMatchObject({
      message: expect.stringMatching(/“Laptop stolen”: 6[67] hours(?: and \d+ minutes?)? left/),
      link: { href: '/admin/privacy/breach' },
    })
    expect(problem).not.toHaveProperty('isNote')
    expect(await ofBreach('publisher')).toEqual([])
    const id = (await clocks()).running[0]?.id ?? ''
    const refused = await postEnd({ intent: 'end', breach: id, closedAs: 'breach', note: ' ' })
    expect(refused).toMatchObject({ init: { status: 422 }, data: { errors: { note: [expect.any(String)] } } })
    expect(await postEnd({ intent: 'end', breach: id, note: 'Told' })).toMatchObject({
      init: { status: 422 },
      data: { errors: { closedAs: [expect.any(String)] } },
    })
    await redirected(postEnd({ intent: 'end', breach: id, closedAs: 'breach', note: 'The authority was told.' }))
    expect(await ofBreach('administrator')).toEqual([])
    expect(await clocks()).toMatchObject({
      running: [],
      known: [{ title: 'Laptop stolen', note: 'The authority was told.', ended: expect.stringContaining('by') }],
    })
  })

  test('a step: noted once with its time and person, and taken back; of no known step: refused', async () => {
    await redirected(postStart({ intent: 'start', title: 'Steps', kind: 'exercise', ...momentAgo(1) }))
    const id = (await clocks()).running[0]?.id ?? ''
    const doneSteps = async () => (await clocks()).running[0]?.done
    for (const step of ['stop', 'stop', 'people']) await redirected(postEnd({ intent: 'done', breach: id, step }))
    expect(await doneSteps()).toEqual({
      stop: expect.stringMatching(/^today, /),
      people: expect.stringMatching(/^today, /),
    })
    await redirected(postEnd({ intent: 'undone', breach: id, step: 'stop' }))
    expect(await doneSteps()).toEqual({ people: expect.any(String) })
    await expect(postEnd({ intent: 'done', breach: id, step: 'dance' })).rejects.toMatchObject({ status: 400 })
    await redirected(postEnd({ intent: 'end', breach: id, closedAs: 'exercise', note: 'Nothing happened.' }))
  })

  test.each(['exercise', 'mistake'])('ended as %s: not under the known breaches', async (closedAs) => {
    const title = `Clock of ${closedAs}`
    await redirected(postStart({ intent: 'start', title, kind: 'exercise', ...momentAgo(1) }))
    expect(await ofBreach('administrator')).toMatchObject([{ message: expect.stringContaining(title), isNote: true }])
    const id = (await clocks()).running[0]?.id ?? ''
    await redirected(postEnd({ intent: 'end', breach: id, closedAs, note: 'Nothing happened.' }))
    const { known, others } = await clocks()
    expect(known.map((one) => one.title)).not.toContain(title)
    expect(others).toContainEqual(expect.objectContaining({ title, isMistake: closedAs === 'mistake' }))
  })

  test('sent twice: one clock', async () => {
    const fields = { intent: 'start', title: 'Leaked password', kind: 'real', ...momentAgo(1) }
    await redirected(postStart(fields))
    expect(await postStart(fields)).toMatchObject({
      init: { status: 422 },
      data: { values: { title: 'Leaked password' }, errors: { title: [expect.stringContaining('running already')] } },
    })
    const { running } = await clocks()
    expect(running).toHaveLength(1)
    await redirected(postEnd({ intent: 'end', breach: running[0]?.id ?? '', closedAs: 'mistake', note: 'A test.' }))
  })

  test('late: says by how much; a clock of an older file without a title has its time as a name', async () => {
    const knownAt = new Date(Date.now() - 75 * HOUR - 60_000).toISOString()
    await inbox.breaches.start({ title: 'Bucket open', isExercise: false, knownAt }, 'admin')
    expect((await clocks()).running[0]?.left).toEqual({
      isLate: true,
      text: expect.stringMatching(/^the report to the authority is 3 hours and \d+ minutes? late$/),
    })
    expect(titleOf({ id: 'x', knownAt, startedBy: 'admin' })).toMatch(/^Breach known since /)
  })

  test.each([
    [{ title: ' ', kind: 'real', day: '2026-02-20', time: '10:00' }, 'title'],
    [{ title: 'Laptop', kind: '', day: '2026-02-20', time: '10:00' }, 'kind'],
    [{ title: 'Laptop', kind: 'real', day: '2026-02-30', time: '10:00' }, 'day'],
    [{ title: 'Laptop', kind: 'real', day: '2026-02-20', time: '25:00' }, 'time'],
    [{ title: 'Laptop', kind: 'real', day: '2999-01-01', time: '10:00' }, 'day'],
  ])('%j: refused at %s, and what was typed comes back', async (fields, name) => {
    const reply = await postStart({ intent: 'start', ...fields })
    expect(reply).toMatchObject({
      init: { status: 422 },
      data: { values: { day: fields.day, time: fields.time }, errors: { [name]: [expect.any(String)] } },
    })
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
