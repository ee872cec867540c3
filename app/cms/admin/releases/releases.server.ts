import { data, redirect } from '@remix-run/node'
import { formRefusal } from '#app/cms/platform/http/error-responses.server.ts'
import { differencesOfDraft } from '#app/cms/admin/editor/draft/draft-changes.server.ts'
import { flashExpectedErrors, issueTexts } from '#app/cms/admin/history/section-history.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { changeApproval, noteOfApproval, viewOfApproval } from '#app/cms/admin/approval/approval.server.ts'
import { approvalIntents } from '#app/cms/admin/approval/approval-intents.ts'
import { viewOfReleaseApproval } from '#app/cms/admin/approval/release-approval.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { listDifferences } from '#app/cms/content/compare/content-differences.ts'
import { addressOf } from '#app/cms/media/media-address.ts'
import { InvalidContent } from '#app/cms/content/store/errors.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { formatTime, timeField } from '#app/cms/platform/format/time.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { askBeforeAdding, askBeforeRemoval } from '#app/cms/content/publish/releases/ask-first.server.ts'
import { formatReleaseTime, parseTimeField } from '#app/cms/content/publish/releases/release-time.ts'
import {
  isOpen,
  ONLY_PUBLISHERS_DISCARD,
  type Release,
  type ReleaseConflict,
} from '#app/cms/content/publish/releases/release-format.ts'
import type { ReleaseChange } from '#app/cms/content/publish/releases/release-store.server.ts'
import { confirmClock, shownClockJump } from './clock-jump.server.ts'
import { blockedReleases, problemOf, releaseHref } from './release-state.server.ts'
import { summaryOf } from './release-summary.ts'
import { publicationsOf } from './release-publications.server.ts'
import { whereShown } from '#app/cms/define/public-pages.ts'
import { releaseIntents, releasesIntents } from './release-intents.ts'
import { currentSite } from '#app/cms/site.server.ts'

const PAGE = '/admin/releases'

interface Asked {
  request: Request
  params: Record<string, string | undefined>
  user: User
}

/** The most past releases in the list. */
const SHOWN_PAST = 100

/** Error messages by field; those of `form` concern the whole form. */
export interface ReleaseErrors {
  name?: string[] | undefined
  time?: string[] | undefined
  form?: string[] | undefined
}

export type ReleaseRow = ReturnType<typeof toRow> & { isBlocked?: boolean | undefined; isHeld?: boolean | undefined }

/** All releases: those that are still to be published, then the past ones. */
export const releasesLoader = adminLoader('editor', async ({ user }) => {
  const blocked = await blockedReleases()
  const held = new Set(currentSite().releases.held())
  const all = currentSite().releases.list()
  const past = all.filter((release) => !isOpen(release))
  return {
    clockJump: shownClockJump(user),
    open: all
      .filter(isOpen)
      .map((release) => ({ ...toRow(release), isBlocked: blocked.has(release.id), isHeld: held.has(release) })),
    past: past.slice(0, SHOWN_PAST).map((release) => ({ ...toRow(release), isBlocked: false })),
    hidden: Math.max(0, past.length - SHOWN_PAST),
  }
})

/**
 * Creates a release (`intent=create`, with `name` and `time`) and redirects to it. If that is refused, responds with
 * the reasons, what was typed, and 422 or the status of the error. A publisher can also confirm the date of the server
 * (`intent=confirm-clock`).
 */
export const releasesAction = adminAction('editor', changeReleases, { intents: releasesIntents })

async function changeReleases({ request, user }: Asked) {
  const { fields } = await readSmallForm(request)
  if (fields['intent'] === releasesIntents.confirmClock) {
    requirePublisher(user)
    return flashExpectedErrors(PAGE, () => confirmClock(user))
  }
  if (fields['intent'] !== releasesIntents.create) throw unknownIntent()
  const { values, time, errors } = readValues(fields)
  if (errors) return data({ values, errors }, { status: 422 })
  try {
    const release = await currentSite().releases.create({ name: values.name, time }, user.id)
    currentSite().auth.recoveredForms.removeForm(request)
    return currentSite().flash.flashRedirect(releaseHref(release), {
      kind: 'success',
      message: 'Release created. Add drafts to it, then schedule or publish it',
    })
  } catch (error) {
    return refuse(error, values)
  }
}

