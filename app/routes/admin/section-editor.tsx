import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findEditor, type SectionEditor } from '#app/sections/registry.ts'
import { adminMeta } from '#app/ui/admin/admin-meta.ts'
import { ContentForm, ContentFormMessages } from '#app/ui/admin/content-form.tsx'
import { FaultNotice } from '#app/ui/admin/fault-notice.tsx'
import { HistoryList } from '#app/ui/admin/history-list.tsx'
import { ImageLibraryProvider } from '#app/ui/admin/image-library.tsx'
import { PageHead, PublicLink } from '#app/ui/admin/page-head.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { useContentForm } from '#app/ui/admin/use-content-form.ts'
import { sectionEditorAction, sectionEditorLoader } from './section-editor.server.ts'

export { AdminError as ErrorBoundary } from '#app/ui/admin/admin-error.tsx'

export const loader = sectionEditorLoader
export const action = sectionEditorAction

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminMeta(findEditor(data?.id)?.section.label ?? 'Not found')

/** Edits any section that is one form. */
export default function SectionEditorPage() {
  const { id, version, images, edits, before, fault } = useLoaderData<typeof loader>()
  const editor = findEditor(id)
  if (!editor) return null
  const { label, page } = editor.section
  return (
    <ImageLibraryProvider images={images}>
      <PageHead title={label}>
        Part of the <PublicLink href={page}>home page</PublicLink>
      </PageHead>
      {fault && <FaultNotice fault={fault} />}
      <div className="cols">
        {/* Another section or another version is another form: nothing typed may leak from one into the other. */}
        <SectionForm key={`${id}:${version}`} editor={editor} />
        <aside className="aside">
          <section>
            <h2>On the website</h2>
            <PublicLink href={page}>Open the section</PublicLink>
          </section>
          <section>
            <h2>History</h2>
            <HistoryList edits={edits} before={before} version={version} />
          </section>
        </aside>
      </div>
    </ImageLibraryProvider>
  )
}

function SectionForm({ editor: { section, Fields } }: { editor: SectionEditor }) {
  const { content, version } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const form = useContentForm({ id: 'editor', schema: section.schema, content, reply })
  const href = `/admin/${section.id}`
  return (
    <ContentForm form={form} version={version} reply={reply}>
      <ContentFormMessages reply={reply} failedMessage={section.messages.failed} href={href} />
      <Fields key={form.key} />
      <SaveBar content={content} href={href} />
    </ContentForm>
  )
}
