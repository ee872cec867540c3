import { sectionsOf } from '#test/sections-of.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApprovalRequired } from '#app/cms/content/store/errors.ts'
import type { ChangeToApprove } from '#app/cms/content/store/store.types.ts'
import type { EffectiveDraft } from '#app/cms/publishing/drafts/draft.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { openMemoryStorage } from '#test/memory-storage.ts'
import { notice, silentLog } from '#test/temporary-content.ts'
import { ApprovalRefused, MAX_NOTE_LENGTH } from './approval-format.ts'
import { openApprovals, type Approvals } from './approvals.server.ts'

const place = { section: notice, release: undefined }
const seen = [{ ...place, revision: 'r1' }]
const published = { value: { title: 'Old', visits: 1, items: [] }, version: 'v1' }

let storage: ReturnType<typeof openMemoryStorage>['storage']
let approvals: Approvals
let health: Health
let draft: EffectiveDraft | undefined
let approvers: Set<string>
const record = vi.fn()

beforeEach(async () => {
  ;({ storage } = openMemoryStorage())
  record.mockClear()
  approvers = new Set(['asha', 'ravi', 'meera'])
  draft = draftOf({})
  await open()
  await approvals.setSections(new Set([notice.id]), 'asha')
})

async function open() {
  health = new Health(silentLog)
  approvals = await openApprovals({
    storage,
    sections: sectionsOf(notice),
    items: [notice],
    draftOf: (_section, release) => (draft?.draft.release === release ? draft : undefined),
    isApprover: (id) => approvers.has(id),
    audit: { record },
    log: silentLog,
    health,
  })
}

/** A draft that changes the title, on top of a published `version` with that many `visits`. */
function draftOf({
  revision = 'r1',
  version = 'v1',
  title = 'New',
  visits = 1,
  release,
  conflicts = [],
}: {
  revision?: string
  version?: string
  title?: string
  visits?: number
  release?: string
  conflicts?: EffectiveDraft['conflicts']
}): EffectiveDraft {
  const value = { title, visits: 1, items: [] }
  const authors = ['asha', 'ravi']
  const base = { version: 'v1', content: published.value }
  const stored = { section: notice, release, revision, base, content: value, author: 'asha', authors, time: '' }
  return { draft: stored, value: { ...value, visits }, version, conflicts }
}

const ask = (by = 'asha') => approvals.ask(seen, { by })

async function approve(by = 'meera') {
  await ask()
  await approvals.approve(seen, { by })
}

/** What is public after another place of the section was published. */
const laterPublished = { value: { ...published.value, visits: 2 }, version: 'v2' }

/** Calls `approverOf` as the content store does. */
function approver(change: Partial<ChangeToApprove> = {}) {
  return approvals.approverOf({
    section: notice,
    current: published,
    next: draft?.value,
    author: 'asha',
    approval: 'draft',
    withoutApproval: false,
    ...change,
  })
}

describe('a publication', () => {
  test('of exactly what was approved, in whatever order its fields are: has its approver', async () => {
    await approve()
    expect(approver({ next: { visits: 1, items: [], title: 'New' } })).toBe('meera')
  })

  test('of what was approved, after other places were published: has its approver', async () => {
    await approve()
    draft = draftOf({ version: 'v2', visits: 2 })
    expect(approvals.find(notice)?.state).toBe('approved')
    expect(approver({ current: laterPublished })).toBe('meera')
  })

  test('that changes nothing: needs nobody', () => {
    expect(approver({ next: { ...published.value }, approval: undefined })).toBeUndefined()
  })

  test.each<[string, () => unknown, Parameters<typeof approver>[0]?]>([
    ['nobody has asked', () => undefined],
    ['nobody has decided', () => ask()],
    ['it was sent back', () => ask().then(() => approvals.sendBack(seen, { by: 'meera', note: 'Why?' }))],
    ['it does not name its approval', () => approve(), { approval: undefined }],
    ['it names that of a release', () => approve(), { approval: 'a1' }],
    ['it is another content', () => approve(), { next: { title: 'Other', visits: 1, items: [] } }],
    ['it would revert what was published meanwhile', () => approveAndPublishOther(), { next: draftOf({}).value }],
    ['it is made for an earlier publication', () => approve(), { current: laterPublished }],
    [
      'the same places were published',
      () => approve().then(() => (draft = draftOf({ conflicts: [{ name: 'title', kind: 'value' }] }))),
    ],
    ['the draft was saved again', () => approve().then(() => (draft = draftOf({ revision: 'r2' })))],
    ['the file of the draft was edited', () => approve().then(() => (draft = draftOf({ title: 'Edited' })))],
    ['the draft is gone', () => approve().then(() => (draft = undefined)), { next: draftOf({}).value }],
    ['the approver may not publish any more', () => approve().then(() => approvers.delete('meera'))],
    ['its request was withdrawn', () => ask().then(() => approvals.withdraw(seen, { by: 'asha' }))],
    ['the setting was off meanwhile', () => approve().then(() => toggleSetting())],
  ])('%s: refused', async (_, prepare, change) => {
    await prepare()
    expect(() => approver(change)).toThrow(ApprovalRequired)
  })

  async function approveAndPublishOther() {
    await approve()
    draft = draftOf({ version: 'v2', visits: 2 })
  }

  async function toggleSetting() {
    await approvals.setSections(new Set(), 'asha')
    expect(approver()).toBeUndefined()
    await approvals.setSections(new Set([notice.id]), 'asha')
  }
})

