import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { action as apiAction } from './cms/api/content/section-resource.tsx'
import { sectionEditorAction } from './cms/admin/editor/section/section-editor.server.ts'
import { listAction } from './cms/admin/collection/collection-list.server.ts'
import { action as removeAction } from './cms/admin/collection/remove-entry.tsx'
import { differenceAction } from './cms/admin/history/history-difference.server.ts'
import { action as sectionHistoryAction } from './cms/admin/history/history-of-section.tsx'
import { releaseAction } from './cms/admin/releases/release-page.server.ts'
import { publishDraft } from './cms/publishing/releases/end-draft.server.ts'
import { approvalName } from './cms/publishing/approval/approvals.server.ts'
import { ApprovalRequired } from './cms/content/store/errors.ts'
import definition from '#app/site.config.ts'
import { heroSlides, type HeroSlide } from '#app/site/sections/hero-slides/hero-slides.ts'
import { management, type Management } from '#app/site/sections/management/management.ts'
import { investors, type Investors } from '#app/site/sections/investors/investors.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { listedRows } from './cms/define/listed-rows.ts'
import { reports, type Report } from '#app/site/sections/reports/reports.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf } from '#test/section-form.ts'
import { silentLog } from '#test/temporary-content.ts'

const { sections, collections } = definition

const site = await createTestSite()
const { approvals, content, drafts, releases } = site
// Without committees a director can be removed.
const shipped = {
  management: { ...content.read(management).value, committees: [] },
}
const [slide] = listedRows(site, heroSlides) as [HeroSlide]
const [report] = listedRows(site, reports) as [Report]
const reportSection = reports.entry(report._id)
/** Everything that can be published: sections, and entries of the lists. */
const published = [...sections, heroSlides.entry(slide._id), reportSection]
const [director, ...otherDirectors] = shipped.management.directors as [Management['directors'][0]]
const by = { author: 'asha', reason: 'Test' }

let cookie: string
/** History entry of the deletion of a director. */
let deletion: string

beforeAll(async () => {
  cookie = await signIn()
  await signInAs('publisher')
  const deleted = await content.update(management, {
    ...by,
    change: () => ({ ...shipped.management, directors: otherDirectors }),
  })
  deletion = deleted.historyEntry ?? ''
})

beforeEach(async () => {
  for (const { section, release } of drafts.list()) await drafts.discard(section, { release, author: 'asha' })
  await approvals.setSections(new Set([...sections, ...collections].map(({ id }) => id)), 'asha')
})

function post(page: string, fields: Record<string, string>, params: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return routeArgs(ownRequest(page, { method: 'POST', body, headers: { cookie } }), params)
}

async function api(method: string, entryId: string | undefined, body?: object) {
  const headers = { cookie, 'content-type': 'application/json' }
  const request = ownRequest('/api/reports', { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const response = await apiAction(routeArgs(request, { resource: 'reports', ...(entryId && { entryId }) }))
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ error: { code: 'approval-required' } })
}

/** Expects a refused form that still contains what was typed. */
async function refused(response: Parameters<typeof refusal>[0], typed: object) {
  const { status, reply } = await refusal(response)
  expect(status).toBe(403)
  expect(reply.failure?.detail).toContain('only after a second person has approved it')
  expect(reply.result.initialValue).toMatchObject(typed)
}

/** Expects a message that says why nothing was done. */
async function told(response: Promise<unknown>, message = 'only after a second person has approved it') {
  const { flash } = await redirected(response)
  expect(flash).toMatchObject({ kind: 'failure', message: expect.stringContaining(message) as string })
}

/** Expects a draft, which is discarded again. */
async function drafted(response: Promise<unknown>) {
  const { flash } = await redirected(response)
  expect(flash?.message).toContain('It is not published yet')
  await drafts.discard(management, { author: 'asha' })
}

function saveDraft(change: Partial<Management> = {}, release?: string) {
  const { value, version } = content.read(management)
  return drafts.save(management, { release, content: { ...value, ...change }, author: 'asha', version })
}

