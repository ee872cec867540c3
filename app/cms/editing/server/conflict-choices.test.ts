import { beforeEach, expect, test } from 'vitest'
import { team } from '#test/example-site/team/team.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected, refusal } from '#test/edit-responses.ts'
import { fieldsOf } from '#test/section-form.ts'
import { sectionEditorAction } from '#app/cms/admin/editor/section/section-editor.server.ts'

const { content } = await createExampleSite()
const cookie = await signIn()

const MOST = 8
const step = (title: string) => ({ title, text: `About ${title}` })
const titles = () => content.read(team).value.steps.map(({ title }) => title)

type Team = ReturnType<typeof content.read<typeof team>>['value']

beforeEach(async () => {
  await content.update(team, {
    author: 'test',
    reason: 'Begin again',
    change: (now) => ({
      ...now,
      lead: 'Team',
      steps: Array.from({ length: MOST - 1 }, (_, at) => step(`Step ${at}`)),
    }),
  })
})

function post(value: Team, version: string, fields: Record<string, string> = {}) {
  const body = new FormData()
  const form = { ...fieldsOf(value), version, intent: 'save', ...fields }
  for (const [name, text] of Object.entries(form)) if (name !== 'intent' || text !== '') body.set(name, text)
  return sectionEditorAction(routeArgs(ownRequest('/admin/team', { method: 'POST', body, headers: { cookie } })))
}

const posted = (collisions: NonNullable<Awaited<ReturnType<typeof refusal>>['reply']['conflict']>) =>
  JSON.stringify(collisions.map(({ collision, choices }) => ({ ...collision, choices })))

/** Two people save from the same version. Resolves with the form that the second one gets. */
async function conflictOf(mine: (now: Team) => Team, theirs: (now: Team) => Team) {
  const { value, version } = content.read(team)
  await content.update(team, { author: 'ravi', reason: 'Saved', change: theirs })
  const typed = mine(value)
  const { status, reply } = await refusal(post(typed, version))
  expect(status).toBe(409)
  const collisions = reply.conflict ?? []
  const again = (fields: Record<string, string>, next = typed) =>
    post(next, reply.version, { conflict: posted(collisions), ...fields })
  return { typed, collisions, reply, again }
}

const adding = (title: string) => (now: Team) => ({ ...now, steps: [...now.steps, step(title)] })

test('two additions that break the limit of a list: a choice is required, and names the limit', async () => {
  const { collisions, again } = await conflictOf(adding('Mine'), adding('Theirs'))
  const limit = `Steps can hold at most ${MOST} entries`
  expect(collisions).toMatchObject([{ name: 'steps', collision: { limit } }])

  const { status, reply } = await refusal(again({}))
  expect(status).toBe(422)
  expect(reply).toMatchObject({
    result: { error: { '': [expect.stringContaining('Choose which version to keep')] } },
    conflict: [{ name: 'steps', label: 'Steps', collision: { limit } }],
  })
  expect(titles().at(-1)).toBe('Theirs')

  await redirected(again({ 'choice-0': 'mine' }))
  expect(titles().at(-1)).toBe('Mine')
})

const ledBy = (lead: string) => (now: Team) => ({ ...now, lead })

test('a form that is refused after a conflict: as it was typed, with the choices, until it is saved', async () => {
  const { typed, again } = await conflictOf(ledBy('Mine'), ledBy('Theirs'))
  const { status, reply } = await refusal(again({ 'choice-0': 'theirs' }, { ...typed, applyLead: '' }))
  expect(status).toBe(422)
  expect(reply).toMatchObject({
    result: { initialValue: { lead: 'Mine' }, error: { applyLead: [expect.any(String)] } },
    conflict: [{ name: 'lead', label: 'Opening sentence', mine: 'Mine', theirs: 'Theirs', chosen: 'theirs' }],
  })
  await redirected(again({ 'choice-0': 'theirs' }, { ...typed, applyLead: 'Another lead' }))
  expect(content.read(team).value).toMatchObject({ lead: 'Theirs', applyLead: 'Another lead' })
})

test('a list button without JavaScript after a conflict: the choices stay, at the places where they are now', async () => {
  const renamed = (to: string) => (now: Team) => ({
    ...now,
    steps: now.steps.map((one, at) => (at === 2 ? { ...one, title: to } : one)),
  })
  const { typed, collisions, again } = await conflictOf(renamed('Mine'), renamed('Theirs'))
  expect(collisions).toMatchObject([{ name: 'steps[2].title' }])
  const remove = JSON.stringify({ type: 'remove', payload: { name: 'steps', index: 0 } })
  const { status, reply } = await refusal(again({ intent: '', 'choice-0': 'theirs', __intent__: remove }))
  expect(status).toBe(200)
  expect(reply.conflict).toMatchObject([{ name: 'steps[1].title', chosen: 'theirs' }])
  expect(reply.result.initialValue?.['steps']).toHaveLength(MOST - 2)

  const left = { ...typed, steps: typed.steps.slice(1) }
  await redirected(post(left, reply.version, { conflict: posted(reply.conflict ?? []), 'choice-0': 'theirs' }))
  expect(titles()[1]).toBe('Theirs')
})
