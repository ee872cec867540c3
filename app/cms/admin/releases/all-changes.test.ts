import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loader as dashboardLoader } from '#app/cms/admin/shell/dashboard.tsx'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { team } from '#test/example-site/team/team.ts'
import { album } from '#test/example-site/album/album.ts'
import { story } from '#test/example-site/home/story.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { action as allChangesAction, loader as allChangesLoader } from './all-changes.tsx'
import { releaseLoader } from './release-page.server.ts'

const site = await createExampleSite()
const { approvals, content, drafts, releases } = site
let editor: string
let publisher: string
let administrator: string
let releaseId: string

beforeAll(async () => {
  administrator = await signIn()
  editor = await signInAs('editor')
  publisher = await signInAs('publisher')
})

let edits = 0
/** Saves a draft of a section of the release. */
async function saveDraft(section: SectionDefinition, change: object, author = 'editor') {
  const { value, version } = content.read(section)
  await drafts.save(section, { release: releaseId, content: { ...(value as object), ...change }, author, version })
}

beforeEach(async () => {
  await approvals.setSections(new Set([numbers, story, album].map(({ id }) => id)), 'asha')
  releaseId = (await releases.create({ name: `Results day ${(edits += 1)}` }, 'editor')).id
  await saveDraft(numbers, { yearsOpen: 40 + edits })
  await saveDraft(story, { title: `Story ${edits}` })
  await saveDraft(album, { description: `Results ${edits}` })
  await saveDraft(team, { lead: `Team ${edits}` })
  return async () => {
    await approvals.setSections(new Set(), 'asha')
    await releases.remove(releaseId, 'discard', 'editor').catch(() => undefined)
  }
})

const request = (cookie: string, body?: URLSearchParams) =>
  routeArgs(
    ownRequest(`/admin/releases/${releaseId}/changes`, { headers: { cookie }, ...(body && { method: 'POST', body }) }),
    { releaseId },
  )

const load = (cookie: string) => allChangesLoader(request(cookie))

/** The form of the approval, as its page shows it to a person. */
async function formFor(cookie: string, intent: string, note = '') {
  const { approval } = await load(cookie)
  const targets = approval?.toDecide.length ? approval.toDecide : approval?.toAsk
  return new URLSearchParams([
    ['intent', intent],
    ['note', note],
    ...(approval?.drafts ?? []).map((draft) => ['draft', draft]),
    ...(targets ?? []).map((id) => ['section', id]),
  ])
}

const send = async (cookie: string, intent: string, note?: string) =>
  allChangesAction(request(cookie, await formFor(cookie, intent, note)))

const states = () => [numbers, story, album].map((section) => approvals.find(section, releaseId)?.state)
const draftsOfRelease = () => drafts.list().filter(({ release }) => release === releaseId)

test('asked for at once, shown to the approver on one page, approved at once, published', async () => {
  const page = await releaseLoader(request(editor))
  expect(page.approval).toMatchObject({
    sections: [{ state: 'none' }, { state: 'none' }, { state: 'none' }],
    toDecide: [],
  })
  expect(page.approval?.toAsk).toHaveLength(3)
  expect(page.approval?.drafts).toHaveLength(4)
  expect(page.problem?.step).toEqual({
    label: 'Open the approval of the release',
    href: `/admin/releases/${releaseId}#approval`,
  })

  expect((await redirected(send(editor, 'ask', 'Please look'))).url).toBe(`/admin/releases/${releaseId}`)
  expect(states()).toEqual(['waiting', 'waiting', 'waiting'])
  expect((await load(editor)).approval?.whyNot).toEqual([
    { label: 'Our Story, Numbers and Album', why: expect.stringContaining('Publisher') as string },
  ])
  const dashboard = await dashboardLoader(routeArgs(ownRequest('/admin', { headers: { cookie: publisher } })))
  expect(dashboard.approvals).toMatchObject([
    {
      label: `Results day ${edits}`,
      href: `/admin/releases/${releaseId}/changes#approval`,
      sections: ['Our Story', 'Numbers', 'Album'],
      by: 'editor',
    },
  ])

  const { sections, approval } = await load(publisher)
  expect(sections).toHaveLength(4)
  expect(sections).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 'numbers', count: 1, approval: { state: 'waiting', decision: undefined } }),
      expect.objectContaining({ id: 'team', count: 1, approval: undefined }),
    ]),
  )
  expect(approval).toMatchObject({ isWhole: true, whyNot: [] })
  expect((await redirected(send(publisher, 'approve'))).flash?.message).toBe('The release is approved')
  expect(approvals.missing(draftsOfRelease())).toEqual([])
  await releases.publish(releaseId, 'publisher')
  expect(content.read(album).value.description).toBe(`Results ${edits}`)
  expect((await content.history(album))[0]).toMatchObject({ approvedBy: 'publisher' })
})

test.each([
  ['a section that needs approval', numbers, { yearsOpen: 99 }, 'Numbers has changed since'],
  ['a section that needs none', team, { lead: 'Other' }, 'Team has changed since'],
])('%s changes after the page was shown: nothing is approved, and it is named', async (_, section, change, message) => {
  await redirected(send(editor, 'ask'))
  const form = await formFor(publisher, 'approve')
  await saveDraft(section, change)
  const before = states()
  expect(await allChangesAction(request(publisher, form))).toMatchObject({
    data: { approval: { errors: { form: [expect.stringContaining(message)] } } },
    init: { status: 409 },
  })
  expect(states()).toEqual(before)
  expect(approvals.missing(draftsOfRelease())).toHaveLength(3)
})