/** A director with another title, so that the draft differs from what is published. */
let edits = 0
const edited = () => ({
  ...shipped.management,
  directors: [{ ...director, title: `Edited ${(edits += 1)}` }, ...otherDirectors],
})

/** Lets `publisher` approve the draft of asha. */
async function approve(release?: string, section: SectionDefinition = management) {
  const seen = [{ section, release, revision: drafts.find(section, release)?.revision ?? '' }]
  await approvals.ask(seen, { by: 'asha' })
  await approvals.approve(seen, { by: 'publisher' })
}

const ofManagement = () => content.read(management).version
const ofSlide = () => content.read(heroSlides.entry(slide._id)).version
const ofReport = () => content.read(reportSection).version
/** The fields of the form of an entry. */
const formOf = ({ _id, ...fields }: HeroSlide | Report, title: string) => fieldsOf({ ...fields, title })
const askRelease = (id: string, intent: string) =>
  releaseAction(post(`/admin/releases/${id}`, { intent }, { releaseId: id }))

describe('every way to publish, without an approval', () => {
  test.each<[string, () => Promise<void>]>([
    [
      'the editor of a section',
      () => {
        const typed = { ...shipped.management, directors: [{ ...director, title: 'Typed' }] }
        const fields = { ...fieldsOf(typed), intent: 'save', version: ofManagement() }
        return refused(sectionEditorAction(post('/admin/management', fields)), { directors: [{ title: 'Typed' }] })
      },
    ],
    [
      'the undo of a save',
      () => {
        const fields = { intent: 'restore', entry: deletion, version: ofManagement() }
        return drafted(sectionEditorAction(post('/admin/management', fields)))
      },
    ],
    [
      'an earlier version',
      () => {
        const fields = { intent: 'restore', entry: deletion, version: ofManagement() }
        const params = { section: 'management', entry: deletion }
        return told(differenceAction(post(`/admin/history/management/${deletion}`, fields, params)))
      },
    ],
    [
      'an entry that was deleted',
      () => {
        const fields = { intent: 'bring-back', entry: deletion, list: 'directors', id: director._id }
        return drafted(sectionHistoryAction(post('/admin/history/management', fields, { section: 'management' })))
      },
    ],
    [
      'a new slide',
      () => {
        const fields = { ...formOf(slide, 'Typed'), intent: 'save', version: '' }
        const request = post('/admin/herocarousel/new-slide', fields, { key: 'new-slide' })
        return refused(sectionEditorAction(request), { title: 'Typed' })
      },
    ],
    [
      'a changed slide',
      () => {
        const fields = { ...formOf(slide, 'Typed'), intent: 'save', version: ofSlide() }
        const request = post(`/admin/herocarousel/${slide._id}`, fields, { key: slide._id })
        return refused(sectionEditorAction(request), { title: 'Typed' })
      },
    ],
    [
      'the order of the slides',
      () => {
        const fields = { intent: 'move', to: `${slide._id}:1`, version: '' }
        return told(listAction(post('/admin/herocarousel', fields)), 'as a draft')
      },
    ],
    [
      'several slides that are hidden',
      () => {
        const fields = { intent: 'hide', id: `${slide._id}:${ofSlide()}` }
        return told(listAction(post('/admin/herocarousel', fields)), 'save drafts')
      },
    ],
    [
      'a changed report',
      () => {
        const fields = { ...formOf(report, 'Typed'), intent: 'save', version: ofReport() }
        const request = post(`/admin/reports/${report._id}`, fields, { key: report._id })
        return refused(sectionEditorAction(request), { title: 'Typed' })
      },
    ],
    [
      'a deleted report',
      () => {
        const fields = { intent: 'remove', version: ofReport() }
        return told(removeAction(post(`/admin/reports/${report._id}/remove`, fields, { key: report._id })))
      },
    ],
    [
      'the draft of a report',
      async () => {
        const version = ofReport()
        const { value } = content.read(reportSection)
        const draft = await drafts.save(reportSection, {
          content: { ...value, title: 'Drafted' },
          author: 'asha',
          version,
        })
        const fields = { intent: 'publish', version: `${version}.${draft?.revision ?? ''}` }
        await told(sectionEditorAction(post(`/admin/reports/${report._id}`, fields, { key: report._id })))
      },
    ],
    ['POST of the API', () => api('POST', undefined, { year: '2031', title: 'New', fileUrl: report.fileUrl })],
    ['PUT of the API', () => api('PUT', report._id, { year: '2031', title: 'New' })],
    ['DELETE of the API', () => api('DELETE', report._id)],
    [
      'a release now',
      async () => {
        const { id } = await releases.create({ name: 'Now' }, 'asha')
        await saveDraft(edited(), id)
        await told(askRelease(id, 'publish'), 'Not approved yet: Management')
      },
    ],
    [
      'a release later',
      async () => {
        const { id } = await releases.create({ name: 'Later', time: '2100-01-01T00:00:00Z' }, 'asha')
        await saveDraft(edited(), id)
        await expect(releases.schedule(id, 'asha')).rejects.toThrow('Not approved yet: Management')
        expect(releases.find(id)?.state).toBe('open')
      },
    ],
    [
      'several sections at once',
      async () => {
        const changes = [{ section: management, change: () => edited() }]
        await expect(content.publish(changes, { ...by, id: 'together' })).rejects.toThrow(ApprovalRequired)
      },
    ],
  ])('%s: refused, or a draft of it, and nothing is published', async (_, publish) => {
    const versions = () => published.map((section) => content.read(section).version)
    const before = versions()
    await publish()
    expect(versions()).toEqual(before)
  })
})

