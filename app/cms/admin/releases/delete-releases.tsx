import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { deleteReleasesAction, deleteReleasesLoader } from './delete-releases.server.ts'
import { DraftFate } from './draft-fate.tsx'
import { releasesIntents } from './release-intents.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = deleteReleasesLoader
export const action = deleteReleasesAction

export const meta: MetaFunction = () => adminMeta('Delete releases')

/** Asks whether to delete the chosen releases: in a dialog over the list, or on its own page without a script. */
export default function DeleteReleasesPage() {
  const { releases, drafts, mayDiscard } = useLoaderData<typeof loader>()
  const isAny = releases.length > 0
  return (
    <ConfirmPage
      title="Delete releases"
      closeTo="/admin/releases"
      action="/admin/releases/delete"
      button={
        isAny ? { label: `Delete ${countOf(releases.length, 'release')}`, intent: releasesIntents.delete } : undefined
      }
    >
      {isAny ? (
        <>
          <p>{countOf(releases.length, 'release')} will be deleted. The public website does not change.</p>
          <ul className="release-names">
            {releases.map(({ id, name, content }) => (
              <li key={id}>
                <input type="hidden" name="id" value={id} />
                <b>{name}</b> <span>({content})</span>
              </li>
            ))}
          </ul>
          {drafts > 0 && <DraftFate of="these releases" mayDiscard={mayDiscard} />}
        </>
      ) : (
        <p>Select at least one release.</p>
      )}
    </ConfirmPage>
  )
}