test('a draft that is added to the release, or taken out, after the page was shown: the same', async () => {
  await redirected(send(editor, 'ask'))
  const form = await formFor(publisher, 'approve')
  await releases.moveDrafts([team], { from: releaseId, by: 'editor' })
  const refused = { data: { approval: { errors: { form: [expect.stringContaining('Team has changed')] } } } }
  expect(await allChangesAction(request(publisher, form))).toMatchObject(refused)
  const without = await formFor(publisher, 'approve')
  await releases.moveDrafts([team], { to: releaseId, by: 'editor' })
  expect(await allChangesAction(request(publisher, without))).toMatchObject(refused)
  expect(states()).toEqual(['waiting', 'waiting', 'waiting'])
})

test('sent back as a whole: only with a note, which each section shows', async () => {
  await redirected(send(editor, 'ask'))
  expect(await send(publisher, 'send-back', ' ')).toMatchObject({
    data: { approval: { note: ' ', errors: { note: ['Enter what has to be changed.'] } } },
    init: { status: 422 },
  })
  expect(states()).toEqual(['waiting', 'waiting', 'waiting'])
  await redirected(send(publisher, 'send-back', 'A figure is wrong'))
  const { approval } = await load(editor)
  expect(approval?.sections.map(({ decision }) => decision?.note)).toEqual(Array(3).fill('A figure is wrong'))
  expect(approval?.toAsk).toHaveLength(3)
})

test('withdrawn as a whole by who has asked, and by nobody else', async () => {
  await redirected(send(editor, 'ask'))
  expect((await load(publisher)).approval?.mayWithdraw).toBe(false)
  expect(await send(publisher, 'withdraw')).toMatchObject({ init: { status: 409 } })
  await redirected(send(editor, 'withdraw'))
  expect(states()).toEqual([undefined, undefined, undefined])
})

describe('section by section too', () => {
  test('what is approved already is not asked for again, and the rest is the whole', async () => {
    const seen = draftsOfRelease().filter(({ section }) => section.id === numbers.id)
    await approvals.ask(seen, { by: 'editor' })
    await approvals.approve(seen, { by: 'publisher' })
    await redirected(send(editor, 'ask'))
    expect((await load(publisher)).approval).toMatchObject({ isWhole: true })
    await redirected(send(publisher, 'approve'))
    expect(approvals.missing(draftsOfRelease())).toEqual([])
  })

  test('who has written a part approves the others alone', async () => {
    await saveDraft(numbers, { yearsOpen: 77 }, 'publisher')
    await redirected(send(editor, 'ask'))
    const { approval } = await load(publisher)
    expect(approval).toMatchObject({
      isWhole: false,
      toDecide: ['story', 'album'],
      whyNot: [{ label: 'Numbers', why: expect.stringContaining('somebody else') as string }],
    })
    // A form that names the own section is no way around.
    const forged = await formFor(publisher, 'approve')
    forged.append('section', 'numbers')
    expect(await allChangesAction(request(publisher, forged))).toMatchObject({
      data: { approval: { errors: { form: [expect.stringContaining('Numbers: You wrote a part')] } } },
      init: { status: 403 },
    })
    expect(states()).toEqual(['waiting', 'waiting', 'waiting'])
    expect((await redirected(send(publisher, 'approve'))).flash?.message).toBe('Approved')
    expect(states()).toEqual(['waiting', 'approved', 'approved'])
    expect((await redirected(send(administrator, 'approve'))).flash?.message).toBe('The release is approved')
  })

  test('an editor decides nothing', async () => {
    await redirected(send(editor, 'ask'))
    expect((await load(editor)).approval?.toDecide).toEqual([])
    const form = await formFor(publisher, 'approve')
    expect(await allChangesAction(request(editor, form))).toMatchObject({ init: { status: 403 } })
    expect(states()).toEqual(['waiting', 'waiting', 'waiting'])
  })
})

test('a conflict: named, nothing is asked for until it is settled, and its request cannot be approved', async () => {
  await redirected(send(editor, 'ask'))
  const edit = { author: 'asha', reason: 'Test', withoutApproval: true }
  await content.update(numbers, { ...edit, change: (now) => ({ ...now, yearsOpen: 5 }) })
  const { approval, sections } = await load(publisher)
  expect(approval).toMatchObject({
    conflicts: 'Numbers',
    isWhole: false,
    toDecide: ['story', 'album'],
  })
  expect(sections).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'numbers', hasConflicts: true })]))
  await redirected(send(editor, 'withdraw'))
  expect(await send(editor, 'ask')).toMatchObject({
    data: { approval: { errors: { form: [expect.stringContaining('Numbers: Other changes were published')] } } },
  })
  expect(states()).toEqual([undefined, undefined, undefined])
})

test('a large release: the page shows a limited number of differences, and where the others are', async () => {
  const pictures = Array.from({ length: 150 }, (_, at) => ({
    _id: `picture-${at}`,
    title: `Picture ${at}`,
    description: 'In the morning',
    image: 'oven-d8d86340.jpg',
  }))
  await saveDraft(album, { pictures })
  const paragraphs = Array.from({ length: 300 }, (_, at) => `Paragraph ${at}`)
  await saveDraft(story, { paragraphs })
  const { sections } = await load(publisher)
  expect(sections.reduce((sum, { shown }) => sum + shown.length, 0)).toBeLessThanOrEqual(400)
  const [large] = sections.filter(({ hidden }) => hidden > 0)
  expect(large?.href).toBe(`/admin/releases/${releaseId}/changes/${large?.id ?? ''}`)
})
