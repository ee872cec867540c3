import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useChangeCount, useIsSaving } from '#app/cms/editing/form/content-form.tsx'
import { useRecoveredForm } from '#app/cms/editing/form/form-notices.tsx'
import { SaveButtons } from '#app/cms/editing/form/save-bar.tsx'
import { DISCARD_CHANGES, UnsavedGuard } from '#app/cms/editing/form/unsaved-guard.tsx'
import { PagePreview, PreviewButton } from '#app/cms/editing/preview/page-preview.tsx'
import { PageDialog } from '#app/cms/editing/ui/dialog.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import type { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'

interface EntryInListProps {
  formId: string
  /** Address of the list. */
  closeTo: string
  /** The notices about the entry, and its form. */
  children: ReactNode
}

/** An entry whose form opens within the list of its collection: in a dialog over it, or in its row. */
export function EntryInList({ formId, closeTo, children }: EntryInListProps) {
  const { id, page, entry } = useLoaderData<typeof sectionEditorLoader>()
  const reply = useActionData<typeof sectionEditorAction>()
  const isRecovered = useRecoveredForm() !== undefined
  // Somebody else may remove it while the form is open: that stays, with what was typed.
  const [wasGone] = useState(entry?.isGone)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The row may be far down the list, and it shows the response.
    if (reply) row.current?.scrollIntoView({ block: 'nearest' })
  }, [reply])
  if (!entry) return null
  const { noun, opensIn } = entry
  const title = `${entry.exists ? 'Edit' : 'Add'} ${noun}`
  const isGone = wasGone && !reply && !isRecovered
  const content = isGone ? (
    <Gone noun={noun} closeTo={closeTo} />
  ) : (
    <PagePreview formId={formId} previewed={{ section: id, page, isNew: !entry.exists }}>
      {children}
    </PagePreview>
  )
  if (opensIn === 'dialog') {
    return (
      <PageDialog title={title} closeTo={closeTo}>
        {content}
      </PageDialog>
    )
  }
  return (
    <div ref={row}>
      {!isGone && <h2 className="visually-hidden">{title}</h2>}
      {content}
    </div>
  )
}

function Gone({ noun, closeTo }: { noun: string; closeTo: string }) {
  return (
    <div className="dialog__body" role="alert">
      <p>
        <b>This {noun} no longer exists.</b> Someone may have deleted it. You can restore it from the removed entries of
        the list.
      </p>
      <p>
        <Link className="btn" to={closeTo} preventScrollReset>
          Close
        </Link>
      </p>
    </div>
  )
}

interface EntryFormProps {
  content: Record<string, unknown>
  /** Address of the list. */
  closeTo: string
  drafts: { mayPublish: boolean; needsApproval: boolean }
  /** Messages and fields. */
  children: ReactNode
}

/** The fields and the buttons of such a form. */
export function EntryForm({ content, closeTo, drafts, children }: EntryFormProps) {
  const { entry } = useLoaderData<typeof sectionEditorLoader>()
  const isSaving = useIsSaving()
  const isUnsaved = useChangeCount(content) > 0
  const cancel = (
    <Link className="btn" to={closeTo} state={DISCARD_CHANGES} preventScrollReset>
      Cancel
    </Link>
  )
  // Its form stays, with what was typed, if somebody else removes it meanwhile.
  const gone = entry?.isGone && (
    <div className="status status--note" role="alert">
      <Icon name="alert" />
      <p>
        <b>This {entry.noun} no longer exists.</b> Someone may have deleted it. Your text is still in the form. Save it
        to add the {entry.noun} again.
      </p>
    </div>
  )
  const guard = <UnsavedGuard isUnsaved={isUnsaved && !isSaving} />
  if (entry?.opensIn !== 'dialog') {
    return (
      <>
        {gone}
        {children}
        <div className="entry-foot">
          <SaveButtons {...drafts} save="Save" />
          {cancel}
          <PreviewButton />
          {guard}
        </div>
      </>
    )
  }
  return (
    <>
      <div className="dialog__body">
        {gone}
        {children}
      </div>
      <footer className="dialog__foot">
        {entry.exists && (
          <Link className="btn btn--danger" to={`${closeTo}/${entry.key}/remove`} preventScrollReset>
            <Icon name="trash" />
            Delete {entry.noun}
          </Link>
        )}
        <span className="dialog__note">{drafts.mayPublish && 'Saving publishes at once'}</span>
        <PreviewButton />
        {cancel}
        <SaveButtons {...drafts} save={`Save ${entry.noun}`} />
      </footer>
      {guard}
    </>
  )
}
