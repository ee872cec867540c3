import type { Author } from '#app/cms/platform/author.server.ts'
import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { editorAddress } from '#app/cms/editing/server/draft-ref.server.ts'
import { data, redirect } from '@remix-run/node'
import { flashExpectedErrors, issueTexts } from '#app/cms/editing/server/section-history.server.ts'
import { noteOfApproval } from '#app/cms/admin/approval/approval.server.ts'
import { viewOfReleaseApproval } from '#app/cms/admin/approval/release-approval.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { summariseEdit } from '#app/cms/content/compare/schema-labels.ts'
import { addressOf } from '#app/cms/media/media-address.ts'
import { InvalidContent } from '#app/cms/content/store/errors.ts'
import { countOf, enumerate } from '#app/cms/platform/format/words.ts'
import { withValues } from '#app/cms/admin/history/edit-words.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { askBeforeRemoval, askFirst } from '#app/cms/publishing/releases/ask-first.server.ts'
import { formatReleaseTime } from '#app/cms/publishing/releases/release-time.ts'
import {
  isOpen,
  ONLY_PUBLISHERS_DISCARD,
  type Release,
  type ReleaseConflict,
} from '#app/cms/publishing/releases/release-format.ts'
import type { ReleaseChange } from '#app/cms/publishing/releases/release-forecast.server.ts'
import { notesOfRelease } from './release-notes.server.ts'
import { problemOf, releaseHref } from './release-state.server.ts'
import { publicationsOf } from './release-publications.server.ts'
import { whereShown } from '#app/cms/define/public-pages.ts'
import { releaseIntents } from './release-intents.ts'
import { currentSite } from '#app/cms/site.server.ts'
import {
  toRow,
  type Asked,
  requirePublisher,
  readValues,
  refuse,
  requireRelease,
  requireSection,
  addDrafts,
  freeDrafts,
  fieldOf,
} from './release-form.server.ts'
import { basedOn, keepChangesOfOthers } from './release-values.server.ts'
import { PAGE } from './releases.server.ts'

/** One release: what it changes, page by page, its files, and the conflicts and warnings before it is published. */
export const releaseLoader = adminLoader('editor', async ({ params, user }) => {
  const release = requireRelease(params['releaseId'])
  const { releases } = currentSite()
  const changes = isOpen(release) ? releases.forecast.changes(release) : []
  const taken = new Set(changes.map(({ section }) => section.id))
  return {
    release: toRow(release),
    mayPublish: hasRole(user.role, 'publisher'),
    pages: pagesOf(changes.map((change) => toChangeRow(release, change))),
    files: shownFiles(release),
    approval: isOpen(release) ? viewOfReleaseApproval(release, user) : undefined,
    addable: isOpen(release) ? freeDrafts().filter(({ id }) => !taken.has(id)) : [],
    problem: isOpen(release) ? await problemOf(release) : undefined,
    warnings: isOpen(release) ? warningsOf(release) : [],
    /** What cannot be deleted any more once it is public. */
    keeping: isOpen(release) ? keepingNotes(release) : [],
    notes: notesOfRelease(release),
    publications: publicationsOf(release),
  }
})

/**
 * Changes a release. Intents of editors: `save` (`name`, `time`), `add` (each `section`) and `take-out` (a `section`), `take-file` (a
 * `file`), `delete` (`drafts`: `discard` to discard its drafts, which only publishers may do; otherwise they become
 * ordinary drafts). Intents of publishers: also `ask-schedule` (saves, and leads to the question), `schedule`, `take-back`, `publish`, `undo`. A
 * refused form is shown again. All other results are shown on the page.
 */
export const releaseAction = adminAction('editor', changeRelease, { intents: releaseIntents })