describe('a decision', () => {
  test.each<[string, string, string, number]>([
    ['by who has saved it last', 'asha', 'asha', 403],
    ['by who has saved an earlier revision', 'asha', 'ravi', 403],
    ['by who has asked', 'meera', 'meera', 403],
    ['by who may not publish', 'asha', 'editor', 403],
  ])('%s: refused, and it still waits', async (_, asker, by, status) => {
    await ask(asker)
    await expect(approvals.approve(seen, { by })).rejects.toMatchObject({ name: 'ApprovalRefused', status })
    await expect(approvals.sendBack(seen, { by, note: 'No' })).rejects.toThrow(ApprovalRefused)
    expect(approvals.waiting()).toHaveLength(1)
  })

  test('from the page of an earlier draft: refused', async () => {
    await ask()
    const earlier = [{ ...place, revision: 'r0' }]
    await expect(approvals.approve(earlier, { by: 'meera' })).rejects.toThrow('has changed since you opened it')
  })

  test('after other places were published: counts', async () => {
    await ask()
    draft = draftOf({ version: 'v2', visits: 2 })
    expect(approvals.waiting()).toHaveLength(1)
    await approvals.approve(seen, { by: 'meera' })
    expect(approver({ current: laterPublished })).toBe('meera')
  })

  test('after the same places were published: refused, and nobody is told that it waits', async () => {
    await ask()
    draft = draftOf({ version: 'v2', conflicts: [{ name: 'title', kind: 'value' }] })
    await expect(approvals.approve(seen, { by: 'meera' })).rejects.toThrow('Choose first')
    expect(approvals.waiting()).toEqual([])
    await approvals.sendBack(seen, { by: 'meera', note: 'Merge it' })
    expect(approvals.find(notice)?.state).toBe('sent-back')
  })

  test('a second one: refused', async () => {
    approvers.add('tara')
    await approve()
    await expect(approvals.sendBack(seen, { by: 'tara', note: 'No' })).rejects.toThrow('decided about it')
    expect(approver()).toBe('meera')
  })

  test.each([
    ['no note', ' '],
    ['a note that is too long', 'x'.repeat(MAX_NOTE_LENGTH + 1)],
  ])('sent back with %s: refused, and it still waits', async (_, note) => {
    await ask()
    await expect(approvals.sendBack(seen, { by: 'meera', note })).rejects.toMatchObject({ status: 422 })
    expect(approvals.find(notice)?.state).toBe('waiting')
  })

  test('sent back: the note is there for its author, and it can be asked for again', async () => {
    await ask()
    await approvals.sendBack(seen, { by: 'meera', note: ' The date is wrong ' })
    const sentBack = approvals.find(notice)
    expect(sentBack).toMatchObject({ state: 'sent-back', record: { decision: { note: 'The date is wrong' } } })
    await ask()
    expect(approvals.find(notice)?.state).toBe('waiting')
  })

  test('asked, given and refused: each is in the audit log', async () => {
    await approve()
    draft = draftOf({ revision: 'r2' })
    const next = [{ ...place, revision: 'r2' }]
    await approvals.ask(next, { by: 'asha' })
    await approvals.sendBack(next, { by: 'meera', note: 'No' })
    expect(record.mock.calls.map(([event]) => (event as { kind: string }).kind)).toEqual([
      'setting.changed',
      'approval.asked',
      'approval.given',
      'approval.asked',
      'approval.refused',
    ])
  })
})

