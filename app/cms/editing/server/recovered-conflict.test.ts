import { beforeEach, describe, expect, test } from 'vitest'
import { sectionEditorAction } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { releaseAction } from '#app/cms/admin/releases/release-page.server.ts'
import { loader as layoutLoader } from '#app/cms/admin/shell/admin-layout.tsx'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { formVersion } from './draft-ref.server.ts'
import { textPages } from '#test/example-site/text-pages/text-pages.ts'
import { team } from '#test/example-site/team/team.ts'
import { cookieHeader, ownRequest, routeArgs, screenArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf } from '#test/section-form.ts'

const { auth, content, drafts, releases } = await createExampleSite()
const entry = textPages.entry('travel')

let cookie: string

beforeEach(async () => {
  cookie = await signIn()
  const first = textPages.schema.parse({ title: 'Travel', lead: 'At first', body: 'By train.' })
  await content.update(entry, { author: 'test', reason: 'Begin', create: () => first, change: () => first })
  await content.update(team, { author: 'test', reason: 'Begin', change: (now) => ({ ...now, lead: 'At first' }) })
  for (const { section } of drafts.list()) await drafts.discard(section, { author: 'test' })
})

const saved = { author: 'ravi', reason: 'Saved' }

/** Each form: where it is, what it is made from, a save of its lead by somebody else, and the lead as it is saved. */
const forms = {
  'a section': {
    address: '/admin/team',
    intent: 'save',
    open: () => Promise.resolve(content.read(team)),
    saveOther: (lead: string) => content.update(team, { ...saved, change: (now) => ({ ...now, lead }) }),
    lead: () => content.read(team).value.lead,
  },
  'an entry': {
    address: '/admin/text-pages/travel',
    intent: 'save',
    open: () => Promise.resolve(content.find(entry)),
    saveOther: (lead: string) => content.update(entry, { ...saved, change: (now) => ({ ...now, lead }) }),
    lead: () => content.find(entry)?.value.lead,
  },
  'a draft': {
    address: '/admin/team',
    intent: 'draft',
    open: async () => {
      const draft = await draftOf('At first, as a draft')
      return { value: draft.content, version: formVersion(draft.base.version, draft) }
    },
    saveOther: draftOf,
    lead: () => (drafts.effective(team)?.value as { lead: string } | undefined)?.lead,
  },
}

async function draftOf(lead: string) {
  const { value, version } = content.read(team)
  const expectedRevision = drafts.find(team)?.revision ?? null
  const draft = await drafts.save(team, {
    release: undefined,
    content: { ...value, lead },
    author: 'ravi',
    version,
    expectedRevision,
  })
  if (!draft) throw new Error('The draft does not differ')
  return draft
}

describe.each(Object.entries(forms))('%s that was typed before the session ended', (_name, form) => {
  const post = (fields: Record<string, string>, of = cookie) => {
    const body = new FormData()
    for (const [name, text] of Object.entries(fields)) body.set(name, text)
    return sectionEditorAction(routeArgs(ownRequest(form.address, { method: 'POST', body, headers: { cookie: of } })))
  }

  /** The fields that the form of a reply sends. */
  const fieldsIn = ({ result, version, conflict, isDraftConflict = false }: SaveReply): Record<string, string> => ({
    ...fieldsOf(result.initialValue),
    version,
    intent: form.intent,
    ...(conflict && {
      conflict: JSON.stringify(conflict.map(({ collision, choices, label }) => ({ ...collision, choices, label }))),
    }),
    ...Object.fromEntries((conflict ?? []).map(({ chosen = 'mine' }, at) => [`choice-${at}`, chosen])),
    ...(isDraftConflict && { 'conflict-with': 'published' }),
  })

  async function typed(lead: string) {
    const opened = await form.open()
    if (!opened) throw new Error('There is nothing to edit')
    return { ...fieldsOf({ ...(opened.value as object), lead }), version: opened.version, intent: form.intent }
  }

  /** Sends fields after the session has ended, and signs in again. Resolves with the form that is then shown. */
  async function recovered(fields: Record<string, string>): Promise<SaveReply> {
    await auth.sessions.endSessionsOf('admin')
    const sent = await post(fields).catch((thrown: unknown) => thrown)
    if (!(sent instanceof Response)) throw new Error('The session has not ended')
    cookie = `${await signIn()}; ${cookieHeader(sent.headers.get('set-cookie'))}`
    const { data } = await layoutLoader(routeArgs(ownRequest(form.address, { headers: { cookie } })))
    if (!data.recovered) throw new Error('Nothing was kept')
    return data.recovered
  }

  test('somebody saves the same field meanwhile: the choice is asked for', async () => {
    const fields = await typed('Mine')
    await form.saveOther('Theirs')
    const { status, reply } = await refusal(post(fieldsIn(await recovered(fields))))
    expect(status).toBe(409)
    expect(reply.conflict).toMatchObject([{ mine: 'Mine', theirs: 'Theirs' }])
    expect(form.lead()).toBe('Theirs')
  })

  test('at the choice after a conflict: the choice is shown again, as it was made, and only then carried out', async () => {
    const fields = await typed('Mine')
    await form.saveOther('Theirs')
    const asked = await refusal(post(fields))
    const kept = await recovered({ ...fieldsIn(asked.reply), 'choice-0': 'theirs' })
    const label = asked.reply.conflict?.[0]?.label
    expect(kept.conflict).toMatchObject([{ name: 'lead', label, mine: 'Mine', theirs: 'Theirs', chosen: 'theirs' }])
    expect(kept.result.initialValue).toMatchObject({ lead: 'Mine' })
    await redirected(post(fieldsIn(kept)))
    expect(form.lead()).toBe('Theirs')
  })

  test('at the choice, and a third one saves meanwhile: asked again, with their value', async () => {
    const fields = await typed('Mine')
    await form.saveOther('Theirs')
    const asked = await refusal(post(fields))
    const kept = await recovered(fieldsIn(asked.reply))
    await form.saveOther('Of a third')
    const { status, reply } = await refusal(post(fieldsIn(kept)))
    expect(status).toBe(409)
    expect(reply.conflict).toMatchObject([{ mine: 'Mine', theirs: 'Of a third' }])
    expect(form.lead()).toBe('Of a third')
  })

  test('with choices that cannot be read: every difference is asked about', async () => {
    const fields = await typed('Mine')
    await form.saveOther('Theirs')
    const asked = await refusal(post(fields))
    const kept = await recovered({ ...fieldsIn(asked.reply), conflict: '[{"name":"__proto__"}]' })
    expect(kept.conflict).toBeUndefined()
    expect((await refusal(post(fieldsIn(kept)))).status).toBe(409)
    expect(form.lead()).toBe('Theirs')
  })
})