/** One release: what it changes, page by page, its files, and the conflicts and warnings before it is published. */
export const releaseLoader = adminLoader('editor', async ({ params, user }) => {
  const release = requireRelease(params['releaseId'])
  const { releases, drafts } = currentSite()
  const changes = isOpen(release) ? releases.changes(release) : []
  const taken = new Set(changes.map(({ section }) => section.id))
  const free = isOpen(release) ? drafts.list().filter((draft) => draft.release === undefined) : []
  return {
    release: toRow(release),
    mayPublish: hasRole(user.role, 'publisher'),
    pages: pagesOf(changes.map((change) => toChangeRow(release, change))),
    files: shownFiles(release),
    approval: isOpen(release) ? viewOfReleaseApproval(release, user) : undefined,
    addable: currentSite().definition.sections.flatMap(({ id, label }) =>
      !taken.has(id) && free.some(({ section }) => section.id === id) ? { id, label } : [],
    ),
    problem: isOpen(release) ? await problemOf(release) : undefined,
    warnings: isOpen(release) ? warningsOf(release) : [],
    publications: publicationsOf(release),
  }
})

/**
 * Changes a release. Intents of editors: `save` (`name`, `time`), `add` and `take-out` (a `section`), `take-file` (a
 * `file`), `delete` (`drafts`: `discard` to discard its drafts, which only publishers may do; otherwise they become
 * ordinary drafts). Intents of publishers: also `ask-schedule` (saves, and leads to the question), `schedule`, `take-back`, `publish`, `undo`. A
 * refused form is shown again. All other results are shown on the page.
 */
export const releaseAction = adminAction('editor', changeRelease, { intents: releaseIntents })

async function changeRelease({ request, params, user }: Asked) {
  const { fields } = await readSmallForm(request)
  const release = requireRelease(params['releaseId'])
  const { intent } = fields
  const isChecked = intent === releaseIntents.askSchedule || intent === releaseIntents.schedule
  if (intent === releaseIntents.save || isChecked) {
    const { values, time, errors } = readValues({ name: release.name, time: fieldOf(release.time), ...fields })
    if (errors) return data({ values, errors }, { status: 422 })
    if (isChecked || release.state === 'scheduled') requirePublisher(user)
    try {
      const { auth, releases, flash } = currentSite()
      const changed = await releases.change(release.id, { name: values.name, time }, user.id)
      auth.recoveredForms.removeForm(request)
      if (intent === releaseIntents.askSchedule) {
        await releases.requireSchedulable(changed)
        return redirect(`${releaseHref(release)}/ask/schedule`, 303)
      }
      const saved =
        intent === releaseIntents.schedule ? await releases.schedule(release.id, user.id) : releases.find(release.id)
      return flash.flashRedirect(releaseHref(release), {
        kind: 'success',
        message:
          saved?.state === 'scheduled' && saved.time !== undefined
            ? `Scheduled. The release will be published on ${formatReleaseTime(saved.time)}`
            : 'The release was saved',
      })
    } catch (error) {
      return refuse(error, values)
    }
  }
  if (typeof intent !== 'string' || !isChange(intent)) throw unknownIntent()
  if (!FOR_EDITORS.has(intent)) requirePublisher(user)
  // A scheduled release is published without another review.
  else if (release.state === 'scheduled') requirePublisher(user)
  if (intent === releaseIntents.delete && fields['drafts'] === 'discard' && !hasRole(user.role, 'publisher')) {
    throw new Response(ONLY_PUBLISHERS_DISCARD, { status: 403 })
  }
  return flashRefusals(releaseHref(release), async () => {
    const message = await changes[intent](release, user.id, fields)
    return currentSite().flash.flashRedirect(intent === releaseIntents.delete ? PAGE : releaseHref(release), {
      kind: 'success',
      message,
    })
  })
}

/** The files that become public with an open release. */
export function shownFiles(release: Release) {
  const files = isOpen(release) ? currentSite().releases.stagedFiles(release) : []
  const own = new Set(release.files)
  return files.map((file) => ({ file, href: addressOf(file), isOwn: own.has(file) }))
}

/** What a section of a release changes, field by field. */
export const releaseChangesLoader = adminLoader('editor', ({ params, user }) => {
  const release = requireRelease(params['releaseId'])
  const { section, conflict, effective } = requireChange(release, params['section'])
  return {
    release: toRow(release),
    section: {
      id: section.id,
      label: section.label,
      href: editorHref(section.id, release),
      previewHref: `/admin/site-view/release-${release.id}${section.page}`,
    },
    conflict: conflict?.places,
    approval: isOpen(release) ? viewOfApproval({ section, release: release.id }, user) : undefined,
    ...differencesOfDraft(effective),
  }
})

/** Handles the posts of the approval form of a section of a release. */
export const releaseChangesAction = adminAction('editor', changeReleaseApproval, { intents: approvalIntents })

async function changeReleaseApproval({ request, params, user }: Asked) {
  const { fields } = await readSmallForm(request)
  const release = requireRelease(params['releaseId'])
  const { section } = requireChange(release, params['section'])
  const changed = await changeApproval({ section, release: release.id }, { request, fields, user })
  if (!changed) throw unknownIntent()
  return changed
}