test.each([
  ['another revision is current', () => (draft = draftOf({ revision: 'r2' })), 'has changed since you opened it'],
  ['a conflict is open', () => (draft = draftOf({ conflicts: [{ name: 'title', kind: 'value' }] })), 'Choose first'],
  ['the draft is gone', () => (draft = undefined), 'no longer exists'],
  ['the section needs none', () => approvals.setSections(new Set(), 'asha'), 'needs no approval'],
])('asked for while %s: refused', async (_, prepare, message) => {
  await prepare()
  await expect(ask()).rejects.toThrow(message)
  expect(approvals.waiting()).toEqual([])
})

test('asked for from an old page: what was asked and decided since stays', async () => {
  await ask('ravi')
  await expect(ask()).rejects.toThrow('already requested the approval')
  await approvals.approve(seen, { by: 'meera' })
  await expect(ask()).rejects.toThrow('approved already')
  expect(approver()).toBe('meera')
})

describe('a request is withdrawn', () => {
  const withdraw = (by: string, revision = 'r1') => approvals.withdraw([{ ...place, revision }], { by })

  test.each([
    ['by who has asked', 'meera'],
    ['by an author', 'ravi'],
  ])('%s: nobody waits for it, also after a start, and it can be asked for again', async (_, by) => {
    await ask('meera')
    expect(approvals.mayWithdraw(by, place)).toBe(true)
    await withdraw(by)
    expect(record).toHaveBeenLastCalledWith({ kind: 'approval.withdrawn', about: notice.id, detail: {} })
    await open()
    expect(approvals.find(notice)).toBeUndefined()
    // The person who asked before may decide about the next request.
    await ask()
    await approvals.approve(seen, { by: 'meera' })
    expect(approver()).toBe('meera')
  })

  test.each<[string, () => unknown, string, string?]>([
    ['by somebody else', () => ask(), 'meera'],
    ['after it was approved', () => approve(), 'asha'],
    ['for another draft than the person has seen', () => ask(), 'asha', 'r0'],
    ['after the draft has changed', () => ask().then(() => (draft = draftOf({ revision: 'r2' }))), 'asha'],
  ])('%s: refused', async (_, prepare, by, revision) => {
    await prepare()
    const before = approvals.find(notice)
    await expect(withdraw(by, revision)).rejects.toThrow(ApprovalRefused)
    expect(approvals.find(notice)).toEqual(before)
  })
})

test('an approver is deactivated and comes back: what they have approved waits for somebody', async () => {
  await approve()
  await approvals.dropOf('meera')
  expect(approvals.find(notice)?.state).toBe('waiting')
})

test('the draft is gone: its approval is removed, and does not count for a later one', async () => {
  await approve()
  const before = draft
  draft = undefined
  await approvals.followDrafts(notice.id)
  draft = before
  expect(approvals.find(notice)).toBeUndefined()
  await open()
  expect(approvals.find(notice)).toBeUndefined()
})

describe('after a start', () => {
  test('setting and approvals, also those of a release, are as before', async () => {
    draft = draftOf({ release: 'a1' })
    const ofRelease = [{ section: notice, release: 'a1', revision: 'r1' }]
    await approvals.ask(ofRelease, { by: 'asha' })
    await approvals.approve(ofRelease, { by: 'meera' })
    await open()
    expect(approvals.missing([draft.draft])).toEqual([])
    expect(approver({ approval: 'a1' })).toBe('meera')
  })

  test('a request that was left for a section that needs no approval any more: removed, and not there later', async () => {
    await ask()
    const { bytes } = (await storage.read('data/approvals/settings.json')) ?? {}
    await storage.commit([{ name: 'data/approvals/settings.json', bytes: '{"format":1,"sections":[]}' }])
    await open()
    expect(await storage.read('data/approvals/notice/draft.json')).toBeUndefined()
    await storage.commit([{ name: 'data/approvals/settings.json', bytes: bytes ?? '' }])
    await open()
    expect([approvals.isNeeded(notice), approvals.find(notice)]).toEqual([true, undefined])
  })

  test('a damaged approval: does not count', async () => {
    await approve()
    await storage.commit([{ name: 'data/approvals/notice/draft.json', bytes: '{"format":1' }])
    await open()
    expect(() => approver()).toThrow(ApprovalRequired)
  })

  test('a damaged setting: every section needs approval until it is set again', async () => {
    await storage.commit([{ name: 'data/approvals/settings.json', bytes: '{}' }])
    await open()
    expect(health.problems()).toMatchObject([{ id: 'approvals-unreadable' }])
    expect(() => approver()).toThrow(ApprovalRequired)
    await approvals.setSections(new Set(), 'asha')
    expect(health.problems()).toEqual([])
    expect(approver()).toBeUndefined()
  })
})
