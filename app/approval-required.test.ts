import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { action as apiAction } from './api/content/section-resource.tsx'
import { sectionEditorAction } from './admin/editor/section-editor.server.ts'
import { newSlideAction, slideAction, slideTableAction } from './admin/hero-slides/hero-slides.server.ts'
import { differenceAction } from './admin/history/history-difference.server.ts'
import { action as sectionHistoryAction } from './admin/history/history-of-section.tsx'
import { releaseAction } from './admin/releases/releases.server.ts'
import { reportsAction } from './admin/reports/reports.server.ts'
import { approvalName } from './approval/approvals.server.ts'
import { ApprovalRequired } from './content/store/errors.ts'
import { sections } from '#app/sections/definitions.ts'
import { heroSlides, type HeroSlide } from '#app/sections/hero-slides/hero-slides.ts'
import { governance, type Governance } from '#app/sections/investors/investors.ts'
import type { YearlyDocument } from '#app/sections/reports/documents.ts'
import { reports } from '#app/sections/reports/reports.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf } from '#test/section-form.ts'

const site = await createTestSite()
const { approvals, content, drafts, releases } = site
const shipped = { governance: content.read(governance).value, reports: content.read(reports).value.reports }
const [slide] = content.read(heroSlides).value.slides as [HeroSlide]
const [report] = shipped.reports as [YearlyDocument]
const [policy, ...otherPolicies] = shipped.governance.policies as [Governance['policies'][0]]
const by = { author: 'asha', reason: 'Test' }

let cookie: string
/** History entry of the deletion of a policy. */
let deletion: string

beforeAll(async () => {
  cookie = await signIn()
  await signInAs('publisher')
  const deleted = await content.update(governance, { ...by, change: () => ({ policies: otherPolicies }) })
  deletion = deleted.historyEntry ?? ''
})

