import type { MetaFunction } from '@remix-run/node'
import { Form, Link, Outlet, useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { useRouteSchema } from '#app/cms/admin/editor/route-schema.ts'
import { HistoryLink } from '#app/cms/admin/history/history-list.tsx'
import { PresenceList } from '#app/cms/admin/presence/presence-list.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { useSaveReply } from '#app/cms/editing/form/form-notices.tsx'
import { keepForm } from '#app/cms/editing/form/save-reply.ts'
import { ConfirmStep, DeleteButton, PageDialog } from '#app/cms/editing/ui/dialog.tsx'
import { EntryDialogForm } from './entry-dialog-form.tsx'
import { deleteHref, editHref, listAddress } from './list-address.ts'
import { entryAction, entryLoader } from './list-screen.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = entryLoader
export const action = entryAction
export const clientAction = keepForm

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data ? `Edit ${data.list.noun}` : 'Not found')

/**
 * Edits an entry of a list in a dialog. With `?confirm=delete` asks whether to delete it, for browsers without scripts.
 * The child route renders the fields.
 */
export default function EntryPage() {
  const { entry } = useLoaderData<typeof loader>()
  // Another entry is another form: nothing typed may leak from one into the other.
  return <EntryDialog key={entry._id} />
}

function EntryDialog() {
  const { isDeleted, version, presence } = useLoaderData<typeof loader>()
  // The form keeps the data it was made from, even if the entry is changed or deleted meanwhile.
  const [opened] = useState(useLoaderData<typeof loader>())
  const reply = useSaveReply(useActionData<typeof action>(), isDeleted ? version : undefined)
  const [searchParams] = useSearchParams()
  const { list, entry, place } = opened
  const { id, noun } = list
  const schema = useRouteSchema(id)
  const address = { ...list, search: place.search }
  const href = editHref(address, entry._id)
  const closeTo = listAddress(address)
  const deleteForm = `delete-${noun}`
  const remove = `Delete ${noun}`
  const question = place.isDraft
    ? `Are you sure you want to delete this ${noun} in the draft? The published version does not change.`
    : `Are you sure you want to delete this ${noun}? You can undo this.`
  const isConfirming = searchParams.get('confirm') === 'delete'
  if (opened.isDeleted && !reply) return <DeletedEntry list={list} closeTo={closeTo} />
  return (
    <PageDialog title={isConfirming ? remove : `Edit ${noun}`} closeTo={closeTo}>
      {isConfirming ? (
        <>
          <div className="dialog__body">
            <p>{question}</p>
          </div>
          <footer className="dialog__foot">
            <span className="grow" />
            <Link className="btn" to={href}>
              Cancel
            </Link>
            <DeleteButton form={deleteForm} label={remove} />
          </footer>
        </>
      ) : (
        <EntryDialogForm
          {...opened}
          isDeleted={isDeleted}
          reply={reply}
          schema={schema}
          href={href}
          closeTo={closeTo}
          notice={<PresenceList presence={presence} position={opened.presence.position} />}
          fields={<Outlet />}
        >
          {!isDeleted && (
            <ConfirmStep label={remove} question={question} href={deleteHref(address, entry._id)} form={deleteForm} />
          )}
        </EntryDialogForm>
      )}
      {/* Forms cannot be nested: the buttons that delete refer to this form by its id. */}
      <Form id={deleteForm} method="post" action={href} hidden>
        <input type="hidden" name="version" value={opened.version} />
      </Form>
    </PageDialog>
  )
}

function DeletedEntry({ list: { id, noun }, closeTo }: { list: { id: string; noun: string }; closeTo: string }) {
  return (
    <PageDialog title={`Edit ${noun}`} closeTo={closeTo}>
      <div className="dialog__body">
        <p>This {noun} no longer exists. Someone may have deleted it. You can restore it from the history.</p>
      </div>
      <footer className="dialog__foot">
        <span className="grow" />
        <HistoryLink section={id} />
        <Link className="btn" to={closeTo}>
          Close
        </Link>
      </footer>
    </PageDialog>
  )
}
