import { differencesOfDraft } from '#app/cms/admin/editor/draft/draft-changes.server.ts'
import { changeApproval, viewOfApproval } from '#app/cms/admin/approval/approval.server.ts'
import { approvalIntents } from '#app/cms/admin/approval/approval-intents.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { isOpen, type Release } from '#app/cms/content/publish/releases/release-format.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { toRow, type Asked, requireRelease, editorHref } from './release-form.server.ts'

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