function requireChange(release: Release, sectionId: string | undefined) {
  const { releases, drafts } = currentSite()
  const change = releases.changes(release).find(({ section }) => section.id === sectionId)
  const effective = change && drafts.effective(change.section, release.id)
  if (!effective) throw new Response('This release does not change this section.', { status: 404 })
  return { ...change, effective }
}

const QUESTIONS = {
  schedule: {
    isPossible: (release: Release) => isOpen(release) && release.state !== 'scheduled' && release.time !== undefined,
    title: 'Schedule',
    text: (_name: string, release: Release) =>
      `${summaryOf({ time: release.time, ...contentOf(release) })} You can cancel the schedule until then.`,
  },
  publish: {
    isPossible: isOpen,
    title: 'Publish now',
    text: (name: string) => `Everything in “${name}” becomes public at once. You can undo the whole release later.`,
  },
  undo: {
    isPossible: ({ state }: Release) => state === 'published',
    title: 'Undo this release',
    text: (name: string) =>
      `All changes of “${name}” are undone at the same moment. They become the drafts of this release again, with their files, so that you can change them and publish the release anew. Sections that need approval have to be approved again. Later changes in other fields are not undone. Files that no published content uses are no longer public.`,
  },
  delete: {
    isPossible: ({ state }: Release) => state !== 'published' && state !== 'scheduled',
    title: 'Delete release',
    text: (name: string) => `“${name}” will be deleted. The public website does not change.`,
  },
}

/**
 * The question before a release is published, undone or deleted. Redirects to the release if that is not possible now.
 */
export const releaseQuestionLoader = adminLoader('editor', ({ params, user }) => {
  const release = requireRelease(params['releaseId'])
  const intent = params['question'] ?? ''
  if (!isQuestion(intent)) throw new Response('There is no such page.', { status: 404 })
  const { isPossible, title, text } = QUESTIONS[intent]
  if (!isPossible(release)) throw redirect(releaseHref(release))
  const hasDrafts =
    intent === 'delete' &&
    currentSite()
      .drafts.list()
      .some((draft) => draft.release === release.id)
  return {
    href: releaseHref(release),
    title,
    text: text(release.name, release),
    intent,
    hasDrafts,
    mayDiscard: hasRole(user.role, 'publisher'),
  }
})

function isQuestion(intent: string): intent is keyof typeof QUESTIONS {
  return Object.hasOwn(QUESTIONS, intent)
}

/** Each change that needs no name or time. Resolves with the message of its success. */
const changes = {
  async [releaseIntents.publish]({ id, name }: Release, by: string) {
    await currentSite().releases.publish(id, by)
    return `“${name}” is published`
  },
  async [releaseIntents.takeBack]({ id }: Release, by: string) {
    await currentSite().releases.unschedule(id, by)
    return 'The release is not scheduled any more'
  },
  async [releaseIntents.undo]({ id, name }: Release, by: string) {
    await currentSite().releases.undo(id, by)
    return `“${name}” was undone. Its changes are drafts of this release again`
  },
  async [releaseIntents.add]({ id }: Release, by: string, fields: Record<string, unknown>) {
    const section = requireSection(fields['section'])
    askBeforeAdding(currentSite(), section, id)
    await currentSite().releases.moveDraft(section, { to: id, by })
    return `The draft of ${section.label} is in this release now`
  },
  async [releaseIntents.takeOut](release: Release, by: string, fields: Record<string, unknown>) {
    const { id } = release
    const section = requireSection(fields['section'])
    askBeforeRemoval(release, section.label)
    await currentSite().releases.moveDraft(section, { from: id, by })
    return `The draft of ${section.label} was taken out of this release`
  },
  async [releaseIntents.takeFile](release: Release, by: string, fields: Record<string, unknown>) {
    const file = textOf(fields['file'])
    const { id } = release
    askBeforeRemoval(release, file)
    await currentSite().releases.removeFile(id, file, by)
    return `${file} was taken out of this release`
  },
  async [releaseIntents.delete]({ id, name }: Release, by: string, fields: Record<string, unknown>) {
    const fate = fields['drafts'] === 'discard' ? 'discard' : 'detach'
    await currentSite().releases.remove(id, fate, by)
    return `“${name}” was deleted`
  },
}

/** The changes that editors may make: they only prepare a release. */
const FOR_EDITORS = new Set<keyof typeof changes>([
  releaseIntents.add,
  releaseIntents.takeOut,
  releaseIntents.takeFile,
  releaseIntents.delete,
])

function isChange(intent: string): intent is keyof typeof changes {
  return Object.hasOwn(changes, intent)
}