async function changeRelease({ request, params, user: sender }: Asked) {
  const { fields, form } = await readSmallForm(request)
  const user = askedWith(sender, request, form)
  const release = requireRelease(params['releaseId'])
  const { intent } = fields
  const isChecked = intent === releaseIntents.askSchedule || intent === releaseIntents.schedule
  if (intent === releaseIntents.save || isChecked) {
    const current = { name: release.name, time: fieldOf(release.time) }
    const { kept, collisions } = keepChangesOfOthers(current, fields)
    const { values, time, errors } = readValues(kept)
    const before = basedOn(fields)
    if (errors) return data({ values, errors, before }, { status: 422 })
    if (collisions) return data({ values, errors: collisions, before: current }, { status: 409 })
    if (isChecked || release.state === 'scheduled') requirePublisher(user)
    try {
      const { auth, releases, flash } = currentSite()
      if (release.state === 'scheduled')
        askFirst(user, releases, { scheduled: { ...release, name: values.name, time } })
      const changed = await releases.change(release.id, { name: values.name, time }, user)
      auth.recoveredForms.removeForm(request)
      if (intent === releaseIntents.askSchedule) {
        await releases.requireSchedulable(changed)
        return redirect(`${releaseHref(release)}/ask/schedule`, 303)
      }
      if (intent === releaseIntents.schedule) {
        await releases.requireSchedulable(changed)
        askFirst(user, releases, { scheduled: { ...changed, state: 'scheduled' } })
      }
      const saved =
        intent === releaseIntents.schedule ? await releases.schedule(release.id, user) : releases.find(release.id)
      return flash.flashRedirect(releaseHref(release), {
        kind: 'success',
        message:
          saved?.state === 'scheduled' && saved.time !== undefined
            ? `Scheduled. The release will be published on ${formatReleaseTime(saved.time)}`
            : 'The release was saved',
      })
    } catch (error) {
      return refuse(error, values, before)
    }
  }
  if (typeof intent !== 'string' || !isChange(intent)) throw unknownIntent()
  if (!FOR_EDITORS.has(intent)) requirePublisher(user)
  // A scheduled release is published without another review.
  else if (release.state === 'scheduled') requirePublisher(user)
  if (intent === releaseIntents.delete && fields['drafts'] === 'discard' && !hasRole(user.role, 'publisher')) {
    throw new Response(ONLY_PUBLISHERS_DISCARD, { status: 403 })
  }
  const isUndo = intent === releaseIntents.undo
  // The question again, with the reason that was typed.
  const failedPage =
    isUndo && 'reason' in fields
      ? `${releaseHref(release)}/ask/undo?reason=${encodeURIComponent(textOf(fields['reason']))}`
      : releaseHref(release)
  return flashRefusals(failedPage, isUndo ? 'Nothing was undone' : 'Nothing was published', async () => {
    const message = await changes[intent](release, user, fields, form)
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

/** Each change that needs no name or time. Resolves with the message of its success. */
const changes = {
  async [releaseIntents.publish]({ id, name }: Release, by: Author) {
    await currentSite().releases.publish(id, by)
    return `“${name}” is published`
  },
  async [releaseIntents.takeBack]({ id }: Release, by: Author) {
    await currentSite().releases.unschedule(id, by)
    return 'The release is no longer scheduled'
  },
  async [releaseIntents.undo]({ id, name }: Release, by: Author, fields: Record<string, unknown>) {
    await currentSite().releases.undo(id, by, textOf(fields['reason']))
    return `“${name}” was undone. Its changes are drafts of this release again`
  },
  [releaseIntents.add]({ id }: Release, by: Author, _fields: Record<string, unknown>, form: FormData) {
    return addDrafts(id, form.getAll('section'), by)
  },
  async [releaseIntents.takeOut](release: Release, by: Author, fields: Record<string, unknown>) {
    const { id } = release
    const section = requireSection(fields['section'])
    askBeforeRemoval(by, release, section.label)
    await currentSite().releases.moveDrafts([section], { from: id, by })
    return `The draft of ${section.label} was taken out of this release`
  },
  async [releaseIntents.takeFile](release: Release, by: Author, fields: Record<string, unknown>) {
    const file = textOf(fields['file'])
    const { id } = release
    askBeforeRemoval(by, release, file)
    await currentSite().releases.removeFile(id, file, by)
    return `${file} was taken out of this release`
  },
  async [releaseIntents.delete]({ id, name }: Release, by: Author, fields: Record<string, unknown>) {
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

/** Like `flashExpectedErrors`, but names the fields that would have an error by their labels. */
function flashRefusals(page: string, outcome: string, change: Parameters<typeof flashExpectedErrors>[1]) {
  return flashExpectedErrors(page, async () => {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof InvalidContent)) throw error
      const section = requireSection(error.section)
      const message = `${outcome}, because ${section.label} would have an error. ${issueTexts(section, error.issues).join('; ')}`
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

function keepingNotes(release: Release): string[] {
  return currentSite()
    .releases.forecast.changes(release)
    .flatMap(({ section, current, next }) =>
      current === undefined && next !== undefined ? (section.lifecycle?.withdrawal?.noteBefore(next) ?? []) : [],
    )
}

interface ChangeRow {
  page: { href: string; label: string }
  id: string
  label: string
  differences: string
  /** What is different, in one line. */
  what: string
  href: string
  editHref: string
  by: string
  /** Fields of a conflict; undefined if there is none. */
  conflict: ReleaseConflict['fields'] | undefined
  alsoIn: { name: string; href: string; fields: string[] | undefined }[]
  /** Address of its approval form, if the approval is still missing. */
  approvalHref: string | undefined
  /** Name of the person who has approved it before it was changed. */
  approvedBefore: string | undefined
}

function toChangeRow(release: Release, { section, draft, current, next, conflict, alsoIn }: ReleaseChange): ChangeRow {
  const [href = '/'] = section.page.split('#')
  const { changes: count, fields, values } = summariseEdit(section, current, next)
  return {
    page: { href, label: pageName(section) },
    id: section.id,
    label: section.label,
    differences: countOf(count, 'difference'),
    what: withValues(enumerate(fields), values),
    href: `${releaseHref(release)}/changes/${section.id}`,
    editHref: editorAddress({ section, release: release.id }),
    by: `${currentSite().auth.accounts.nameOf(draft.author)}, ${formatTimeInSentence(draft.time)}`,
    conflict: conflict?.fields,
    alsoIn: alsoIn.map(({ release: other, fields }) => ({ name: other.name, href: releaseHref(other), fields })),
    ...missingApproval({ section, release: release.id }),
  }
}

/** The name of the page that shows a section. A section that is a page has its own name. */
function pageName(section: ReleaseChange['section']) {
  const { place } = whereShown(section, currentSite().definition)
  return place === section.page ? section.label : place.charAt(0).toUpperCase() + place.slice(1)
}

function missingApproval(ref: { section: ReleaseChange['section']; release: string }) {
  const { approvals } = currentSite()
  if (approvals.missing([ref]).length === 0) return { approvalHref: undefined, approvedBefore: undefined }
  const { href, state, decision } = noteOfApproval(ref) ?? {}
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
