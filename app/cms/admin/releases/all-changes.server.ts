import { redirect } from '@remix-run/node'
import { approvalIntents } from '#app/cms/admin/approval/approval-intents.ts'
import { changeReleaseApproval, viewOfReleaseApproval } from '#app/cms/admin/approval/release-approval.server.ts'
import { noteOfApproval } from '#app/cms/admin/approval/approval.server.ts'
import { changesAddress, editorAddress } from '#app/cms/admin/editor/draft/draft-place.server.ts'
import { differencesOfDraft } from '#app/cms/admin/editor/draft/draft-changes.server.ts'
import { pageBudget } from '#app/cms/admin/history/history-difference.server.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { isOpen } from '#app/cms/content/publish/releases/release-format.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { requireRelease, toRow } from './release-form.server.ts'
import { shownFiles } from './release-page.server.ts'

/** Everything that a release changes, section by section, and the approval of the whole. */
export const allChangesLoader = adminLoader('editor', ({ params, user }) => {
  const release = requireRelease(params['releaseId'])
  if (!isOpen(release)) throw redirect(toRow(release).href)
  const { drafts } = currentSite()
  const budget = pageBudget()
  const own = drafts.list().filter((draft) => draft.release === release.id)
  return {
    release: toRow(release),
    files: shownFiles(release),
    approval: viewOfReleaseApproval(release, user),
    sections: own.flatMap((draft) => {
      const place = { section: draft.section, release: release.id }
      const effective = drafts.effective(draft.section, release.id)
      if (!effective) return []
      const { state, decision } = noteOfApproval(place) ?? {}
      return {
        id: draft.section.id,
        label: draft.section.label,
        href: changesAddress(place),
        editHref: editorAddress(place),
        hasConflicts: effective.conflicts.length > 0,
        approval: state && { state, decision },
        ...differencesOfDraft(effective, budget),
      }
    }),
  }
})

/** Handles the posts of the approval form of a release. */
export const allChangesAction = adminAction(
  'editor',
  async ({ request, params, user }) => {
    const { form } = await readSmallForm(request)
    const changed = await changeReleaseApproval(requireRelease(params['releaseId']), { request, form, user })
    if (!changed) throw unknownIntent()
    return changed
  },
  { intents: approvalIntents },
)
