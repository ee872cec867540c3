import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { MISSING } from '#app/cms/content/section-file/file-read.ts'
import { entriesWithoutAddress } from '#app/cms/content/entries-without-address.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { publishedLongLists } from '#app/cms/content/long-lists.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { missingOfChecklist } from '#app/cms/admin/checklist/checklist.server.ts'
import { editorAddress } from '#app/cms/editing/server/draft-ref.server.ts'
import { changedSinceApprovedBy, waitingApprovals } from '#app/cms/admin/approval/approval.server.ts'
import { formatShortMoment } from '#app/cms/publishing/releases/release-time.ts'
import { isOpen } from '#app/cms/publishing/releases/release-format.ts'
import { toRow } from '#app/cms/admin/releases/release-form.server.ts'
import { otherProblems, releaseNotes, type ReleaseNote } from '#app/cms/admin/releases/release-state.server.ts'
import { privacyProblems } from '#app/cms/admin/privacy/privacy-problems.server.ts'
import { shownSchedule } from '#app/cms/admin/backup/backup.server.ts'
import {
  flashExpectedErrors,
  latestEditsOf,
  requireKnownSection,
} from '#app/cms/editing/server/section-history.server.ts'
import { countOf, enumerate } from '#app/cms/platform/format/words.ts'
import { formatTime, formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { dashboardIntents } from './dashboard-intents.ts'

const SHOWN_EDITS = 10

/** What needs attention, the drafts, the releases, the newest edits, and highlights of the content. */
export const dashboardLoader = adminLoader('editor', async ({ user }) => {
  const { sections, definition, approvals } = currentSite()
  // An editor has no access to the inbox.
  const mayReadInbox = hasRole(user.role, 'publisher')
  const [unreadMessages, lateMessages, releases, edits] = await Promise.all([
    mayReadInbox ? currentSite().inbox.countUnread() : 0,
    mayReadInbox ? currentSite().inbox.countLate() : 0,
    releaseNotes(),
    latestEditsOf(sections.all(), SHOWN_EDITS),
  ])
  return {
    name: user.name,
    role: user.role,
    highlights: shownHighlights(),
    problems: [...otherProblems(), ...(await privacyProblems(user.role))],
    schedule: shownSchedule(),
    faults: shownFaults(),
    longLists: shownLongLists(),
    withoutAddress: entriesWithoutAddress(currentSite()),
    brokenLinks: currentSite().links.brokenLinks(),
    findings: foundByCheck(),
    missing: missingOfChecklist(),
    unreadMessages,
    lateMessages,
    releases: releases.filter(({ state }) => state !== 'ready'),
    planned: shownReleases(releases),
    drafts: shownDrafts(),
    approvals: waitingApprovals(),
    changed: changedSinceApprovedBy(user.id),
    needApproval: definition.items.filter(({ id }) => approvals.isNeededFor(id)).map(({ label }) => label),
    collections: definition.collections.map(({ id, noun }) => ({ id, noun })),
    edits,
  }
})

/** How much the last check of the site has found; undefined if there was none, or if it has found nothing. */
function foundByCheck() {
  const { findings = [], finishedAt = '' } = currentSite().check.state().last ?? {}
  if (findings.length === 0) return undefined
  const problems = findings.filter(({ severity }) => severity === 'problem').length
  const notes = findings.length - problems
  const found = [problems > 0 && countOf(problems, 'problem'), notes > 0 && countOf(notes, 'note')]
  return {
    found: enumerate(found.filter((part) => part !== false)),
    hasProblems: problems > 0,
    finished: formatTimeInSentence(finishedAt),
  }
}

/** How many entries are named whose files cannot be used. */
const NAMED_ENTRIES = 3

/**
 * The content files that cannot be used, each with the address of its editor; several of one collection together, with
 * the address of the list of them.
 */
function shownFaults() {
  const { content, sections, definition } = currentSite()
  const faults = content.faults().map((fault) => {
    const section = sections.resolve(fault.section)
    const href = section ? adminAddress(section) : '/admin'
    const isMissing = fault.message === MISSING
    // A fixed section is a part of the site, and an invalid file is to be corrected. An entry whose file was deleted by
    // hand may be meant to go.
    const removeHref = section?.entry && isMissing && fault.servesLastGood ? `${href}/remove` : undefined
    return {
      ...fault,
      href,
      isMissing,
      removeHref,
      label: section?.label ?? fault.section,
      collection: section?.entry?.collection,
    }
  })
  const together = definition.collections.flatMap(({ id, label, noun }) => {
    const own = faults.filter(({ collection }) => collection === id)
    const labels = own.slice(0, NAMED_ENTRIES).map((fault) => fault.label)
    return own.length < 2 ? [] : [{ id, label, noun, labels, count: own.length, href: `/admin/${id}?show=fault` }]
  })
  const single = faults.filter(({ collection }) => !together.some(({ id }) => id === collection))
  return { single: single.map(({ collection: _collection, ...fault }) => fault), together }
}

/** The lists that are too long, each with the address of its editor. */
function shownLongLists() {
  const { content, sections } = currentSite()
  return publishedLongLists(sections.all(), content).map(({ section, message }) => ({
    section: { id: section.id, label: section.label },
    href: adminAddress(section),
    message,
  }))
}

function shownHighlights() {
  const { definition, media } = currentSite()
  if (!definition.highlights) return undefined
  const { section, title, editText, emptyText, entries } = definition.highlights
  const shown = entries(currentSite()).map(({ image, text }) => ({ image, text }))
  const images = resolveImages(shown, media.library)
  return { title, editText, emptyText, href: adminAddress(section), entries: shown, images }
}

/** The releases that are not published yet, with what the watch of releases has found out about each. */
function shownReleases(notes: readonly ReleaseNote[]) {
  return currentSite()
    .releases.list()
    .filter(isOpen)
    .map((release) => {
      const { href, name, content, state } = toRow(release)
      const moment = release.time === undefined ? undefined : formatShortMoment(release.time)
      const isProposed = moment !== undefined && state === 'open'
      const time = isProposed ? 'Not scheduled' : moment
      const note = notes.find((one) => one.href === href)
      const isReady = note?.state === 'ready'
      return {
        href,
        name,
        time,
        content,
        state: isReady
          ? 'ready'
          : note
            ? 'needs attention, see above'
            : isProposed
              ? `proposed for ${moment}`
              : STATES[state],
      }
    })
}

const STATES = {
  open: 'not scheduled',
  scheduled: 'scheduled',
  failed: 'not published',
  published: 'published',
} as const

/** Every draft, the one saved last first, with the release that it belongs to. */
function shownDrafts() {
  const { drafts, releases, auth } = currentSite()
  const newestFirst = drafts.list().toSorted((a, b) => b.time.localeCompare(a.time))
  return newestFirst.map(({ section, release: releaseId, author, time }) => {
    const release = releaseId === undefined ? undefined : releases.find(releaseId)
    return {
      id: section.id,
      label: section.label,
      href: editorAddress({ section, release: releaseId }),
      release: release && {
        name: release.name,
        href: `/admin/releases/${release.id}`,
        time: release.time === undefined ? undefined : formatShortMoment(release.time),
        isScheduled: release.state === 'scheduled',
      },
      author: auth.accounts.nameOf(author),
      time,
      when: formatTime(time),
    }
  })
}

/** Writes the last valid version of a `section` to its missing or broken file (`intent=write-back`). */
export const dashboardAction = adminAction('publisher', async ({ request, user }) => {
  const { fields, form } = await readSmallForm(request)
  if (fields['intent'] !== dashboardIntents.writeBack) throw unknownIntent()
  const id = fields['section']
  const section = requireKnownSection(typeof id === 'string' ? id : undefined)
  return flashExpectedErrors('/admin', async () => {
    const { historyEntry } = await currentSite().content.writeLastGood(section, {
      author: askedWith(user, request, form),
    })
    return currentSite().flash.flashRedirect('/admin', {
      kind: 'success',
      message:
        historyEntry === undefined
          ? `The file of ${section.label} is already valid`
          : `The last valid version of ${section.label} was written to its file`,
    })
  })
})
