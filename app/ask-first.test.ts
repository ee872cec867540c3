import { beforeEach, expect, test } from 'vitest'
import { draftChangesAction } from '#app/cms/admin/editor/draft/draft-changes.server.ts'
import { sectionEditorAction, sectionEditorLoader } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { differenceAction } from '#app/cms/admin/history/history-difference.server.ts'
import { peopleAction } from '#app/cms/admin/people/people.server.ts'
import { personAction } from '#app/cms/admin/people/person.server.ts'
import { action as changeApi } from '#app/cms/api/releases/release-change.tsx'
import { action as draftApi } from '#app/cms/api/releases/release-draft.tsx'
import { clients } from '#app/site/sections/clients/clients.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { fieldsOf } from '#test/section-form.ts'
import { releaseAction } from '#app/cms/admin/releases/release-page.server.ts'

const site = await createTestSite()
const { approvals, content, drafts, releases } = site

let administrator: string
let id: string
let count = 0

/** Before each test a release with a draft of one section is scheduled. */
beforeEach(async () => {
  administrator = await signIn()
  await signInAs('publisher')
  await approvals.setSections(new Set(), 'asha')
  for (const release of releases.list()) {
    if (release.state === 'published') continue
    if (release.state === 'scheduled') await releases.unschedule(release.id, 'admin')
    await releases.remove(release.id, 'discard', 'admin')
  }
  for (const { section, release } of drafts.list()) await drafts.discard(section, { release, author: 'admin' })
  count += 1
  const release = await releases.create({ name: 'Results day', time: '2999-12-01T10:30:00Z' }, 'editor')
  id = release.id
  await saveDraft()
  await releases.schedule(id, 'admin')
})

const act = (releaseId: string, fields: [string, string][]) =>
  releaseAction(routeArgs(post(`/admin/releases/${releaseId}`, fields), { releaseId }))

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
  for (const [name, text] of Object.entries(form)) if (text !== '') body.set(name, text)
  return sectionEditorAction(
    routeArgs(ownRequest(address, { method: 'POST', body, headers: { cookie: administrator } })),
  )
}

const post = (page: string, fields: [string, string][]) =>
  ownRequest(page, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie: administrator } })

/** As the button of a question sends it: without the intent of another button. */
const withConfirmation = (question: Asked) => ({ intent: '', ...Object.fromEntries([confirming(question)]) })

const years = () => content.read(stats).value.yearsExperience
const NAMED = expect.stringContaining('“Results day”, scheduled for Sunday, 1 December 2999, 16:00 in India') as string

interface Asked {
  intent?: string
  consequences: { id: string; text: string; token: string }[]
}

/** The question that a post gets: as a page, or in the form that was sent. */
async function questionOf(posted: Promise<unknown>): Promise<Asked> {
  const response: unknown = await posted.catch((thrown: unknown) => thrown)
  if (response instanceof Response && response.status === 409) {
    return ((await response.json()) as { question: Asked }).question
  }
  const { data, init } = response as { data?: { question?: Asked }; init?: ResponseInit }
  if (!data?.question) throw new Error(`Nothing was asked: ${JSON.stringify(response)}`)
  expect(init?.status).toBe(409)
  return data.question
}

/** The field that the button of a question sends. */
const confirming = ({ intent = '', consequences }: Asked): [string, string] => [
  'confirmed',
  [intent, ...consequences.map(({ token }) => token)].join(' '),
]

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
  const question = await questionOf(edit(before + 1))
  const { flash } = await redirected(edit(before + 1, withConfirmation(question)))
  expect(flash).toMatchObject({ kind: 'success', detail: 'The release “Results day” cannot be published now.' })
  expect(years()).toBe(before + 1)
  const request = ownRequest('/admin/stats', { headers: { cookie: administrator } })
  expect(await sectionEditorLoader(routeArgs(request))).toMatchObject({
    releases: [
      {
        name: 'Results day',
        moment: '16:00 in India on Sunday, 1 December 2999',
        problem: { text: expect.stringContaining('Years of experience') as string },
      },
    ],
  })
})

