import type { FormClient } from '#test/e2e/form-client.ts'
import type { Entry, EntryScreens } from '#app/cms/define/define-section.ts'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { entriesOf } from '#app/cms/content/store/edit-entry.ts'
import { buttonOf, isProse, marked, type Step } from './list-form.ts'
import { compare, read, startAgain, untilWritten, type Done, type Round } from './round.ts'
import * as staff from './staff.ts'

/** How the edits of two people on the screens of a list become public. */
export const ENTRY_WAYS = ['direct', 'draft', 'scheduled', 'undo-button', 'conflict'] as const
export type EntryWay = (typeof ENTRY_WAYS)[number]

/** The round of a section whose list is edited entry by entry. */
export type EntryRound = Omit<Round, 'way'> & { way: EntryWay; list: EntryScreens }

interface Plan {
  step: Step
  entry: Entry
}

/** What a person is about to do, on a page that is already open. */
interface Prepared {
  /** Sends the form. Resolves with the status. */
  send: () => Promise<number>
  /** The entries after this edit alone. */
  entries: readonly Entry[]
}

/**
 * Plays a round on the screens of a list. Rejects with what was wrong. The section has its first content before and
 * after it.
 */
export async function playEntryRound(round: EntryRound): Promise<Done> {
  const { people, section, list, way, random } = round
  const base = asRecord(read(round))
  const stored = entriesOf(base, list.field)
  if (way === 'conflict') return collide(round, base, random.of(stored))
  const plans = plansOf(round, stored)
  const did = JSON.stringify(plans.map(({ step, entry }) => [step, entry._id]))
  const release = way === 'scheduled' ? await staff.makeRelease(people[0], section.id) : undefined
  const query = release === undefined ? '' : `?release=${release.slice('/admin/releases/'.length)}`
  const mine = await prepare(round, people[0], plans[0], way === 'draft' ? '?draft=yes' : query, 'mine')
  const theirs = await prepare(round, people[1], plans[1], '', 'theirs')
  try {
    await accept(people[0], mine)
    await accept(people[1], theirs)
    if (way === 'draft') await publishDraft(people[0], section.id)
    if (way === 'undo-button') await staff.pressUndo(people[0])
    if (release !== undefined) {
      await staff.schedule(people[0], release)
      await staff.published(people[0], release)
    }
    await untilWritten(round)
    const expected = [way === 'undo-button' ? stored : mine.entries, theirs.entries]
    compare({
      base,
      list: list.field,
      expected: expected.map((entries) => ({ ...base, [list.field]: entries })),
      now: read(round),
    })
  } catch (error) {
    throw new Error(`${did}\n${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  await startAgain(round, base)
  return { list: list.field }
}

/** A step of each person, on different entries. At most one of them changes which entries there are, or their order. */
function plansOf({ list, random }: EntryRound, entries: readonly Entry[]): [Plan, Plan] {
  const [one, other] = random.shuffled([...entries])
  if (!one || !other) throw new Error('The list has too few entries')
  const step = random.of<Step>(list.indexFor ? ['change', 'remove', 'add'] : ['change', 'remove', 'add', 'move'])
  const otherStep = random.of<Step>(step === 'move' ? ['change'] : ['change', 'remove', 'add'])
  const plans: [Plan, Plan] = [
    { step, entry: one },
    { step: otherStep, entry: other },
  ]
  return random.below(2) === 0 ? plans : [plans[1], plans[0]]
}

/** Opens the page of a step, and types what it changes. */
async function prepare(round: EntryRound, client: FormClient, plan: Plan, query: string, mark: string) {
  const { section, list } = round
  const { step, entry } = plan
  const stored = entriesOf(asRecord(read(round)), list.field)
  await client.open(`/admin/${section.id}${query}`)
  const prepared = (button: () => HTMLButtonElement, entries: readonly Entry[]): Prepared => ({
    send: () => client.press(button(), [409, 422]),
    entries,
  })
  if (step === 'move') {
    const row = client.document.querySelector(`input[name=_id][value="${entry._id}"]`)?.closest('form')
    const button = row?.querySelector<HTMLButtonElement>('button[name=intent]:not(:disabled)')
    if (!button) throw new Error('An entry cannot be moved')
    return prepared(() => button, stored)
  }
  if (step === 'remove') {
    const link = linkOf(client, `${list.editsIn === 'row' ? 'delete' : 'edit'}-${entry._id}`)
    await client.open(list.editsIn === 'row' ? link : `${link}${link.includes('?') ? '&' : '?'}confirm=delete`)
    return prepared(
      () => buttonOf(client, 'delete'),
      stored.filter(({ _id }) => _id !== entry._id),
    )
  }
  await client.open(linkOf(client, `edit-${step === 'add' ? 'new' : entry._id}`))
  const form = formOf(client, list)
  const next: Record<string, unknown> & { _id: string } = { ...entry }
  for (const control of controlsOf(form)) {
    const { name } = control
    if (name === '_id') next._id = control.value
    const value = entry[name]
    if (name === '_id' || typeof value !== 'string') continue
    if (step === 'change' && name !== 'title') continue
    next[name] = control.value = isProse(value) ? marked(value, mark) : value
  }
  const others = step === 'add' ? [...stored, next] : stored.map((one) => (one._id === next._id ? next : one))
  return prepared(() => saveButton(client, list), others)
}

/** Sends what was prepared, which must not meet a question or a refusal. */
async function accept(client: FormClient, { send }: Prepared) {
  const status = await send()
  const failure = client.document.querySelector('.status--bad')
  if (status !== 200 || failure) throw new Error(`The save was not accepted (${status}): ${staff.mainOf(client)}`)
}

async function publishDraft(client: FormClient, section: string) {
  await client.open(`/admin/${section}`)
  await client.press(buttonOf(client, 'publish'))
  const failure = client.document.querySelector('.status--bad')
  if (failure) throw new Error(`The draft was not published: ${staff.mainOf(client)}`)
}

/** Both change the title of one entry: the second one is asked, and gets what they choose. */
async function collide(round: EntryRound, base: unknown, entry: Entry): Promise<Done> {
  const { people, list, random } = round
  const plan: Plan = { step: 'change', entry }
  const theirs = await prepare(round, people[0], plan, '', 'theirs')
  const mine = await prepare(round, people[1], plan, '', 'mine')
  await accept(people[0], theirs)
  const [, client] = people
  const status = await mine.send()
  if (status !== 409) throw new Error(`${entry._id}: changed by both, but not asked (${status})`)
  const offered = [...client.document.querySelectorAll<HTMLInputElement>('input[name=choice-0]')]
  if (offered.length < 2 || client.document.querySelector('input[name=choice-1]')) {
    throw new Error(`${entry._id}: another question than expected: ${staff.mainOf(client)}`)
  }
  const chosen = random.of(offered)
  chosen.checked = true
  const { value } = chosen
  await accept(client, { ...mine, send: () => client.press(saveButton(client, list), [409, 422]) })
  const now = entriesOf(asRecord(read(round)), list.field).find(({ _id }) => _id === entry._id)
  const wanted = marked(String(entry['title']), value)
  if (now?.['title'] !== wanted) throw new Error(`${entry._id}, answered with ${value}: ${String(now?.['title'])}`)
  await startAgain(round, base)
  return { list: list.field }
}

function linkOf({ document }: FormClient, id: string) {
  const link = document.getElementById(id)?.getAttribute('href')
  if (link === null || link === undefined) throw new Error(`${document.title} has no link ${id}`)
  return link
}

function formOf({ document }: FormClient, { noun }: EntryScreens) {
  const form = document.forms.namedItem(noun)
  if (!form) throw new Error(`${document.title} has no form of a ${noun}`)
  return form
}

function controlsOf(form: HTMLFormElement) {
  return form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(':is(input:not([type=file]), textarea)[name]')
}

/** The button that publishes, or the one that saves the draft where there is no other. */
function saveButton(client: FormClient, list: EntryScreens) {
  const form = formOf(client, list)
  const isDraft = form.querySelector(`#${list.noun}-update`) === null
  return buttonOf(client, isDraft ? 'draft' : 'save', `#${list.noun}`)
}