beforeEach(async () => {
  for (const { section, release } of drafts.list()) await drafts.discard(section, { release, author: 'asha' })
  await approvals.setSections(new Set(sections.map(({ id }) => id)))
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

function saveDraft(change: Partial<Governance> = {}, release?: string) {
  const { value, version } = content.read(governance)
  return drafts.save(governance, { release, content: { ...value, ...change }, author: 'asha', version })
}

/** A policy with another title, so that the draft differs from what is published. */
let edits = 0
const edited = () => ({ policies: [{ ...policy, title: `Edited ${(edits += 1)}` }, ...otherPolicies] })

/** Lets `publisher` approve the draft of asha. */
async function approve(release?: string) {
  const place = { section: governance, release }
  const { draft, version } = drafts.effective(governance, release) ?? {}
  const seen = { revision: draft?.revision ?? '', version: version ?? '' }
  await approvals.ask(place, { by: 'asha', revision: seen.revision })
  await approvals.approve(place, { by: 'publisher', seen })
}

const ofGovernance = () => content.read(governance).version
const ofSlides = () => content.read(heroSlides).version
const ofReports = () => content.read(reports).version
const askRelease = (id: string, intent: string) =>
  releaseAction(post(`/admin/releases/${id}`, { intent }, { releaseId: id }))

describe('every way to publish, without an approval', () => {
  test.each<[string, () => Promise<void>]>([
    [
      'the editor of a section',
      () => {
        const typed = { ...shipped.governance, policies: [{ ...policy, title: 'Typed' }] }
        const fields = { ...fieldsOf(typed), intent: 'save', version: ofGovernance() }
        return refused(sectionEditorAction(post('/admin/governance', fields)), { policies: [{ title: 'Typed' }] })
      },
    ],
    [
      'the undo of a save',
      () => {
        const fields = { intent: 'restore', entry: deletion, version: ofGovernance() }
        return told(sectionEditorAction(post('/admin/governance', fields)))
      },
    ],
    [
      'an earlier version',
      () => {
        const fields = { intent: 'restore', entry: deletion, version: ofGovernance() }
        const params = { section: 'governance', entry: deletion }
        return told(differenceAction(post(`/admin/history/governance/${deletion}`, fields, params)))
      },
    ],
    [
      'an entry that was deleted',
      () => {
        const fields = { intent: 'bring-back', entry: deletion, list: 'policies', id: policy._id }
        return told(sectionHistoryAction(post('/admin/history/governance', fields, { section: 'governance' })))
      },
    ],
    [
      'a new slide',
      () => {
        const typed = { ...slide, _id: 'new-slide', title: 'Typed' }
        const fields = { ...fieldsOf(typed), intent: 'save', version: ofSlides() }
        return refused(newSlideAction(post('/admin/herocarousel/new', fields)), { title: 'Typed' })
      },
    ],
    [
      'a changed slide',
      () => {
        const fields = { ...fieldsOf({ ...slide, title: 'Typed' }), intent: 'save', version: ofSlides() }
        const request = post(`/admin/herocarousel/${slide._id}`, fields, { slideId: slide._id })
        return refused(slideAction(request), { title: 'Typed' })
      },
    ],
    [
      'the order of the slides',
      () => {
        const fields = { intent: 'down', slide: slide._id, version: ofSlides() }
        return told(slideTableAction(post('/admin/herocarousel', fields)))
      },
    ],
    [
      'a changed report',
      () => {
        const fields = { ...report, title: 'Typed', intent: 'save', version: ofReports() }
        return refused(reportsAction(post(`/admin/reports?edit=${report._id}`, fields)), { title: 'Typed' })
      },
    ],
    [
      'a deleted report',
      () => {
        const fields = { intent: 'delete', version: ofReports() }
        return told(reportsAction(post(`/admin/reports?delete=${report._id}`, fields)))
      },
    ],
    [
      'the draft of a list',
      async () => {
        const version = ofReports()
        const draft = await drafts.save(reports, { content: { reports: [report] }, author: 'asha', version })
        const fields = { intent: 'publish', version: `${version}.${draft?.revision ?? ''}` }
        await told(reportsAction(post('/admin/reports', fields)))
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
        await told(askRelease(id, 'publish'), 'Not approved yet: Governance')
      },
    ],
    [
      'a release later',
      async () => {
        const { id } = await releases.create({ name: 'Later', time: '2100-01-01T00:00:00Z' }, 'asha')
        await saveDraft(edited(), id)
        await expect(releases.schedule(id, 'asha')).rejects.toThrow('Not approved yet: Governance')
        expect(releases.find(id)?.state).toBe('open')
      },
    ],
    [
      'several sections at once',
      async () => {
        const changes = [{ section: governance, change: () => edited() }]
        await expect(content.publish(changes, { ...by, id: 'together' })).rejects.toThrow(ApprovalRequired)
      },
    ],
  ])('%s: refused, nothing changes', async (_, publish) => {
    const versions = () => sections.map((section) => content.read(section).version)
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
  const next = drafts.effective(governance)?.value as Governance
  const { approvedBy } = await content.update(governance, {
    ...by,
    approval: approvalName(undefined),
    change: () => next,
  })
  expect(approvedBy).toBe('publisher')
  expect(content.read(governance).value).toEqual(next)
  const [entry] = await content.history(governance)
  expect(entry).toMatchObject({ author: 'asha', approvedBy: 'publisher' })
  const { value: event } = await site.audit.find({ kind: 'content' }).next()
  expect(event).toMatchObject({ about: 'governance', detail: { approvedBy: 'publisher' } })
})

test('the approval of a release counts for the release alone', async () => {
  const { id } = await releases.create({ name: 'Alone' }, 'asha')
  await saveDraft(edited(), id)
  await approve(id)
  const next = drafts.effective(governance, id)?.value as Governance
  const early = content.update(governance, { ...by, approval: approvalName(undefined), change: () => next })
  await expect(early).rejects.toThrow(ApprovalRequired)
  await releases.publish(id, 'asha')
  expect(content.read(governance).value).toEqual(next)
  expect((await content.history(governance))[0]).toMatchObject({ author: 'asha', approvedBy: 'publisher' })
})

test('a release that was approved and is wrong: can be undone at once', async () => {
  const before = content.read(governance).value
  const { id } = await releases.create({ name: 'Wrong' }, 'asha')
  await saveDraft(edited(), id)
  await approve(id)
  await releases.publish(id, 'asha')
  await redirected(askRelease(id, 'undo'))
  expect(content.read(governance).value).toEqual(before)
})

test('a scheduled release whose draft is changed after the approval: fails at its moment, with the reason', async () => {
  const { id } = await releases.create({ name: 'Changed', time: new Date(Date.now() + 60_000).toISOString() }, 'asha')
  await saveDraft(edited(), id)
  await approve(id)
  await releases.schedule(id, 'asha')
  await saveDraft(edited(), id)
  const before = ofGovernance()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
  onTestFinished(() => void vi.useRealTimers())
  await releases.publishDue()
  expect(releases.find(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('Governance') as string })
  expect(ofGovernance()).toBe(before)
})
