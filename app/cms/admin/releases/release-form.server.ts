import { data } from '@remix-run/node'
import { formRefusal } from '#app/cms/platform/http/error-responses.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { formatTime } from '#app/cms/platform/format/time.ts'
import { timeField } from '#app/cms/platform/site-time.ts'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { formatReleaseTime, parseTimeField } from '#app/cms/content/publish/releases/release-time.ts'
import type { Release } from '#app/cms/content/publish/releases/release-format.ts'
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
  if (!release) throw new Response('This release does not exist any more.', { status: 404 })
  return release
}

/** Name and time as typed, the time in UTC, and the errors by field. */
export function readValues(fields: Record<string, unknown>) {
  const values = { name: textOf(fields['name']), time: textOf(fields['time']) }
  const time = parseTimeField(values.time)
  const isTimeWrong = values.time.trim() !== '' && time === undefined
  const errors: ReleaseErrors | undefined = isTimeWrong
    ? { time: ['Enter a day and a time, for example 2026-11-23 16:05:00'] }
    : undefined
  return { values, time, errors }
}

/** A refused form, shown again with what was typed. */
export function refuse(error: unknown, values: { name: string; time: string }) {
  const { status, errors } = formRefusal(error)
  return data({ values, errors: errors satisfies ReleaseErrors }, { status })
}

/** A release as the screens show it. */
export function toRow(release: Release) {
  const { id, name, state, time, failure, published, earlier, created } = release
  const undone = state === 'open' ? earlier.at(-1)?.undone : undefined
  const nameOf = (by: string) => currentSite().auth.accounts.nameOf(by)
  const drafts = currentSite()
    .drafts.list()
    .filter((draft) => draft.release === id).length
  return {
    id,
    href: releaseHref(release),
    name,
    state,
    time: time && formatReleaseTime(time),
    timeField: fieldOf(time),
    failure,
    created: `${nameOf(created.by)}, ${formatTime(created.time)}`,
    published: published && `${nameOf(published.by)}, ${formatReleaseTime(published.time)}`,
    /** Set if it was undone, and was not scheduled again since. */
    undone: undone && `${nameOf(undone.by)}, ${formatReleaseTime(undone.time)}`,
    content: published
      ? [countOf(published.sections.length, 'section'), countOf(published.files.length, 'file')].join(', ')
      : countOf(drafts, 'draft'),
  }
}

export function fieldOf(time: string | undefined) {
  return time === undefined ? '' : timeField(time)
}