test('a refused file of a program: not stored, since it would be public', async () => {
  const body = new FormData()
  body.set('year', '2031')
  body.set('title', 'New')
  body.set('file', new File(['%PDF-1.7\n%%EOF\n'], 'early.pdf', { type: 'application/pdf' }))
  const before = site.media.documents.list()
  const request = ownRequest('/api/reports', { method: 'POST', body, headers: { cookie } })
  expect((await apiAction(routeArgs(request, { resource: 'reports' }))).status).toBe(403)
  expect(site.media.documents.list()).toEqual(before)
})

test('what was approved is published, and history and audit log say by whom', async () => {
  await saveDraft(edited())
  await approve()
  const next = drafts.effective(management)?.value as Management
  const { approvedBy } = await content.update(management, {
    ...by,
    approval: approvalName(undefined),
    change: () => next,
  })
  expect(approvedBy).toBe('publisher')
  expect(content.read(management).value).toEqual(next)
  const [entry] = await content.history(management)
  expect(entry).toMatchObject({ author: 'asha', approvedBy: 'publisher' })
  const { value: event } = await site.audit.find({ kind: 'content' }).next()
  expect(event).toMatchObject({ about: 'management', detail: { approvedBy: 'publisher' } })
})

test('the approval of a release counts for the release alone', async () => {
  const { id } = await releases.create({ name: 'Alone' }, 'asha')
  await saveDraft(edited(), id)
  await approve(id)
  const next = drafts.effective(management, id)?.value as Management
  const early = content.update(management, { ...by, approval: approvalName(undefined), change: () => next })
  await expect(early).rejects.toThrow(ApprovalRequired)
  await releases.publish(id, 'asha')
  expect(content.read(management).value).toEqual(next)
  expect((await content.history(management))[0]).toMatchObject({ author: 'asha', approvedBy: 'publisher' })
})

test('a release that was approved and is wrong: can be undone at once', async () => {
  const before = content.read(management).value
  const { id } = await releases.create({ name: 'Wrong' }, 'asha')
  await saveDraft(edited(), id)
  await approve(id)
  await releases.publish(id, 'asha')
  await redirected(askRelease(id, 'undo'))
  expect(content.read(management).value).toEqual(before)
})

