import { Link } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { useEntryViews, type EditedEntry } from '#app/cms/editing/entries/entry-views.tsx'
import {
  ContentForm,
  ContentFormMessages,
  useChangeCount,
  useContentForm,
  useIsSaving,
  type LoadSchema,
} from '#app/cms/editing/form/content-form.tsx'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { DeletedNotice } from '#app/cms/editing/form/form-notices.tsx'
import { SaveButtons } from '#app/cms/editing/form/save-bar.tsx'
import { DISCARD_CHANGES, UnsavedGuard } from '#app/cms/editing/form/unsaved-guard.tsx'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import type { FieldLabels } from '#app/cms/define/walk-schema.ts'
import { PagePreview, PreviewButton } from '#app/cms/editing/preview/page-preview.tsx'

/** The list of an entry, for its form. */
export interface EditedList {
  /** Id of its section. */
  id: string
  /** Address of the page that shows the list. */
  page: string
  noun: string
  /** Shown above the errors. */
  failedMessage: string
  labels: FieldLabels
}

interface EntryDialogFormProps {
  list: EditedList
  /** The saved entry. A new entry has only its `_id`. */
  entry: EditedEntry
  /** Its index among the entries, from 0. */
  index: number
  /** Version of the section that the entry was read from. */
  version: string
  reply: SaveReply | undefined
  schema: LoadSchema
  /** Address of the form's own page; `closeTo` is that of the table behind it. */
  href: string
  closeTo: string
  /** `isDraft`: every save is a draft. `mayPublish`: the person may publish. */
  place: { isDraft: boolean; mayPublish: boolean }
  /** True if the entry was deleted in the meantime: the typed values can be added again. */
  isDeleted?: boolean
  /** Shown above the fields. */
  notice?: ReactNode
  fields: ReactNode
  /** A further action at the left of the foot. */
  children?: ReactNode
}

/** Adds or changes one entry of a list: body and foot of a dialog. */
export function EntryDialogForm({
  list,
  entry,
  index,
  version,
  reply,
  schema,
  href,
  closeTo,
  place,
  isDeleted = false,
  notice,
  fields,
  children,
}: EntryDialogFormProps) {
  const { id, noun, page, failedMessage, labels } = list
  const { views } = useEntryViews()
  const form = useContentForm({ id: noun, schema, content: entry, reply })
  const save = `Save ${noun}`
  return (
    <PagePreview formId={noun} previewed={{ section: id, page: views.pageOf?.(index) ?? page }}>
      <ContentForm
        form={form}
        labels={labels}
        version={version}
        reply={reply}
        enterIntent={place.isDraft ? contentIntents.draft : contentIntents.save}
      >
        <div className="dialog__body">
          {notice}
          {isDeleted && <DeletedNotice noun={noun} save={place.isDraft ? 'Save draft' : save} />}
          <ContentFormMessages reply={reply} failedMessage={failedMessage} href={href} />
          <Fragment key={form.key}>{fields}</Fragment>
        </div>
        <footer className="dialog__foot">
          {children}
          <span className="grow" />
          <PreviewButton />
          <Link className="btn" to={closeTo} state={DISCARD_CHANGES} preventScrollReset>
            Cancel
          </Link>
          <SaveButtons {...place} save={save} />
        </footer>
        <EntryGuard entry={entry} />
      </ContentForm>
    </PagePreview>
  )
}

function EntryGuard({ entry }: { entry: EditedEntry }) {
  const isSaving = useIsSaving()
  const isUnsaved = useChangeCount(entry) > 0
  return <UnsavedGuard isUnsaved={isUnsaved && !isSaving} />
}
