import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { useCallback, useContext, useMemo, useState } from 'react'
import type { EditedEntryContext } from '#app/cms/admin/collection/entry-fields.tsx'
import { LinkSuggestions } from '#app/cms/editing/fields/link-field.tsx'
import { EntryChoicesContext } from '#app/cms/editing/fields/reference-field.tsx'
import {
  ContentForm,
  ContentFormMessages,
  useContentForm,
  SectionIdContext,
} from '#app/cms/editing/form/content-form.tsx'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { useSaveReply } from '#app/cms/editing/form/form-notices.tsx'
import { NewerContent } from '#app/cms/editing/form/newer-content.tsx'
import { useRouteSchema } from '#app/cms/editing/form/route-schema.ts'
import { SaveBar } from '#app/cms/editing/form/save-bar.tsx'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { FormFocusContext, readFormFocus, rowId, useFocusFromBefore } from '#app/cms/editing/ui/focus.ts'
import { EntryForm } from './entry-in-list.tsx'
import type { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'

/** `id` of the form. */
export const SECTION_FORM = 'editor'

/** The form, based on the content it was first made from, even if the page has loaded newer content since. */
export function SectionFormContainer() {
  const { content, added, version, invalidFields, broken } = useLoaderData<typeof sectionEditorLoader>()
  const isRepairing = broken !== undefined
  const saved = added?.before ?? content
  const focusBefore = useContext(FormFocusContext)
  const [{ base, focus }, setForm] = useState({
    base: { content, saved, version, invalidFields, isRepairing },
    focus: added ? focusOn(added) : focusBefore,
  })
  const follow = useCallback(() => {
    setForm({ base: { content, saved, version, invalidFields, isRepairing }, focus: readFormFocus(SECTION_FORM) })
  }, [content, saved, version, invalidFields, isRepairing])
  return (
    <FormFocusContext.Provider value={focus}>
      <SectionForm key={`${base.version} ${base.isRepairing}`} base={base} onFollow={follow} />
    </FormFocusContext.Provider>
  )
}

/** The state of the form in which a row of a list is open. */
function focusOn({ row, field }: { row: string; field: string }) {
  return {
    openRows: new Set([rowId(`${SECTION_FORM}-${row}`)]),
    focus: { id: `${SECTION_FORM}-${field}`, selection: undefined },
  }
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
  const loaded = useLoaderData<typeof sectionEditorLoader>()
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
  const sent = useSaveReply(useActionData<typeof sectionEditorAction>())
  const isGone = entry?.isGone === true
  // A form from before the sign-in makes an entry anew that was removed meanwhile.
  const refusal = useMemo(() => (sent?.recovered && isGone ? { ...sent, version: '' } : sent), [sent, isGone])
  const reply = refusal ?? base.invalidFields
  useFocusFromBefore()
  const form = useContentForm({ id: SECTION_FORM, schema: useRouteSchema(id), content: base.content, reply })
  const saved = reply?.saved ?? base.saved
  const isMended = base.isRepairing && broken === undefined
  const isNewer = isMended || (version !== base.version && version !== reply?.version)
  const drafts = { mayPublish, needsApproval }
  const fields = (
    <>
      <NewerContent content={base.content} isNewer={isNewer} reply={refusal} onFollow={onFollow} />
      <ContentFormMessages
        reply={reply}
        failedMessage={refusal || !base.invalidFields ? failedMessage : 'Correct these fields, then save'}
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
      saved={saved}
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
            content={saved}
            href={href}
            isRepairing={base.isRepairing}
            drafts={drafts}
            isDraft={loaded.draft !== undefined && !loaded.draft.removes && !loaded.isDraftHidden}
            isNew={entry?.exists === false}
          />
        </>
      )}
    </ContentForm>
  )
}
