import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useCallback, useContext, useState } from 'react'
import { uploadFolderOf } from '#app/content/upload-kind.ts'
import { whereShown } from '#app/sections/public-pages.ts'
import { ProductChoicesProvider } from '#app/sections/products/product-choices.tsx'
import { findEditor, type SectionEditor } from '#app/sections/registry.ts'
import { adminMeta } from '#app/ui/admin/admin-meta.ts'
import { ContentForm, ContentFormMessages } from '#app/ui/admin/content-form.tsx'
import { useSaveReply } from '#app/ui/admin/draft-context.tsx'
import { FaultNotice } from '#app/ui/admin/fault-notice.tsx'
import { FormPlaceContext, readFormPlace, useFocusFromBefore } from '#app/ui/admin/form-place.ts'
import { HistoryList } from '#app/ui/admin/history-list.tsx'
import { LinkSuggestions } from '#app/ui/admin/link-field.tsx'
import { MarkdownPreviewProvider } from '#app/ui/admin/markdown-preview.tsx'
import { keepForm } from '#app/ui/admin/keep-form.ts'
import { NewerContent } from '#app/ui/admin/newer-content.tsx'
import { PageHead, PublicLink } from '#app/ui/admin/page-head.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { StoredFilesProvider } from '#app/ui/admin/stored-files.tsx'
import { useContentForm } from '#app/ui/admin/use-content-form.ts'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'

export { AdminError as ErrorBoundary } from '#app/ui/admin/admin-error.tsx'

export const loader = sectionEditorLoader
export const action = sectionEditorAction
export const clientAction = keepForm(
  ({ section }) => findEditor(section)?.section.messages.failed ?? 'Nothing was saved',
)

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminMeta(findEditor(data?.id)?.section.label ?? 'Not found')

const FORM = 'editor'

/** Edits any section that is one form. */
export default function SectionEditorPage() {
  const { id, version, images, documents, missing, edits, before, fault } = useLoaderData<typeof loader>()
  const editor = findEditor(id)
  if (!editor) return null
  const { label, page, schema } = editor.section
  const { relation, place } = whereShown(editor)
  return (
    <StoredFilesProvider
      images={images}
      documents={documents}
      missing={missing}
      folderOf={(field) => uploadFolderOf(schema, field)}
    >
      <PageHead title={label}>
        {relation} <PublicLink href={page}>{place}</PublicLink>
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
