import type { MetaFunction } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { useRouteSchema } from '#app/cms/admin/editor/route-schema.ts'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { useSaveReply } from '#app/cms/editing/form/form-notices.tsx'
import { keepForm } from '#app/cms/editing/form/save-reply.ts'
import { PageDialog } from '#app/cms/editing/ui/dialog.tsx'
import { EntryDialogForm } from './entry-dialog-form.tsx'
import { editHref, listAddress } from './list-address.ts'
import { newEntryAction, newEntryLoader } from './list-screen.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = newEntryLoader
export const action = newEntryAction
export const clientAction = keepForm

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data ? `Add ${data.list.noun}` : 'Not found')

/** Adds an entry to a list whose entries are edited in dialogs. The child route renders the fields. */
export default function NewEntryPage() {
  const { list, entry, index, version, place } = useLoaderData<typeof loader>()
  const reply = useSaveReply(useActionData<typeof action>())
  const address = { ...list, search: place.search }
  const closeTo = listAddress(address)
  return (
    <PageDialog title={`Add ${list.noun}`} closeTo={closeTo}>
      <EntryDialogForm
        list={list}
        entry={entry}
        index={index}
        version={version}
        reply={reply}
        schema={useRouteSchema(list.id)}
        href={editHref(address, 'new')}
        closeTo={closeTo}
        place={place}
        fields={<Outlet />}
      />
    </PageDialog>
  )
}
