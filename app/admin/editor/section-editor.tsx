import type { MetaFunction } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData, useMatches } from '@remix-run/react'
import { useCallback, useContext, useState } from 'react'
import { ProductChoicesProvider } from '#app/sections/products/product-choices.tsx'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import {
  ContentForm,
  ContentFormMessages,
  useContentForm,
  SectionIdContext,
  type EditorHandle,
  type LoadSchema,
} from '#app/editing/form/content-form.tsx'
import { useSaveReply, FaultNotice } from '#app/editing/conflict/notices.tsx'
import { FormPlaceContext, readFormPlace, useFocusFromBefore } from '#app/editing/ui/focus.ts'
import { HistoryList } from '#app/admin/history/history-list.tsx'
import { LinkSuggestions } from '#app/editing/fields/link-field.tsx'
import { keepForm } from '#app/editing/form/save-reply.ts'
import { NewerContent, SaveBar } from '#app/editing/form/save-bar.tsx'
import { PageHead, PublicLink } from '#app/editing/ui/page-head.tsx'
import { StoredFilesProvider } from '#app/editing/files/stored-files.tsx'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-page.tsx'

export const loader = sectionEditorLoader
export const action = sectionEditorAction
export const clientAction = keepForm

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.label ?? 'Not found')

const FORM = 'editor'

/** Edits a section that is one form. The fields are the child route's. */
export default function SectionEditorPage() {
  const { id, label, page, shown, version, images, documents, missing, folders, edits, before, fault } =
    useLoaderData<typeof loader>()
  return (
    <StoredFilesProvider images={images} documents={documents} missing={missing} folders={folders}>
      <PageHead title={label}>
        {shown.relation} <PublicLink href={page}>{shown.place}</PublicLink>
      </PageHead>
      {fault && <FaultNotice fault={fault} />}
      <div className="cols">
        {/* Another section is another form: nothing typed may leak from one into the other. */}
        <SteadyForm key={id} />
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
function SteadyForm() {
  const { content, version } = useLoaderData<typeof loader>()
  const [{ base, place }, setForm] = useState({ base: { content, version }, place: useContext(FormPlaceContext) })
  const follow = useCallback(() => {
    setForm({ base: { content, version }, place: readFormPlace(FORM) })
  }, [content, version])
  return (
    <FormPlaceContext.Provider value={place}>
      <SectionForm key={base.version} base={base} onFollow={follow} />
    </FormPlaceContext.Provider>
  )
}

interface SectionFormProps {
  /** What the form is made from. */
  base: { content: Record<string, unknown>; version: string }
  /** Makes the form anew from what was loaded. */
  onFollow: () => void
}

function SectionForm({ base, onFollow }: SectionFormProps) {
  const { id, failedMessage, version, products, linkTargets, unfit, preview } = useLoaderData<typeof loader>()
  const reply = useSaveReply(useActionData<typeof action>() ?? unfit)
  useFocusFromBefore()
  const form = useContentForm({ id: FORM, schema: useSchema(id), content: base.content, reply })
  const href = `/admin/${id}`
  const isNewer = version !== base.version && version !== reply?.version
  return (
    <ContentForm form={form} version={base.version} reply={reply} preview={preview}>
      <NewerContent content={base.content} isThere={isNewer} reply={reply} onFollow={onFollow} />
      <ContentFormMessages reply={reply} failedMessage={failedMessage} href={href} />
      <ProductChoicesProvider products={products}>
        <LinkSuggestions pages={linkTargets}>
          <SectionIdContext.Provider value={id}>
            <Outlet key={form.key} />
          </SectionIdContext.Provider>
        </LinkSuggestions>
      </ProductChoicesProvider>
      <SaveBar content={base.content} href={href} />
    </ContentForm>
  )
}

/** The schema of the form, by the child route that shows its fields. */
function useSchema(sectionId: string): LoadSchema {
  const handle = useMatches().at(-1)?.handle
  if (!isEditorHandle(handle)) throw new Error('The route of this editor exports no schema')
  return () => handle.schema(sectionId)
}

function isEditorHandle(handle: unknown): handle is EditorHandle {
  return typeof handle === 'object' && handle !== null && 'schema' in handle
}