function requirePublisher(user: User) {
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

function requireSection(id: unknown) {
  const section = currentSite().definition.sections.find((candidate) => candidate.id === id)
  if (!section) throw new Response('There is no such section.', { status: 400 })
  return section
}

/** Name and time as typed, the time in UTC, and the errors by field. */
function readValues(fields: Record<string, unknown>) {
  const values = { name: textOf(fields['name']), time: textOf(fields['time']) }
  const time = parseTimeField(values.time)
  const isTimeWrong = values.time.trim() !== '' && time === undefined
  const errors: ReleaseErrors | undefined = isTimeWrong
    ? { time: ['Enter a day and a time, for example 2026-11-23 16:05:00'] }
    : undefined
  return { values, time, errors }
}

/** A refused form, shown again with what was typed. */
function refuse(error: unknown, values: { name: string; time: string }) {
  const { status, errors } = formRefusal(error)
  return data({ values, errors: errors satisfies ReleaseErrors }, { status })
}

/** Like `flashExpectedErrors`, but names the fields that would not be valid by their labels. */
function flashRefusals(page: string, change: Parameters<typeof flashExpectedErrors>[1]) {
  return flashExpectedErrors(page, async () => {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof InvalidContent)) throw error
      const section = requireSection(error.section)
      const message = `Nothing was published, because ${section.label} would not be valid. ${issueTexts(section, error.issues).join('; ')}`
      return currentSite().flash.flashRedirect(page, { kind: 'failure', message })
    }
  })
}

/** Warnings for the person who is about to publish it. */
function warningsOf(release: Release): string[] {
  const { time } = release
  const isPast = release.state !== 'scheduled' && time !== undefined && Date.parse(time) <= Date.now()
  return isPast ? ['The time of this release is in the past. Choose another time to schedule the release.'] : []
}

/** The number of sections and files that a release makes public. */
function contentOf(release: Release) {
  const { drafts, releases } = currentSite()
  return {
    sections: drafts.list().filter((draft) => draft.release === release.id).length,
    files: releases.stagedFiles(release).length,
  }
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
    /** Set if it was undone, and nobody has scheduled it since. */
    undone: undone && `${nameOf(undone.by)}, ${formatReleaseTime(undone.time)}`,
    content: published
      ? [countOf(published.sections.length, 'section'), countOf(published.files.length, 'file')].join(', ')
      : countOf(drafts, 'draft'),
  }
}

interface ChangeRow {
  page: { href: string; label: string }
  id: string
  label: string
  differences: string
  href: string
  editHref: string
  by: string
  /** Places of a conflict; undefined if there is none. */
  conflict: ReleaseConflict['places'] | undefined
  alsoIn: { name: string; href: string }[]
  /** Address of its approval form, if the approval is still missing. */
  approvalHref: string | undefined
  /** Name of the person who has approved it before it was changed. */
  approvedBefore: string | undefined
}

function toChangeRow(release: Release, { section, draft, current, next, conflict, alsoIn }: ReleaseChange): ChangeRow {
  const [href = '/'] = section.page.split('#')
  const { place } = whereShown(section, currentSite().definition)
  return {
    page: { href, label: place.charAt(0).toUpperCase() + place.slice(1) },
    id: section.id,
    label: section.label,
    differences: countOf(listDifferences(current, next).length, 'difference'),
    href: `${releaseHref(release)}/changes/${section.id}`,
    editHref: editorHref(section.id, release),
    by: `${currentSite().auth.accounts.nameOf(draft.author)}, ${formatTime(draft.time)}`,
    conflict: conflict?.places,
    alsoIn: alsoIn.map((other) => ({ name: other.name, href: releaseHref(other) })),
    ...missingApproval({ section, release: release.id }),
  }
}

function missingApproval(place: { section: ReleaseChange['section']; release: string }) {
  const { approvals } = currentSite()
  if (approvals.missing([place]).length === 0) return { approvalHref: undefined, approvedBefore: undefined }
  const { href, state, decision } = noteOfApproval(place) ?? {}
  return {
    approvalHref: href,
    approvedBefore: state === 'outdated' && decision?.isSentBack === false ? decision.by : undefined,
  }
}

/** Groups the changes by the public page that shows them. */
function pagesOf(rows: readonly ChangeRow[]) {
  const pages = new Map<string, { href: string; label: string; sections: ChangeRow[] }>()
  for (const row of rows) {
    const page = pages.get(row.page.href) ?? { ...row.page, sections: [] }
    page.sections.push(row)
    pages.set(row.page.href, page)
  }
  return [...pages.values()]
}

function fieldOf(time: string | undefined) {
  return time === undefined ? '' : timeField(time)
}

function editorHref(section: string, { id }: Release) {
  return `/admin/${section}?release=${id}`
}
