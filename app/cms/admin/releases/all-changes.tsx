import { redirect, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { stateText } from '#app/cms/admin/approval/approval-status.tsx'
import { ReleaseApproval } from '#app/cms/admin/approval/release-approval.tsx'
import { DraftDifferences } from '#app/cms/admin/history/difference-list.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { countOf, enumerate } from '#app/cms/platform/format/words.ts'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { approvalIntents } from '#app/cms/admin/approval/approval-intents.ts'
import { changeReleaseApproval, viewOfReleaseApproval } from '#app/cms/admin/approval/release-approval.server.ts'
import { noteOfApproval } from '#app/cms/admin/approval/approval.server.ts'
import { changesAddress, editorAddress } from '#app/cms/editing/server/draft-ref.server.ts'
import { differencesOfDraft } from '#app/cms/admin/editor/draft/draft-changes.server.ts'
import { pageBudget } from '#app/cms/admin/history/history-difference.server.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { isOpen } from '#app/cms/publishing/releases/release-format.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { requireRelease, toRow } from './release-form.server.ts'
import { notesOfRelease } from './release-notes.server.ts'
import { ReleaseNoteItems } from './release-notes.tsx'
import { shownFiles } from './release-page.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/** Everything that a release changes, section by section, and the approval of the whole. */
export const loader = adminLoader('editor', ({ params, user }) => {
  const release = requireRelease(params['releaseId'])
  if (!isOpen(release)) throw redirect(toRow(release).href)
  const { drafts } = currentSite()
  const budget = pageBudget()
  const own = drafts.list().filter((draft) => draft.release === release.id)
  return {
    release: toRow(release),
    files: shownFiles(release),
    approval: viewOfReleaseApproval(release, user),
    notes: notesOfRelease(release),
    sections: own.flatMap((draft) => {
      const ref = { section: draft.section, release: release.id }
      const effective = drafts.effective(draft.section, release.id)
      if (!effective) return []
      const { state, decision } = noteOfApproval(ref) ?? {}
      return {
        id: draft.section.id,
        label: draft.section.label,
        href: changesAddress(ref),
        editHref: editorAddress(ref),
        hasConflicts: effective.conflicts.length > 0,
        approval: state && { state, decision },
        ...differencesOfDraft(effective, budget),
      }
    }),
  }
})

/** Handles the posts of the approval form of a release. */
export const action = adminAction(
  'editor',
  async ({ request, params, user }) => {
    const { form } = await readSmallForm(request)
    const changed = await changeReleaseApproval(requireRelease(params['releaseId']), { request, form, user })
    if (!changed) throw unknownIntent()
    return changed
  },
  { intents: approvalIntents },
)
export const clientAction = keepTyped(approvalIntents)

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminMeta(data ? `All changes, ${data.release.name}` : 'Not found')

/** Everything that a release changes, one section below the other, and the form that approves it. */
export default function AllChangesPage() {
  const { release, sections, files, approval, notes } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const notShown = sections.filter(({ hidden }) => hidden > 0).map(({ label }) => label)
  return (
    <>
      <BackLink to={release.href}>{release.name}</BackLink>
      <PageHead
        title="All changes of this release"
        action={
          <a className="btn" href={`/admin/site-view/release-${release.id}/`} target="_blank" rel="noopener">
            Preview<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        }
      >
        {countOf(sections.length, 'section')}, {countOf(files.length, 'file')}
        {release.time !== undefined && `, ${release.state === 'open' ? 'proposed' : 'scheduled'} for ${release.time}`}
      </PageHead>
      {notes.length > 0 && (
        <ul className="attention" aria-label="Check before publishing">
          <ReleaseNoteItems notes={notes} />
        </ul>
      )}
      {sections.length === 0 && <p className="calm">No draft is in this release yet.</p>}
      {sections.length > 1 && (
        <nav aria-label="Sections">
          <ul className="release-files">
            {sections.map(({ id, label, count, approval: state }) => (
              <li key={id}>
                <a href={`#changes-${id}`}>{label}</a>
                <span className="releases__sub">{countOf(count, 'difference')}</span>
                {state && <span className="chip">{stateText(state.state, state.decision)}</span>}
              </li>
            ))}
          </ul>
        </nav>
      )}
      {sections.map(
        ({ id, label, href, editHref, by, when, others, hasConflicts, approval: _state, ...differences }) => (
          <section className="panel" id={`changes-${id}`} aria-labelledby={`changes-${id}-heading`} key={id}>
            <header className="panel__head">
              <h2 id={`changes-${id}-heading`}>
                <Link to={href}>{label}</Link>
              </h2>
              <Link to={editHref}>
                Edit<span className="visually-hidden"> {label}</span>
              </Link>
            </header>
            <p className="field__help">
              Saved by {by}, {when}.{others && ` Changed before by ${others}.`}
            </p>
            {hasConflicts && (
              <p>
                <b>Somebody published other changes in the same fields.</b> The values of the draft are shown.
              </p>
            )}
            <DraftDifferences {...differences} after="In this release" allHref={href} />
          </section>
        ),
      )}
      {files.length > 0 && (
        <section className="panel" aria-labelledby="files-heading">
          <header className="panel__head">
            <h2 id="files-heading">Files that become public</h2>
          </header>
          <ul className="release-files">
            {files.map(({ file, href }) => (
              <li key={file}>
                <a href={href} target="_blank" rel="noopener">
                  {file}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {approval && (
        <ReleaseApproval
          approval={approval}
          showsChanges
          notShown={notShown.length === 0 ? '' : enumerate(notShown)}
          reply={reply?.approval}
        />
      )}
    </>
  )
}
