import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ApprovalPanel } from '#app/cms/admin/approval/approval-panel.tsx'
import { DraftDifferences, DraftHead } from '#app/cms/admin/history/difference-list.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { BackLink } from '#app/cms/editing/ui/page-head.tsx'
import { releaseChangesAction, releaseChangesLoader } from './release-changes.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = releaseChangesLoader
export const action = releaseChangesAction

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