test('a confirmation: counts for its button, the same question and the same address alone', async () => {
  const question = await questionOf(edit(years() + 1))
  const [name, value] = confirming(question)
  const before = years()
  // The form still has the notice, but another button was pressed.
  await questionOf(edit(before + 1))
  // A program knows the id. A person confirms what the question has said.
  await questionOf(edit(before + 1, { intent: '', [name]: `save ${id}` }))
  await releases.change(id, { name: 'Results day', time: '2999-12-01T11:30:00Z' }, 'admin')
  const later = await questionOf(edit(before + 1, withConfirmation(question)))
  expect(later.consequences[0]?.text).toContain('17:00 in India')
  expect(years()).toBe(before)
  const rule = post('/admin/people', [
    ['intent', 'require-approval'],
    ['section', 'stats'],
    [name, value],
  ])
  await questionOf(peopleAction(routeArgs(rule)))
  await redirected(edit(before + 1, withConfirmation(later)))
  expect(years()).toBe(before + 1)
})

test('a change with two questions: one confirmation answers both', async () => {
  const other = await releases.create({ name: 'Board outcome', time: '2999-12-02T10:30:00Z' }, 'editor')
  const services = content.read(clients)
  await drafts.save(clients, {
    release: other.id,
    content: { ...services.value, title: `Clients ${count}` },
    author: 'editor',
    version: services.version,
  })
  await releases.schedule(other.id, 'admin')
  const third = await releases.create({ name: 'Both' }, 'editor')
  await drafts.save(clients, {
    release: third.id,
    content: { ...services.value, title: 'Other clients' },
    author: 'editor',
    version: services.version,
  })
  const { value, version } = content.read(stats)
  await drafts.save(stats, {
    release: third.id,
    content: { ...value, yearsExperience: 1 },
    author: 'editor',
    version,
  })
  const publish = (fields: [string, string][] = []) => act(third.id, [['intent', 'publish'], ...fields])
  const first = await questionOf(publish())
  const second = await questionOf(publish([confirming(first)]))
  expect(second.consequences.map(({ id }) => id).sort()).toEqual([id, other.id].sort())
  await redirected(publish([confirming(second)]))
  expect(years()).toBe(1)
})

interface Act {
  /** What exists before the release is scheduled. Resolves with what `post` needs. */
  prepare?: () => Promise<string>
  post: (prepared: string, fields: [string, string][]) => Promise<unknown>
}

/** The published content with another number: the draft of the release is made from it. */
async function publishYears(next: number) {
  const { historyEntry } = await content.update(stats, {
    author: 'admin',
    reason: 'Stats edited',
    change: (now) => ({ ...now, yearsExperience: next }),
  })
  return historyEntry ?? ''
}

async function draftElsewhere(release?: string) {
  const { value, version } = content.read(clients)
  await drafts.save(clients, {
    release,
    content: { ...value, title: `Clients ${count}` },
    author: 'editor',
    version,
  })
}

