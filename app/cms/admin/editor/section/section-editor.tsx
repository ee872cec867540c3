import type { MetaFunction } from '@remix-run/node'
import { Link, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { useCallback, useContext, useMemo, useState } from 'react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import {
  ContentForm,
  ContentFormMessages,
  useContentForm,
  SectionIdContext,
} from '#app/cms/editing/form/content-form.tsx'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { useSaveReply } from '#app/cms/editing/form/form-notices.tsx'
import { FormFocusContext, readFormFocus, rowId, useFocusFromBefore } from '#app/cms/editing/ui/focus.ts'
import { HistoryList } from '#app/cms/admin/history/history-list.tsx'
import { EntryChoicesContext } from '#app/cms/editing/fields/reference-field.tsx'
import { LinkSuggestions } from '#app/cms/editing/fields/link-field.tsx'
import { keepForm, type SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { NewerContent } from '#app/cms/editing/form/newer-content.tsx'
import { SaveBar } from '#app/cms/editing/form/save-bar.tsx'
import { PagePreview, PreviewButton } from '#app/cms/editing/preview/page-preview.tsx'
import type { EditedEntryContext } from '#app/cms/admin/collection/entry-fields.tsx'
import { BackLink, PageHead, PublicLink } from '#app/cms/editing/ui/page-head.tsx'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { PresenceList } from '#app/cms/admin/presence/presence-list.tsx'
import { DraftBanner } from '#app/cms/admin/editor/draft/draft-banner.tsx'
import { ScheduledReleases } from '#app/cms/admin/editor/draft/scheduled-releases.tsx'
import { useRouteSchema } from '#app/cms/editing/form/route-schema.ts'
import { BrokenFileNotice } from './broken-file.tsx'
import { EntryForm, EntryInList } from './entry-in-list.tsx'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = sectionEditorLoader
export const action = sectionEditorAction
export const clientAction = keepForm

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.label ?? 'Not found')

const FORM = 'editor'

/** Edits a section that is one form. The child route renders the fields. */
export default function SectionEditorPage() {
  const loaded = useLoaderData<typeof loader>()
  const { id, label, page, shown, publishedVersion, edits, before } = loaded
  const { images, documents, missing, folders, widths, setsFocus, href, entry, list } = loaded
  const isPublic = entry?.isPublic ?? true
  if (entry?.opensIn && list) {
    return (
      <StoredFilesProvider {...{ images, documents, missing, folders, widths, setsFocus }}>
        <EntryInList key={href} formId={FORM} closeTo={list.href}>
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
        formId={FORM}
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
              . <a href={`#${FORM}-address`}>{entry.toType === undefined ? 'Change' : 'Type'} the address</a>
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
  return (
    <>
      {/* Each person who begins an entry begins another one. */}
      {loaded.entry?.isUnnamed !== true && <PresenceList presence={presence} position={presence.position} />}
      {broken && <BrokenFileNotice broken={broken} />}
      {release && (
        <p className="hint">
          In the release <Link to={`/admin/releases/${release.id}`}>{release.name}</Link>. Changes here are published
          with the release.
        </p>
      )}
      <ScheduledReleases releases={loaded.scheduled} />
      {draft && (
        <DraftBanner
          draft={draft}
          approval={loaded.approval}
          href={href}
          isInRelease={release !== undefined}
          isHidden={loaded.isDraftHidden}
          isConfirming={loaded.isConfirmingDiscard}
        />
      )}
    </>
  )
}

/** The form, based on the content it was first made from, even if the page has loaded newer content since. */
function SectionFormContainer() {
  const { content, added, version, invalidFields, broken } = useLoaderData<typeof loader>()
  const isRepairing = broken !== undefined
  const saved = added?.before ?? content
  const focusBefore = useContext(FormFocusContext)
  const [{ base, focus }, setForm] = useState({
    base: { content, saved, version, invalidFields, isRepairing },
    focus: added ? focusOn(added) : focusBefore,
  })
  const follow = useCallback(() => {
    setForm({ base: { content, saved, version, invalidFields, isRepairing }, focus: readFormFocus(FORM) })
  }, [content, saved, version, invalidFields, isRepairing])
  return (
    <FormFocusContext.Provider value={focus}>
      <SectionForm key={`${base.version} ${base.isRepairing}`} base={base} onFollow={follow} />
    </FormFocusContext.Provider>
  )
}

/** The state of the form in which a row of a list is open. */
function focusOn({ row, field }: { row: string; field: string }) {
  return { openRows: new Set([rowId(`${FORM}-${row}`)]), focus: { id: `${FORM}-${field}`, selection: undefined } }
}

interface SectionFormProps {
  /** What the form is made from. */
  base: {
    content: Record<string, unknown>
    /** What it is compared with: the same, without a row that the address has added. */
    saved: Record<string, unknown>
    version: string
    /** The errors of `content` if it comes from an invalid file, or the conflicts of a draft. */
    invalidFields: SaveReply | undefined
    /** True if the file cannot be used until the form is saved. */
    isRepairing: boolean
  }
  /** Rebuilds the form from the content that was loaded last. */
  onFollow: () => void
}

function SectionForm({ base, onFollow }: SectionFormProps) {
  const loaded = useLoaderData<typeof loader>()
  const {
    id,
    labels,
    failedMessage,
    version,
    linkTargets,
    preview,
    broken,
    mayPublish,
    needsApproval,
    href,
    entry,
    list,
  } = loaded
  const sent = useSaveReply(useActionData<typeof action>())
  const isGone = entry?.isGone === true
  // A form from before the sign-in makes an entry anew that was removed meanwhile.
  const refusal = useMemo(() => (sent?.recovered && isGone ? { ...sent, version: '' } : sent), [sent, isGone])
  const reply = refusal ?? base.invalidFields
  useFocusFromBefore()
  const form = useContentForm({ id: FORM, schema: useRouteSchema(id), content: base.content, reply })
  const isMended = base.isRepairing && broken === undefined
  const isNewer = isMended || (version !== base.version && version !== reply?.version)
  const drafts = { mayPublish, needsApproval }
  const fields = (
    <>
      <NewerContent content={base.content} isNewer={isNewer} reply={refusal} onFollow={onFollow} />
      <ContentFormMessages
        reply={reply}
        failedMessage={refusal || !base.invalidFields ? failedMessage : 'Correct these fields, then save'}
        href={href}
      />
      <LinkSuggestions pages={linkTargets}>
        <EntryChoicesContext.Provider value={loaded.entryChoices}>
          <SectionIdContext.Provider value={id}>
            <Outlet key={form.key} context={entry satisfies EditedEntryContext | undefined} />
          </SectionIdContext.Provider>
        </EntryChoicesContext.Provider>
      </LinkSuggestions>
    </>
  )
  return (
    <ContentForm
      {...(entry?.opensIn === 'row' && { className: 'entry-form' })}
      form={form}
      labels={labels}
      version={base.version}
      reply={reply}
      preview={preview}
      enterIntent={mayPublish ? contentIntents.save : contentIntents.draft}
    >
      {entry?.opensIn && list ? (
        <EntryForm content={base.content} closeTo={list.href} drafts={drafts}>
          {fields}
        </EntryForm>
      ) : (
        <>
          {fields}
          <SaveBar
            content={base.saved}
            href={href}
            isRepairing={base.isRepairing}
            drafts={drafts}
            isNew={entry?.exists === false}
          />
        </>
      )}
    </ContentForm>
  )
}