describe('approved and scheduled for one section', () => {
  const MINUTE = 60_000
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
  })

  /** Schedules a release with an approved change of Investor Relations. */
  async function schedule(name: string, minutes: number, change: (now: Investors) => Partial<Investors>) {
    const time = new Date(Date.now() + minutes * MINUTE).toISOString()
    const { id } = await releases.create({ name, time }, 'asha')
    await saveChange(change, id)
    await approve(id, investors)
    await releases.schedule(id, 'asha')
    return () => releases.find(id)
  }

  async function saveChange(change: (now: Investors) => Partial<Investors>, release?: string) {
    const { value, version } = content.read(investors)
    const next = { ...value, ...change(value) }
    await drafts.save(investors, { release, content: next, author: 'asha', version })
  }

  async function publishAfter(minutes: number) {
    vi.setSystemTime(Date.now() + minutes * MINUTE)
    await releases.clock.publishDue()
  }

  test('two releases of different fields and entries, and an approved edit between them: all are published', async () => {
    const [known] = content.read(investors).value.contacts
    if (!known) throw new Error('There is no contact')
    const contact = { ...known, _id: 'helpdesk', title: 'Helpdesk' }
    const results = await schedule('Results', 60, ({ contacts }) => ({
      lead: 'Results for the quarter',
      contacts: [contact, ...contacts],
    }))
    const board = await schedule('Board outcome', 90, ({ contacts }) => ({
      intro: 'The board has met.',
      contacts: contacts.map((one, at) => (at === 0 ? { ...one, title: 'Registrar' } : one)),
    }))
    await saveChange(() => ({ title: 'Investors' }))
    await approve(undefined, investors)
    await publishDraft({ ...site, log: silentLog }, investors, { author: 'asha' })
    await publishAfter(60)
    expect([results()?.state, board()?.state]).toEqual(['published', 'scheduled'])
    await publishAfter(30)
    expect(board()).toMatchObject({ state: 'published' })
    expect(content.read(investors).value).toMatchObject({
      title: 'Investors',
      lead: 'Results for the quarter',
      intro: 'The board has met.',
      contacts: [contact, { title: 'Registrar' }, {}],
    })
    expect(await content.history(investors)).toMatchObject([
      { approvedBy: 'publisher', reason: 'Release “Board outcome”' },
      { approvedBy: 'publisher', reason: 'Release “Results”' },
      { approvedBy: 'publisher', reason: 'Draft published' },
    ])
  })

  test('two releases of the same field: the later one is refused, and its conflict is named', async () => {
    await schedule('First', 60, () => ({ lead: 'First' }))
    const second = await schedule('Second', 90, () => ({ lead: 'Second' }))
    await publishAfter(60)
    await publishAfter(30)
    expect(second()).toMatchObject({
      state: 'failed',
      failure: 'Other changes were published in the same fields: Investor Relations (Opening sentence).',
    })
    expect(content.read(investors).value.lead).toBe('First')
  })
})

test('what was approved, in a publication that also changes something else: refused', async () => {
  await saveDraft(edited())
  await approve()
  const next = drafts.effective(management)?.value as Management
  const before = ofManagement()
  const change = () => ({ ...next, directors: next.directors.toReversed() })
  const approval = approvalName(undefined)
  await expect(content.update(management, { ...by, approval, change })).rejects.toThrow(ApprovalRequired)
  const together = content.publish([{ section: management, change }], { ...by, approval, id: 'other' })
  await expect(together).rejects.toThrow(ApprovalRequired)
  expect(ofManagement()).toBe(before)
})

test('a scheduled release whose draft is changed after the approval: fails at its moment, with the reason', async () => {
  const { id } = await releases.create({ name: 'Changed', time: new Date(Date.now() + 60_000).toISOString() }, 'asha')
  await saveDraft(edited(), id)
  await approve(id)
  await releases.schedule(id, 'asha')
  await saveDraft(edited(), id)
  const before = ofManagement()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
  onTestFinished(() => void vi.useRealTimers())
  await releases.clock.publishDue()
  expect(releases.find(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('Management') as string })
  expect(ofManagement()).toBe(before)
})
