import { describe, expect, test } from 'vitest'
import { NOTICE_FIELDS } from '#app/cms/inbox/privacy/notice-fields.ts'
import type { ReadContent } from '#app/cms/define/derived-content.ts'
import { ownRequest } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { action as sendMessage, loader as contactLoader } from '#app/site/pages/contact/contact.tsx'
import { derivedNoticeVersions } from '#app/site/sections/privacy-notice/notice-versions.server.ts'
import { privacyNotice } from '#app/site/sections/privacy-notice/privacy-notice.ts'
import { loader } from './privacy.tsx'

const site = await createTestSite()
const { content, inbox } = site

const message = {
  firstName: 'Asha',
  lastName: 'Naik',
  email: 'asha@example.com',
  mobile: '+91 00000 00003',
  comments: 'XLPE for 33 kV, 40 MT a month.',
}
let visitor = 0

describe('what a visitor reads', () => {
  test('the notice that ships is version 1, with the days in its texts', () => {
    const { data } = read('')
    expect(data).toMatchObject({ state: 'shown', version: 1, isCurrent: true, others: [] })
    const said = 'text' in data ? data.text.parts.map(({ text }) => text).join('\n') : ''
    expect(said).toContain('three years')
    expect(said).not.toContain('{days}')
  })

  test.each(['?version=2', '?version=0', '?version=01', '?version=x', '?version='])('%s: 404', (query) => {
    const { data, init } = read(query)
    expect({ data, status: init?.status }).toEqual({ data: { state: 'unknown' }, status: 404 })
  })
})

describe('a form', () => {
  const shown = () => ({ [NOTICE_FIELDS.version]: '1', [NOTICE_FIELDS.language]: 'en' })

  test('shows the version that it sends, and the message stores it with its purposes', async () => {
    const { notice } = contactLoader({
      request: ownRequest('/contactus'),
      params: {},
      context: contextOf('192.0.2.1'),
    }).data
    expect(notice).toMatchObject({ version: 1, language: 'en', summary: expect.stringContaining('three years') })
    await send({ ...message, ...shown() })
    expect(await newest()).toMatchObject({
      ...message,
      privacyNotice: {
        form: 'contact',
        version: 1,
        language: 'en',
        purposes: expect.arrayContaining(['To answer you']),
      },
    })
  })

  test.each([
    { [NOTICE_FIELDS.version]: '99', [NOTICE_FIELDS.language]: 'en' },
    { [NOTICE_FIELDS.version]: '1', [NOTICE_FIELDS.language]: 'hi' },
    { [NOTICE_FIELDS.version]: '-1', [NOTICE_FIELDS.language]: 'en' },
    { [NOTICE_FIELDS.version]: '1e0', [NOTICE_FIELDS.language]: 'en' },
    {},
  ])('that says %j: the message is stored, and claims no notice', async (fields: Record<string, string>) => {
    await send({ ...message, ...fields })
    expect((await newest())?.privacyNotice).toEqual({ form: 'contact', purposes: [] })
  })

  test('of an open tab, sent after the notice was changed: stores the version that the tab has shown', async () => {
    await change({ keptDays: 800 })
    await send({ ...message, ...shown() })
    expect((await newest())?.privacyNotice).toMatchObject({ version: 1 })
    await send({ ...message, ...shown(), [NOTICE_FIELDS.version]: '2' })
    expect((await newest())?.privacyNotice).toMatchObject({ version: 2 })
  })
})

test('a change is a new version with its time; the earlier one stays readable, also after a change back', async () => {
  const before = versionCount()
  await change({ contactName: 'Another contact' })
  await change({ contactName: 'Data Protection Contact (sample)' })
  expect(versionCount()).toBe(before + 2)
  const old = read(`?version=${before + 1}`).data
  expect(old).toMatchObject({ state: 'shown', isCurrent: false, contact: { name: 'Another contact' } })
  expect('until' in old && old.until).toMatch(/^\d+ \w+ \d{4}$/)
  expect(read('?version=1').data).toMatchObject({ contact: { name: 'Data Protection Contact (sample)' } })
  await change({})
  expect(versionCount()).toBe(before + 2)
})

test('a notice whose file was edited by hand: what visitors read meanwhile is recorded with the next change', () => {
  const notice = content.find(privacyNotice)?.value
  if (!notice) throw new Error('No notice')
  const named = (contactName: string) => ({ ...notice, contactName })
  const known = { versions: [{ since: '2026-11-20T10:00:00.000Z', notice: named('First') }] }
  const reader = (contactName: string): ReadContent =>
    ((section: { id: string }) => (section.id === privacyNotice.id ? named(contactName) : known)) as ReadContent
  const derived = derivedNoticeVersions.derive({
    ...{ before: reader('By hand'), after: reader('Next'), changed: [privacyNotice.id] },
    ...{ entryKeys: () => [], goTo: new Map(), isUndo: false, time: new Date('2026-11-21T10:00:00Z') },
  })
  const { versions } = (derived ?? expect.unreachable()).change(known) as typeof known
  expect(versions.map((one) => [one.since, one.notice.contactName])).toEqual([
    ['2026-11-20T10:00:00.000Z', 'First'],
    ['', 'By hand'],
    ['2026-11-21T10:00:00.000Z', 'Next'],
  ])
})

function read(query: string) {
  return loader({ request: ownRequest(`/privacy${query}`) })
}

function versionCount() {
  const { data } = read('')
  return 'version' in data ? data.version : 0
}

async function change(fields: { keptDays?: number; contactName?: string }) {
  await content.update(privacyNotice, { author: 'asha', reason: 'Test', change: (now) => ({ ...now, ...fields }) })
}

async function send(fields: Record<string, string>) {
  visitor += 1
  const request = ownRequest('/contactus', { method: 'POST', body: new URLSearchParams(fields) })
  const response = await sendMessage({ request, params: {}, context: contextOf(`192.0.2.${visitor}`) })
  expect(response).toMatchObject({ status: 303 })
}

function contextOf(clientAddress: string) {
  return { requestId: 'request-1', clientAddress }
}

async function newest() {
  return (await inbox.listMessages({ limit: 1 }))[0]
}