const historyOf = (entry: string, fields: [string, string][]) =>
  differenceAction(
    routeArgs(
      ownRequest(`/admin/history/stats/${entry}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { cookie: administrator },
      }),
      { section: 'stats', entry },
    ),
  )

const publishedRelease = async () => {
  const other = await releases.create({ name: 'Earlier release' }, 'editor')
  const { value, version } = content.read(stats)
  const next = { ...value, yearsExperience: 500 + count }
  await drafts.save(stats, { release: other.id, content: next, author: 'editor', version })
  await releases.publish(other.id, 'admin')
  return other.id
}

const acts: Record<string, Act> = {
  'undo of a published release': {
    prepare: publishedRelease,
    post: (other, fields) => act(other, [['intent', 'undo'], ...fields]),
  },
  'undo of one edit': {
    prepare: () => publishYears(600 + count),
    post: (entry, fields) => historyOf(entry, [['intent', 'undo'], ...fields]),
  },
  'the undo button of a save': {
    prepare: () => publishYears(700 + count),
    post: (entry, fields) =>
      sectionEditorAction(routeArgs(post('/admin/stats', [['intent', 'restore'], ['entry', entry], ...fields]))),
  },
  'an earlier version restored': {
    prepare: () => publishYears(800 + count),
    post: (entry, fields) =>
      historyOf(entry, [['intent', 'restore'], ['entry', entry], ['version', content.read(stats).version], ...fields]),
  },
  'a draft without approval put into it, on the page of the release': {
    prepare: async () => {
      await approvals.setSections(new Set([clients.id]), 'asha')
      await draftElsewhere()
      return ''
    },
    post: (_, fields) => act(id, [['intent', 'add'], ['section', clients.id], ...fields]),
  },
  'a draft without approval put into it, on the page of the draft': {
    prepare: async () => {
      await approvals.setSections(new Set([clients.id]), 'asha')
      await draftElsewhere()
      return ''
    },
    post: (_, fields) =>
      draftChangesAction(
        routeArgs(post(`/admin/drafts/${clients.id}`, [['intent', 'add'], ['release', id], ['name', ''], ...fields]), {
          section: clients.id,
        }),
      ),
  },
  'a new draft without approval saved in it': {
    prepare: async () => {
      await approvals.setSections(new Set([clients.id]), 'asha')
      return ''
    },
    post: (_, fields) => {
      const { value, version } = content.read(clients)
      const typed = Object.entries(fieldsOf({ ...value, title: `Clients ${count}` }))
      const intent: [string, string][] = fields.length > 0 ? fields : [['intent', 'draft']]
      return sectionEditorAction(
        routeArgs(post(`/admin/${clients.id}?release=${id}`, [...typed, ['version', version], ...intent])),
      )
    },
  },
  'a discarded draft without approval brought back into it': {
    prepare: async () => {
      await draftElsewhere(id)
      const revision = await drafts.discard(clients, { release: id, author: 'editor' })
      await approvals.setSections(new Set([clients.id]), 'asha')
      return `draft:${id}:${revision ?? ''}`
    },
    post: (entry, fields) =>
      sectionEditorAction(
        routeArgs(post(`/admin/${clients.id}`, [['intent', 'restore'], ['entry', entry], ...fields])),
      ),
  },
}

test.each(Object.entries(acts))('%s: asked first, then done', async (_name, { prepare, post: send }) => {
  const prepared = (await prepare?.()) ?? ''
  await drafts.discard(stats, { release: id, author: 'editor' })
  await saveDraft()
  const state = () => JSON.stringify([content.read(stats).value, content.read(clients).value, drafts.list()])
  const before = state()
  const question = await questionOf(send(prepared, []))
  expect(question.consequences).toMatchObject([{ id, text: NAMED }])
  expect(state()).toBe(before)
  await redirected(send(prepared, [confirming(question)]))
  expect(state()).not.toBe(before)
  const blocked = (await site.releaseWatch.current()).find(({ release }) => release.id === id)
  expect(blocked?.state).toBe('blocked')
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
  await redirected(takeOut([confirming(await questionOf(takeOut()))]))
  expect(drafts.find(stats, id)).toBeUndefined()
})

test('the approval of a scheduled release: asked before its rule, its approver or its draft is changed', async () => {
  const rule = (fields: [string, string][] = []) =>
    peopleAction(routeArgs(post('/admin/people', [['intent', 'require-approval'], ['section', 'stats'], ...fields])))
  expect(await questionOf(rule())).toMatchObject({ consequences: [{ text: NAMED }] })
  expect(approvals.isNeeded(stats)).toBe(false)
  await redirected(rule([confirming(await questionOf(rule()))]))

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
  const demotion: [string, string][] = [
    ['intent', 'role'],
    ['role', 'editor'],
  ]
  await redirected(change([...demotion, confirming(await questionOf(change(demotion)))]))
  expect(site.auth.people.findPerson('publisher')).toMatchObject({ role: 'editor' })
  await site.auth.people.setRole('publisher', 'publisher')
})

test('a program that undoes a release or adds a draft to one: 409 with the release, unless it confirms', async () => {
  const other = await publishedRelease()
  await drafts.discard(stats, { release: id, author: 'editor' })
  await saveDraft()
  await approvals.setSections(new Set([clients.id]), 'asha')
  await draftElsewhere()
  const request = (address: string) => ownRequest(address, { method: 'POST', headers: { cookie: administrator } })
  const undo = (query = '') =>
    changeApi(routeArgs(request(`/api/releases/${other}/undo${query}`), { releaseId: other, change: 'undo' }))
  const add = (query = '') =>
    draftApi(
      routeArgs(request(`/api/releases/${id}/drafts/clients/add${query}`), {
        releaseId: id,
        section: 'clients',
        change: 'add',
      }),
    )
  for (const send of [add, undo]) {
    const refused = await send()
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ error: { code: 'confirmation-needed', message: NAMED } })
    expect((await send(`?confirm=${id}`)).status).toBe(200)
  }
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
