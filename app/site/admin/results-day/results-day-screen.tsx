import type { MetaFunction } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { ContentForm, ContentFormMessages, useContentForm } from '#app/cms/editing/form/content-form.tsx'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { useSaveReply } from '#app/cms/editing/form/form-notices.tsx'
import { useEditorHandle, useRouteSchema } from '#app/cms/editing/form/route-schema.ts'
import { SaveBar } from '#app/cms/editing/form/save-bar.tsx'
import { keepForm } from '#app/cms/editing/form/save-reply.ts'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { RESULTS_DAY } from '#app/site/collections/documents/result-kinds.ts'
import { addDocumentsAction, addDocumentsLoader } from './add-documents.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = addDocumentsLoader
export const action = addDocumentsAction
export const clientAction = keepForm

export const meta: MetaFunction = () => adminMeta(RESULTS_DAY.label)

/** Adds the documents on the results of a quarter at once. The child route renders the fields. */
export default function ResultsDayScreen() {
  const { id, list, content, labels, folders, failedMessage, known, ...drafts } = useLoaderData<typeof loader>()
  const { label, href } = RESULTS_DAY
  const { rows } = useEditorHandle()
  const reply = useSaveReply(useActionData<typeof action>())
  const form = useContentForm({ id: 'several', schema: useRouteSchema(id), content, reply })
  return (
    <StoredFilesProvider folders={folders}>
      <BackLink to={list.href}>{list.label}</BackLink>
      <PageHead title={label}>
        Add the files you have; they are published together. To publish them at a set time, choose “Save draft”: the
        next page asks for the time.
      </PageHead>
      <ContentForm
        form={form}
        labels={labels}
        version=""
        reply={reply}
        enterIntent={drafts.mayPublish ? contentIntents.save : contentIntents.draft}
      >
        <ContentFormMessages reply={reply} failedMessage={failedMessage} rows={rows} />
        <Outlet key={form.key} context={known} />
        <SaveBar content={content} href={href} drafts={drafts} isNew />
      </ContentForm>
    </StoredFilesProvider>
  )
}
