import { redirect } from '@remix-run/node'
import { hasRole } from '#app/cms/people/roles.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { isOpen, type Release } from '#app/cms/publishing/releases/release-format.ts'
import { notesOfRelease } from './release-notes.server.ts'
import { formatReleaseTime } from '#app/cms/publishing/releases/release-time.ts'
import { releaseHref } from './release-state.server.ts'
import { summaryOf } from './release-summary.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { requireRelease } from './release-form.server.ts'

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
    text: (name: string, { state, time }: Release) =>
      `Everything in “${name}” becomes public at once${state === 'scheduled' && time !== undefined ? `, and not on ${formatReleaseTime(time)}, for which it is scheduled` : ''}. You can undo the whole release later.`,
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
export const releaseQuestionLoader = adminLoader('editor', async ({ request, params, user }) => {
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
  const kept = intent === 'undo' ? await currentSite().releases.keptByUndo(release) : []
  const shown = kept.filter(
    (section) => section.lifecycle?.withdrawal?.reasonOf(currentSite().content.find(section)?.value) === '',
  )
  return {
    /** The entries that stay, and whether some of them are withdrawn by this. */
    kept: kept.map(({ label }) => label),
    asksReason: shown.length > 0,
    reason: new URL(request.url).searchParams.get('reason') ?? '',
    href: releaseHref(release),
    title,
    text: text(release.name, release),
    intent,
    notes: intent === 'publish' || intent === 'schedule' ? notesOfRelease(release) : [],
    hasDrafts,
    mayDiscard: hasRole(user.role, 'publisher'),
  }
})

function isQuestion(intent: string): intent is keyof typeof QUESTIONS {
  return Object.hasOwn(QUESTIONS, intent)
}

/** The number of sections and files that a release makes public. */
function contentOf(release: Release) {
  const { drafts, releases } = currentSite()
  return {
    sections: drafts.list().filter((draft) => draft.release === release.id).length,
    files: releases.stagedFiles(release).length,
  }
}