test('a conflict of a draft with what is published: asked about as such', async () => {
  await draftOf('Of the draft')
  const { value, version } = content.read(team)
  const place = { name: 'lead', kind: 'value', mine: 'Of the draft', theirs: 'At first' }
  const fields = {
    ...fieldsOf({ ...value, lead: 'Of the draft' }),
    version: `${version}.${drafts.find(team)?.revision ?? ''}`,
    intent: 'draft',
    conflict: JSON.stringify([{ ...place, label: 'Opening sentence' }]),
    'conflict-with': 'published',
    'choice-0': 'theirs',
  }
  await auth.sessions.endSessionsOf('admin')
  const sent = await sectionEditorAction(screenArgs('/admin/team', cookie, { fields })).catch(
    (thrown: unknown) => thrown,
  )
  cookie = `${await signIn()}; ${cookieHeader(sent instanceof Response ? sent.headers.get('set-cookie') : null)}`
  const { data } = await layoutLoader(routeArgs(ownRequest('/admin/team', { headers: { cookie } })))
  expect(data.recovered).toMatchObject({
    isDraftConflict: true,
    conflict: [{ label: 'Opening sentence', chosen: 'theirs' }],
  })
})

describe('the form of a release', () => {
  const time = '2099-01-01T16:05:00'
  const before = { 'name-before': 'Results day', 'time-before': time }
  const send = (id: string, fields: Record<string, string>) =>
    releaseAction(
      screenArgs(`/admin/releases/${id}`, cookie, { params: { releaseId: id }, fields: { intent: 'save', ...fields } }),
    )

  async function changedMeanwhile() {
    const { id } = await releases.create({ name: 'Results day', time: '2099-01-01T10:35:00Z' }, 'admin')
    await releases.change(id, { name: 'Results day', time: '2099-02-02T10:35:00Z' }, 'ravi')
    return id
  }

  test('somebody has changed the time, here only the name was typed: both stay', async () => {
    const id = await changedMeanwhile()
    // Browsers leave out seconds that are 0.
    await redirected(send(id, { name: 'Results of Q2', time: '2099-01-01T16:05', ...before }))
    expect(releases.find(id)).toMatchObject({ name: 'Results of Q2', time: '2099-02-02T10:35:00Z' })
  })

  test('both have changed the time: said at its field, with what was typed; saved the second time', async () => {
    const id = await changedMeanwhile()
    const typed = { name: 'Results day', time: '2099-03-03T16:05:00' }
    const refused = await send(id, { ...typed, ...before })
    expect(refused).toMatchObject({
      data: {
        values: typed,
        errors: { time: [expect.stringContaining('Someone else has changed the time to Monday, 2 February 2099')] },
        before: { name: 'Results day', time: '2099-02-02T16:05' },
      },
      init: { status: 409 },
    })
    expect(releases.find(id)?.time).toBe('2099-02-02T10:35:00Z')
    await redirected(send(id, { ...typed, 'name-before': 'Results day', 'time-before': '2099-02-02T16:05' }))
    expect(releases.find(id)?.time).toBe('2099-03-03T10:35:00Z')
  })
})
