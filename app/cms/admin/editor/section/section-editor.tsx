import type { MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { HistoryList } from '#app/cms/admin/history/history-list.tsx'
import { keepForm } from '#app/cms/editing/form/save-reply.ts'
import { PagePreview, PreviewButton } from '#app/cms/editing/preview/page-preview.tsx'
import { BackLink, PageHead, PublicLink } from '#app/cms/editing/ui/page-head.tsx'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { PresenceList } from '#app/cms/admin/presence/presence-list.tsx'
import { DraftBanner } from '#app/cms/admin/editor/draft/draft-banner.tsx'
import { OpenReleases } from '#app/cms/admin/editor/draft/open-releases.tsx'
import { BrokenFileNotice } from './broken-file.tsx'
import { EntryInList } from './entry-in-list.tsx'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'
import { SECTION_FORM, SectionFormContainer } from './section-editor-form.tsx'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = sectionEditorLoader
export const action = sectionEditorAction
export const clientAction = keepForm

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.label ?? 'Not found')

/** Edits a section that is one form. The child route renders the fields. */
export default function SectionEditorPage() {
  const loaded = useLoaderData<typeof loader>()
  const { id, label, page, shown, publishedVersion, edits, before } = loaded
  const { images, documents, missing, folders, widths, setsFocus, href, entry, list } = loaded
  const isPublic = entry?.isPublic ?? true
  if (entry?.opensIn && list) {
    return (
      <StoredFilesProvider {...{ images, documents, missing, folders, widths, setsFocus }}>
        <EntryInList key={href} formId={SECTION_FORM} closeTo={list.href}>
          <div className="entry-notes">
            <SectionNotices />
          </div>
          <SectionFormContainer />
        </EntryInList>
      </StoredFilesProvider>
    )
  }
  return (
    <StoredFilesProvider {...{ images, documents, missing, folders, widths, setsFocus }}>
      {/* Another section is another form: nothing typed may leak from one into the other. */}
      <PagePreview
        key={href}
        formId={SECTION_FORM}
        previewed={{ section: id, page, isNew: entry?.exists === false }}
        opensBeside={loaded.opensPreview}
        share={loaded.previewShare}
      >
        {list && <BackLink to={list.href}>{list.label}</BackLink>}
        <PageHead title={label} action={<PreviewButton className="btn head__preview" />}>
          {isPublic ? (
            <>
              {shown.relation} <PublicLink href={page}>{shown.place}</PublicLink>
            </>
          ) : entry?.exists === false ? (
            'Not published yet.'
          ) : (
            'Visitors do not see it.'
          )}
          {entry && !entry.exists && entry.address !== undefined && (
            <>
              {' '}
              {entry.toType ?? (
                <>
                  Its address will be <b>{entry.address}</b>
                </>
              )}
              . <a href={`#${SECTION_FORM}-address`}>{entry.toType === undefined ? 'Change' : 'Type'} the address</a>
            </>
          )}
        </PageHead>
        <SectionNotices />
        <div className="cols">
          {/* Without its added row it is another form. */}
          <SectionFormContainer key={loaded.added?.row} />
          <aside className="aside">
            <section>
              <h2>History</h2>
              <HistoryList edits={edits} before={before} version={publishedVersion} href={`/admin/history/${id}`} />
            </section>
            {entry?.exists && list && (
              <section>
                <h2>This {entry.noun}</h2>
                <p className="aside__actions">
                  <Link className="btn" to={`${list.href}?duplicate=${entry.key}`}>
                    Duplicate <span className="visually-hidden">this {entry.noun}</span>
                  </Link>
                  <Link className="btn btn--danger" to={`${list.href}/${entry.key}/remove`}>
                    Remove <span className="visually-hidden">this {entry.noun}</span>
                  </Link>
                </p>
              </section>
            )}
          </aside>
        </div>
      </PagePreview>
    </StoredFilesProvider>
  )
}

/** Who else is here, and what is special about the content that the form shows. */
function SectionNotices() {
  const loaded = useLoaderData<typeof loader>()
  const { presence, broken, release, draft, href } = loaded
  const ownRelease = loaded.releases.find((one) => one.href === `/admin/releases/${release?.id}`)
  const hasConflict = useActionData<typeof action>()?.conflict !== undefined
  return (
    <>
      {/* Each person who begins an entry begins another one. */}
      {loaded.entry?.isUnnamed !== true && (
        // The form asks which changes to keep: it does not merge them all.
        <PresenceList presence={presence} position={hasConflict ? undefined : presence.position} />
      )}
      {broken && <BrokenFileNotice broken={broken} />}
      {release && !draft && (
        <p className="hint">
          In the release <Link to={`/admin/releases/${release.id}`}>{release.name}</Link>. Changes here are published
          with the release.
        </p>
      )}
      <OpenReleases releases={loaded.releases.filter((one) => one !== ownRelease || !draft || one.problem)} />
      {draft && (
        <DraftBanner
          draft={draft}
          approval={loaded.approval}
          href={href}
          release={release && { ...release, moment: ownRelease?.moment }}
          isHidden={loaded.isDraftHidden}
          isConfirming={loaded.isConfirmingDiscard}
        />
      )}
    </>
  )
}
