import { editorAddress } from '#app/cms/editing/server/draft-ref.server.ts'
import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ApprovalPanel } from '#app/cms/admin/approval/approval-panel.tsx'
import { DraftDifferences, DraftHead } from '#app/cms/admin/history/difference-list.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { BackLink } from '#app/cms/editing/ui/page-head.tsx'
import { differencesOfDraft } from '#app/cms/admin/editor/draft/draft-changes.server.ts'
import { changeApproval, viewOfApproval } from '#app/cms/admin/approval/approval.server.ts'
import { approvalIntents } from '#app/cms/admin/approval/approval-intents.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { isOpen, type Release } from '#app/cms/publishing/releases/release-format.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { toRow, type Asked, requireRelease } from './release-form.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/** What a section of a release changes, field by field. */
export const loader = adminLoader('editor', ({ params, user }) => {
  const release = requireRelease(params['releaseId'])
  const { section, conflict, effective } = requireChange(release, params['section'])
  return {
    release: toRow(release),
    section: {
      id: section.id,
      label: section.label,
      href: editorAddress({ section, release: release.id }),
      previewHref: `/admin/site-view/release-${release.id}${section.page}`,
    },
    conflict: conflict?.fields,
    approval: isOpen(release) ? viewOfApproval({ section, release: release.id }, user) : undefined,
    ...differencesOfDraft(effective),
  }
})

/** Handles the posts of the approval form of a section of a release. */
export const action = adminAction('editor', changeReleaseApproval, { intents: approvalIntents })
export const clientAction = keepTyped(approvalIntents)

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminMeta(data ? `${data.section.label}, ${data.release.name}` : 'Not found')

/** What a release changes in one section, field by field. */
export default function ReleaseChangesPage() {
  const { release, section, by, when, others, conflict, count, approval, ...differences } =
    useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <BackLink to={release.href}>{release.name}</BackLink>
      <DraftHead
        title={section.label}
        section={section}
        count={count}
        of="this release"
        by={by}
        when={when}
        others={others}
      />
      {conflict && (
        <ul className="attention">
          <li>
            <b>Somebody published other changes in the same fields</b>{' '}
            <span>{enumerate(conflict)}. The values of the draft are shown.</span>
          </li>
        </ul>
      )}
      <DraftDifferences {...differences} count={count} after="In this release" />
      {approval && <ApprovalPanel approval={approval} reply={reply?.approval} />}
    </>
  )
}

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
  const change = releases.forecast.changes(release).find(({ section }) => section.id === sectionId)
  const effective = change && drafts.effective(change.section, release.id)
  if (!effective) throw new Response('This release does not change this section.', { status: 404 })
  return { ...change, effective }
}
