import type { MetaFunction } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { useEditorHandle, useRouteSchema } from '#app/cms/admin/editor/route-schema.ts'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { ContentForm, ContentFormMessages, useContentForm } from '#app/cms/editing/form/content-form.tsx'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { useSaveReply } from '#app/cms/editing/form/form-notices.tsx'
import { SaveBar } from '#app/cms/editing/form/save-bar.tsx'
import { keepForm } from '#app/cms/editing/form/save-reply.ts'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { severalEntriesAction, severalEntriesLoader } from './several-entries.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = severalEntriesLoader
export const action = severalEntriesAction
export const clientAction = keepForm

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.label ?? 'Not found')

/** Makes several entries of a collection at once. The child route renders the fields. */
export default function SeveralEntriesPage() {
  const loaded = useLoaderData<typeof loader>()
  const { id, label, note, list, href, content, labels, folders, failedMessage, ...drafts } = loaded
  const { rows } = useEditorHandle()
  const reply = useSaveReply(useActionData<typeof action>())
  const form = useContentForm({ id: 'several', schema: useRouteSchema(id), content, reply })
  return (
    <StoredFilesProvider folders={folders}>
      <BackLink to={list.href}>{list.label}</BackLink>
      <PageHead title={label}>{note}</PageHead>
      <ContentForm
        form={form}
        labels={labels}
        version=""
        reply={reply}
        enterIntent={drafts.mayPublish ? contentIntents.save : contentIntents.draft}
      >
        <ContentFormMessages reply={reply} failedMessage={failedMessage} href={href} rows={rows} />
        <Outlet key={form.key} />
        <SaveBar content={content} href={href} drafts={drafts} isNew />
      </ContentForm>
    </StoredFilesProvider>
  )
}
