import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { valueAt } from '#app/cms/content/compare/describe-collisions.ts'
import { Fingerprints } from '#app/cms/content/compare/fingerprints.ts'
import { parseContentFile } from '#app/cms/content/format/content-file.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { FormClient } from '#test/e2e/form-client.ts'
import type { Random } from '#test/random.ts'
import { unfinished } from '#test/reliability/releases.ts'
import { until, type Site } from '#test/reliability/site.ts'
import { ListForm, marked, type Plan, type Step } from './list-form.ts'
import * as staff from './staff.ts'

type Section = SectionDefinition<z.ZodObject>

/** How the two edits become public. */
export const WAYS = [
  'direct',
  'scheduled',
  'both-scheduled',
  'undo',
  'undo-button',
  'undo-release',
  'conflict',
] as const
type Way = (typeof WAYS)[number]

export interface Round {
  site: Site
  people: [FormClient, FormClient]
  section: Section
  way: Way
  random: Random
}

/** What a round has done; `skipped` says why nothing was saved. */
export interface Done {
  list: string
  skipped?: 'no list' | 'not valid' | 'no change'
}

const STEPS: readonly Step[] = ['change', 'remove', 'move', 'add']
/** Plays a round. Rejects with what was wrong. The section has its first content before and after it. */
export async function playRound(round: Round): Promise<Done> {
  const { people, section, random, way } = round
  const base = read(round)
  const releases = await openBoth(round)
  const forms = people.map((client) => new ListForm(client, section)) as [ListForm, ListForm]
  const lists = [...forms[0].lists()]
  if (lists.length === 0) return { list: '', skipped: 'no list' }
  const [list, count] = random.of(lists)
  if (way === 'conflict') return collide(round, base, forms, list, count)
  const plans = plansOf(random, forms[0], list, count)
  await forms[0].edit(list, plans[0], 'mine')
  await forms[1].edit(list, plans[1], 'theirs')
  const wanted = forms.map((form) => form.content())
  const [mine, theirs] = wanted
  const did = `${list}: ${JSON.stringify(plans)}`
  if (mine === undefined || theirs === undefined) {
    for (const [at, form] of forms.entries()) {
      if (form.content() === undefined && releases[at] === undefined) await expectRefusal(form)
    }
    return { list, skipped: 'not valid' }
  }
  // An entry that stays empty is not saved, and a release without a change is empty.
  const prints = new Fingerprints()
  if (wanted.some((content) => prints.isSame(content, base))) return { list, skipped: 'no change' }
  try {
    await publish(round, forms, releases)
    const expected = way.startsWith('undo') ? [base, theirs] : [mine, theirs]
    compare({ base, list, expected, now: read(round) })
    if (way !== 'undo' && way !== 'undo-button') orderKept({ base, list, plans, now: read(round) })
  } catch (error) {
    throw new Error(`${did}\n${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  await startAgain(round, base)
  return { list }
}

/** Both open the editor, in a release if they work for one. Resolves with their releases. */
async function openBoth({ people, section, way }: Round) {
  const releases: (string | undefined)[] = []
  for (const [at, client] of people.entries()) {
    const isInRelease = way === 'both-scheduled' || (at === 0 && (way === 'scheduled' || way === 'undo-release'))
    const release = isInRelease ? await staff.makeRelease(client, `${section.id} ${at}`) : undefined
    const query = release === undefined ? '' : `?release=${release.slice('/admin/releases/'.length)}`
    await client.open(`/admin/${section.id}${query}`)
    releases.push(release)
  }
  return releases
}

/** Steps of two people on different entries. Each moves at most one entry. */
function plansOf(random: Random, form: ListForm, list: string, count: number): [Plan, Plan] {
  const free = random.shuffled(Array.from({ length: Math.min(count, 12) }, (_, at) => at))
  const planOf = (): Plan => {
    const steps: { step: Step; at: number }[] = []
    for (let left = 1 + random.below(2); left > 0; left -= 1) {
      const [at = 0] = free
      const possible = STEPS.filter(
        (step) =>
          (step === 'add' || free.length > 0) &&
          form.can(step, list, at) &&
          !(step === 'move' && steps.some((done) => done.step === 'move')),
      )
      if (possible.length === 0) break
      const step = random.of(possible)
      if (step !== 'add') free.shift()
      steps.push({ step, at: step === 'add' ? -1 : at })
    }
    return steps
  }
  return [planOf(), planOf()]
}

/** A form that is not valid is refused. */
async function expectRefusal(form: ListForm) {
  const status = await form.client.press(form.saveButton('save'), [422])
  if (status !== 422) throw new Error(`A form that is not valid got ${status}`)
}

async function publish(round: Round, [mine, theirs]: [ListForm, ListForm], releases: (string | undefined)[]) {
  const { people, section, way, random } = round
  const [first, second] = people
  const [release, otherRelease] = releases
  await save(mine, release)
  const edit = way === 'undo' ? await staff.newestEdit(first, section.id) : undefined
  if (release !== undefined && random.below(2) === 0) {
    await save(theirs, otherRelease)
    await staff.schedule(first, release)
  } else if (release === undefined) {
    await save(theirs, otherRelease)
  } else {
    const due = await staff.schedule(first, release)
    // Sometimes it is published before the other person saves.
    if (random.below(3) === 0) await wait(Math.max(0, due + 500 - Date.now()))
    await save(theirs, otherRelease)
  }
  if (otherRelease !== undefined) await staff.schedule(second, otherRelease)
  if (release !== undefined) await staff.published(first, release)
  if (otherRelease !== undefined) await staff.published(second, otherRelease)
  if (way === 'undo-release' && release !== undefined) await staff.undoRelease(first, release)
  if (edit !== undefined) await staff.undoEdit(random.of(people), edit)
  if (way === 'undo-button') await staff.pressUndo(first)
  await untilWritten(round)
}

/** Visitors see a release before its files are written. */
async function untilWritten({ site }: Pick<Round, 'site'>) {
  await until(
    () => unfinished(site).length === 0,
    () => `Not written: ${unfinished(site).join(', ')}`,
  )
}

/** Saves a form that must not meet a question. */
async function save(form: ListForm, release: string | undefined) {
  const { client } = form
  const status = await client.press(form.saveButton(release === undefined ? 'save' : 'draft'), [409, 422])
  const failure = client.document.querySelector('.status--bad')
  if (status !== 200 || failure) throw new Error(`The save was not accepted (${status}): ${staff.mainOf(client)}`)
}

interface Outcome {
  base: unknown
  list: string
  now: unknown
}

/** Each entry and each text is there as often as the two edits together say. */
export function compare({ base, list, expected, now }: Outcome & { expected: unknown[] }) {
  const prints = new Fingerprints()
  const entriesOf = (content: unknown) =>
    ((valueAt(content, list) as unknown[] | undefined) ?? []).map((one) => prints.of(one))
  for (const partsOf of [entriesOf, textsOf]) {
    const counts = new Map<string, number>()
    const count = (content: unknown, by: number) => {
      for (const part of partsOf(content)) counts.set(part, (counts.get(part) ?? 0) + by)
    }
    for (const content of expected) count(content, 1)
    count(base, -1)
    count(now, -1)
    const wrong = [...counts].filter(([, by]) => by !== 0)
    if (wrong.length > 0) {
      const lines = wrong.map(([part, by]) => `${by > 0 ? 'missing' : 'too often'}: ${part.slice(0, 200)}`)
      throw new Error(`The published content is wrong.\n${lines.join('\n')}`)
    }
  }
}

function textsOf(content: unknown): string[] {
  if (Array.isArray(content)) return content.flatMap(textsOf)
  if (typeof content === 'object' && content !== null) {
    return Object.entries(content).flatMap(([name, part]) => (name === '_id' ? [] : textsOf(part)))
  }
  if (typeof content === 'number' || typeof content === 'boolean') return [String(content)]
  return typeof content === 'string' && content !== '' ? [content.replaceAll('\r\n', '\n').trimEnd()] : []
}

/** The entries that were not touched keep their order. */
function orderKept({ base, list, plans, now }: Outcome & { plans: readonly Plan[] }) {
  const prints = new Fingerprints()
  const touched = new Set(plans.flat().map(({ at }) => at))
  const before = (valueAt(base, list) as unknown[]).map((one) => prints.of(one))
  const kept = before.filter((one, at) => !touched.has(at) && before.indexOf(one) === before.lastIndexOf(one))
  const after = (valueAt(now, list) as unknown[]).map((one) => prints.of(one)).filter((one) => kept.includes(one))
  if (kept.join() !== after.join()) throw new Error('Entries that were not touched have another order')
}

/** Both change the same field: the second one is asked, and gets what they choose. */
async function collide(
  round: Round,
  base: unknown,
  forms: [ListForm, ListForm],
  list: string,
  count: number,
): Promise<Done> {
  const { random } = round
  const entries = Array.from({ length: count }, (_, at) => `${list}[${at}]`).filter((entry) => forms[0].text(entry))
  if (entries.length === 0) return { list, skipped: 'no list' }
  const entry = random.of(entries)
  const name = forms[0].text(entry)?.name ?? ''
  const was = forms[0].client.control(name).value
  for (const [at, { client }] of forms.entries()) client.control(name).value = marked(was, ['theirs', 'mine'][at] ?? '')
  if (forms.some((form) => form.content() === undefined)) return { list, skipped: 'not valid' }
  await save(forms[0], undefined)
  const { client } = forms[1]
  const status = await client.press(forms[1].saveButton('save'), [409, 422])
  if (status !== 409) throw new Error(`${name}: changed by both, but not asked (${status})`)
  const offered = [...client.document.querySelectorAll<HTMLInputElement>('input[name=choice-0]')]
  const others = client.document.querySelector('input[name=choice-1]')
  if (offered.length < 2 || others) throw new Error(`${name}: another question than expected: ${staff.mainOf(client)}`)
  const chosen = random.of(offered)
  chosen.checked = true
  const choice = chosen.value
  await save(forms[1], undefined)
  const [mine, theirs] = [marked(was, 'mine'), marked(was, 'theirs')]
  const texts = textsOf(read(round))
  const found = [mine, theirs].map((text) => texts.filter((one) => one === text).length)
  const wanted = choice === 'both' ? [1, 1] : choice === 'mine' ? [1, 0] : [0, 1]
  if (found.join() !== wanted.join())
    throw new Error(`${name}, answered with ${choice}: ${found.join()} of mine and theirs`)
  const entriesNow = (valueAt(read(round), list) as unknown[]).length
  if (entriesNow !== count + (choice === 'both' ? 1 : 0)) throw new Error(`${name}, ${choice}: ${entriesNow} entries`)
  await startAgain(round, base)
  return { list }
}

/** Restores the section by its history. */
export async function startAgain(round: Omit<Round, 'way'>, base: unknown) {
  const { people, section, random } = round
  await staff.restoreFirst(random.of(people), section.id)
  const prints = new Fingerprints()
  if (!prints.isSame(base, read(round))) throw new Error('The restored content is not the first one')
}

export function read({ site, section }: Pick<Round, 'site' | 'section'>): unknown {
  const parsed = parseContentFile(section, readFileSync(path.join(site.contentDir, section.file), 'utf8'))
  if ('fault' in parsed) throw new Error(`${section.file} is not valid`)
  return parsed.file.value
}
