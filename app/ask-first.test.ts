import { beforeEach, expect, test } from 'vitest'
import { sectionEditorAction, sectionEditorLoader } from '#app/admin/editor/section-editor.server.ts'
import { peopleAction, personAction } from '#app/admin/people/people.server.ts'
import { action as draftApi } from '#app/api/releases/release-draft.tsx'
import { stats } from '#app/sections/stats/stats.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { fieldsOf } from '#test/section-form.ts'
import { releaseAction } from '#app/admin/releases/releases.server.ts'

const site = await createTestSite()
const { approvals, content, drafts, releases } = site

let administrator: string
let id: string
let count = 0

/** Before each test a release with a draft of one section is scheduled. */
beforeEach(async () => {
  administrator = await signIn()
  await signInAs('publisher')
  await approvals.setSections(new Set())
  for (const release of releases.list()) {
    if (release.state === 'scheduled') await releases.unschedule(release.id, 'admin')
    await releases.remove(release.id, 'discard', 'admin')
  }
  count += 1
  const release = await releases.create({ name: 'Results day', time: '2999-12-01T10:30:00Z' }, 'editor')
  id = release.id
  await saveDraft()
  await releases.schedule(id, 'admin')
})

function saveDraft() {
  const { value, version } = content.read(stats)
  const draft = { ...value, yearsExperience: value.yearsExperience + 100 + count }
  return drafts.save(stats, { release: id, content: draft, author: 'editor', version })
}

function edit(years: number, fields: Record<string, string> = {}, address = '/admin/stats') {
  const { value, version } = content.read(stats)
  const revision = address.includes('release') ? `.${drafts.find(stats, id)?.revision ?? ''}` : ''
  const body = new FormData()
  const form = {
    ...fieldsOf({ ...value, yearsExperience: years }),
    version: version + revision,
    intent: 'save',
    ...fields,
  }
  for (const [name, text] of Object.entries(form)) body.set(name, text)
  return sectionEditorAction(
    routeArgs(ownRequest(address, { method: 'POST', body, headers: { cookie: administrator } })),
  )
}

const post = (page: string, fields: [string, string][]) =>
  ownRequest(page, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie: administrator } })

const years = () => content.read(stats).value.yearsExperience
const NAMED = expect.stringContaining(
  '“Results day”, scheduled for Sunday, 1 December 2999, 16:00:00 in India',
) as string

/** The question that a post gets, as its response has it. */
async function questionOf(posted: Promise<unknown>) {
  const response: unknown = await posted.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(response instanceof Response)) throw new Error('Nothing was asked')
  expect(response.status).toBe(409)
  return ((await response.json()) as { question: unknown }).question
}

test('a save that would block a scheduled release: asked with everything typed, then done, and said', async () => {
  const before = years()
  const reply = await edit(before + 1)
  expect(reply).toMatchObject({
    init: { status: 409 },
    data: {
      result: { initialValue: { yearsExperience: String(before + 1) } },
      question: { intent: 'save', consequences: [{ id, name: 'Results day', text: NAMED }] },
    },
  })
  expect(years()).toBe(before)
  const { flash } = await redirected(edit(before + 1, { confirmed: id }))
  expect(flash).toMatchObject({ kind: 'success', detail: 'The release “Results day” cannot be published now.' })
  expect(years()).toBe(before + 1)
  const request = ownRequest('/admin/stats', { headers: { cookie: administrator } })
  expect(await sectionEditorLoader(routeArgs(request))).toMatchObject({
    scheduled: [
      {
        name: 'Results day',
        moment: '16:00:00 in India on Sunday, 1 December 2999',
        problem: { text: expect.stringContaining('Years of experience') as string },
      },
    ],
  })
})

test('a save elsewhere in the section, and a write of a program: not asked', async () => {
  const { value } = content.read(stats)
  await redirected(edit(years(), { clientsWorldwide: String(value.clientsWorldwide + 1) }))
  await content.update(stats, { author: 'api', reason: 'Saved', change: (now) => ({ ...now, yearsExperience: 7 }) })
  expect(years()).toBe(7)
})

test('a draft of a scheduled release: asked before it is discarded or taken out', async () => {
  const address = `/admin/stats?release=${id}`
  const question = await questionOf(edit(years(), { intent: 'delete' }, address))
  expect(question).toMatchObject({ action: address, consequences: [{ id, text: NAMED }] })
  expect(drafts.find(stats, id)).toBeDefined()
  const takeOut = (fields: [string, string][] = []) =>
    releaseAction(
      routeArgs(post(`/admin/releases/${id}`, [['intent', 'take-out'], ['section', 'stats'], ...fields]), {
        releaseId: id,
      }),
    )
  expect(await questionOf(takeOut())).toMatchObject({
    fields: [
      ['intent', 'take-out'],
      ['section', 'stats'],
    ],
  })
  await redirected(takeOut([['confirmed', id]]))
  expect(drafts.find(stats, id)).toBeUndefined()
})

test('the approval of a scheduled release: asked before its rule, its approver or its draft is changed', async () => {
  const rule = (fields: [string, string][] = []) =>
    peopleAction(routeArgs(post('/admin/people', [['intent', 'require-approval'], ['section', 'stats'], ...fields])))
  expect(await questionOf(rule())).toMatchObject({ consequences: [{ text: NAMED }] })
  expect(approvals.isNeeded(stats)).toBe(false)
  await redirected(rule([['confirmed', id]]))

  const place = { section: stats, release: id }
  const revision = drafts.find(stats, id)?.revision ?? ''
  await approvals.ask([{ ...place, revision }], { by: 'editor' })
  await approvals.approve([{ ...place, revision }], { by: 'publisher' })
  const change = (fields: [string, string][]) =>
    personAction(routeArgs(post('/admin/people/publisher', fields), { personId: 'publisher' }))
  for (const fields of [
    [['intent', 'deactivate']],
    [
      ['intent', 'role'],
      ['role', 'editor'],
    ],
  ] as [string, string][][]) {
    expect(await questionOf(change(fields))).toMatchObject({ consequences: [{ text: NAMED }], fields })
  }
  expect(site.auth.people.findPerson('publisher')).toMatchObject({ state: 'active', role: 'publisher' })
  expect(await edit(years() + 5, { intent: 'draft' }, `/admin/stats?release=${id}`)).toMatchObject({
    data: { question: { intent: 'draft', consequences: [{ text: NAMED }] } },
  })
  await redirected(
    change([
      ['intent', 'role'],
      ['role', 'editor'],
      ['confirmed', id],
    ]),
  )
  expect(site.auth.people.findPerson('publisher')).toMatchObject({ role: 'editor' })
  await site.auth.people.setRole('publisher', 'publisher')
})

test('a program that discards the draft: 409 with the release, unless it confirms', async () => {
  const discard = (query = '') =>
    draftApi(
      routeArgs(
        ownRequest(`/api/releases/${id}/drafts/stats${query}`, {
          method: 'DELETE',
          headers: { cookie: administrator },
        }),
        { releaseId: id, section: 'stats' },
      ),
    )
  const refused = await discard()
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ error: { code: 'confirmation-needed', message: NAMED } })
  expect((await discard(`?confirm=${id}`)).status).toBe(204)
})
