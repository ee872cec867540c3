import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useCallback, useContext, useState } from 'react'
import { uploadFolderOf } from '#app/schema/walk-schema.ts'
import { ProductChoicesProvider } from '#app/sections/products/product-choices.tsx'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { ContentForm, ContentFormMessages, useContentForm } from '#app/editing/form/content-form.tsx'
import { useSaveReply } from '#app/editing/conflict/draft.tsx'
import { FaultNotice } from '#app/editing/conflict/content-notices.tsx'
import { FormPlaceContext, readFormPlace, useFocusFromBefore } from '#app/editing/form/form-place.ts'
import { HistoryList } from '#app/admin/history/history-list.tsx'
import { LinkSuggestions } from '#app/editing/fields/link-field.tsx'
import { MarkdownPreviewProvider } from '#app/editing/markdown/markdown-field.tsx'
import { keepForm } from '#app/editing/form/keep-form.ts'
import { NewerContent, SaveBar } from '#app/editing/form/save-bar.tsx'
import { PageHead, PublicLink } from '#app/editing/ui/page-head.tsx'
import { StoredFilesProvider } from '#app/editing/files/stored-files.tsx'
import { findEditor, type SectionEditor } from './editors.ts'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-page.tsx'

export const loader = sectionEditorLoader
export const action = sectionEditorAction
export const clientAction = keepForm(
  ({ section }) => findEditor(section)?.section.messages.failed ?? 'Nothing was saved',
)

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.label ?? 'Not found')

const FORM = 'editor'

/** Edits any section that is one form. */
export default function SectionEditorPage() {
  const { id, label, page, shown, version, images, documents, missing, edits, before, fault } =
    useLoaderData<typeof loader>()
  const editor = findEditor(id)
  if (!editor) return null
  const { schema } = editor.section
  return (
    <StoredFilesProvider
      images={images}
      documents={documents}
      missing={missing}
      folderOf={(field) => uploadFolderOf(schema, field)}
    >
      <PageHead title={label}>
        {shown.relation} <PublicLink href={page}>{shown.place}</PublicLink>
      </PageHead>
      {fault && <FaultNotice fault={fault} />}
      <div className="cols">
        {/* Another section is another form: nothing typed may leak from one into the other. */}
        <SteadyForm key={id} editor={editor} />
        <aside className="aside">
          <section>
            <h2>On the website</h2>
            <PublicLink href={page}>{page.includes('#') ? 'Open the section' : 'Open the page'}</PublicLink>
          </section>
          <section>
            <h2>History</h2>
            <HistoryList edits={edits} before={before} version={version} href={`/admin/history/${id}`} />
          </section>
        </aside>
      </div>
    </StoredFilesProvider>
  )
}

/** The form on the content it was made from, whatever the page finds when it is loaded again. */
function SteadyForm({ editor }: { editor: SectionEditor }) {
  const { content, version } = useLoaderData<typeof loader>()
  const [{ base, place }, setForm] = useState({ base: { content, version }, place: useContext(FormPlaceContext) })
  const follow = useCallback(() => {
    setForm({ base: { content, version }, place: readFormPlace(FORM) })
  }, [content, version])
  return (
    <FormPlaceContext.Provider value={place}>
      <SectionForm key={base.version} editor={editor} base={base} onFollow={follow} />
    </FormPlaceContext.Provider>
  )
}

interface SectionFormProps {
  editor: SectionEditor
  /** What the form is made from. */
  base: { content: Record<string, unknown>; version: string }
  /** Makes the form anew from what was loaded. */
  onFollow: () => void
}

function SectionForm({ editor: { section, Fields }, base, onFollow }: SectionFormProps) {
  const { version, products, linkTargets, unfit } = useLoaderData<typeof loader>()
  const reply = useSaveReply(useActionData<typeof action>() ?? unfit)
  useFocusFromBefore()
  const form = useContentForm({ id: FORM, schema: section.schema, content: base.content, reply })
  const href = `/admin/${section.id}`
  const isNewer = version !== base.version && version !== reply?.version
  return (
    <ContentForm form={form} version={base.version} reply={reply}>
      <NewerContent content={base.content} isThere={isNewer} reply={reply} onFollow={onFollow} />
      <ContentFormMessages reply={reply} failedMessage={section.messages.failed} href={href} />
      <ProductChoicesProvider products={products}>
        <LinkSuggestions pages={linkTargets}>
          <MarkdownPreviewProvider html={reply?.preview}>
            <Fields key={form.key} />
          </MarkdownPreviewProvider>
        </LinkSuggestions>
      </ProductChoicesProvider>
      <SaveBar content={base.content} href={href} />
    </ContentForm>
  )
}
