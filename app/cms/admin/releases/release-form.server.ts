import type { Author } from '#app/cms/platform/author.server.ts'
import { data } from '@remix-run/node'
import { formRefusal } from '#app/cms/platform/http/error-responses.server.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { askBeforeAdding } from '#app/cms/publishing/releases/ask-first.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { timeField } from '#app/cms/platform/site-time.ts'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { formatMoment, formatReleaseTime, parseTimeField } from '#app/cms/publishing/releases/release-time.ts'
import type { Release } from '#app/cms/publishing/releases/release-format.ts'
import { releaseHref } from './release-state.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

export interface Asked {
  request: Request
  params: Record<string, string | undefined>
  user: User
}

/** Error messages by field; those of `form` concern the whole form. */
export interface ReleaseErrors {
  name?: string[] | undefined
  time?: string[] | undefined
  form?: string[] | undefined
}

export function requirePublisher(user: User) {
  if (hasRole(user.role, 'publisher')) return
  throw new Response(
    'Only people with the role Publisher or Administrator can publish or schedule a release. Ask one of them.',
    { status: 403 },
  )
}

/** The release with an id. Throws 404 if there is none. */
export function requireRelease(id = '') {
  const release = currentSite().releases.find(id)
  if (!release) throw new Response('This release no longer exists.', { status: 404 })
  return release
}

/** Name and time as typed, the time in UTC, and the errors by field. */
export function readValues(fields: Record<string, unknown>) {
  const values = { name: textOf(fields['name']), time: textOf(fields['time']) }
  const time = parseTimeField(values.time)
  const isTimeWrong = values.time.trim() !== '' && time === undefined
  const errors: ReleaseErrors | undefined = isTimeWrong
    ? { time: ['Enter a day and a time, for example 2026-11-23 16:05'] }
    : undefined
  return { values, time, errors }
}

/** A refused form, shown again with what was typed. */
export function refuse<Values extends { name: string; time: string }>(
  error: unknown,
  values: Values,
  before?: { name: string; time: string },
) {
  const { status, errors } = formRefusal(error)
  return data({ values, errors: errors satisfies ReleaseErrors, before }, { status })
}

/** The section with a posted id. Throws 400 if there is none. */
export function requireSection(id: unknown) {
  const section = currentSite().sections.resolve(textOf(id))
  if (!section) throw new Response('There is no such section.', { status: 400 })
  return section
}

/**
 * Moves drafts that belong to no release into one, and returns what was done. Throws ConfirmationNeeded before a draft
 * that would make the release unpublishable: those before it are then in the release, and are left out the next time.
 */
export async function addDrafts(release: string, ids: readonly unknown[], by: Author): Promise<string> {
  const { drafts, releases } = currentSite()
  const chosen = ids.map(requireSection)
  if (chosen.length === 0) throw new ExpectedError(422, 'Select at least one draft.')
  const left = chosen.filter((section) => drafts.find(section))
  // A draft that is gone is reported.
  const moved = left.length === 0 ? chosen : left
  for (const section of moved) askBeforeAdding(by, currentSite(), section, release)
  await releases.moveDrafts(moved, { to: release, by })
  return chosen.length === 1
    ? `The draft of ${chosen[0]?.label ?? ''} is in this release now`
    : `${countOf(chosen.length, 'draft')} are in this release now`
}

/** The drafts that belong to no release. */
export function freeDrafts() {
  const free = currentSite()
    .drafts.list()
    .filter(({ release }) => release === undefined)
  return free.map(({ section: { id, label } }) => ({ id, label }))
}

/** A release as the screens show it. */
export function toRow(release: Release) {
  const { id, name, state, time, failure, published, earlier, created } = release
  const undone = state === 'open' ? earlier.at(-1)?.undone : undefined
  const nameOf = (by: string) => currentSite().auth.accounts.nameOf(by)
  const drafts = currentSite()
    .drafts.list()
    .filter((draft) => draft.release === id)
    .map(({ section }) => section.label)
  return {
    id,
    href: releaseHref(release),
    name,
    state,
    time: time && formatReleaseTime(time),
    /** The time as the whole page of the release shows it. */
    moment: time && formatMoment(time),
    timeField: fieldOf(time),
    failure,
    created: `${nameOf(created.by)}, ${formatTimeInSentence(created.time)}`,
    published: published && `${nameOf(published.by)}, ${formatReleaseTime(published.time)}`,
    /** Set if it was undone, and was not scheduled again since. */
    undone: undone && `${nameOf(undone.by)}, ${formatReleaseTime(undone.time)}`,
    content: published
      ? [countOf(published.sections.length, 'section'), countOf(published.files.length, 'file')].join(', ')
      : countOf(drafts.length, 'draft'),
    /** The names of its drafts. */
    drafts,
  }
}

/** The value of the time field: without the seconds, if there are none. */
export function fieldOf(time: string | undefined) {
  return time === undefined ? '' : timeField(time).replace(/:00$/, '')
}
