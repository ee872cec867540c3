import { actorOf } from '#app/cms/platform/author.server.ts'
import { inboxIntents } from './inbox-intents.ts'
import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import { countOf, spanOfDays } from '#app/cms/platform/format/words.ts'
import { DELETE_ALL_SIZE, inboxHref, readInboxView } from './inbox-address.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { messageIdsOf, readInboxForm } from './inbox.server.ts'
import { flashExpectedErrors } from '#app/cms/editing/server/section-history.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { changeSeveral } from '#app/cms/storage/change-several.ts'
import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/**
 * The messages that the question is about, as far as they still exist: those of `?id=`, or all of the view (`?all=1`,
 * at most 1,000 at a time). Deleted messages (`?show=deleted`) would be deleted permanently.
 */
export const loader = adminLoader('publisher', async ({ request }) => {
  const { searchParams } = new URL(request.url)
  const view = readInboxView(searchParams)
  const isForGood = view.show === 'deleted'
  const isAll = searchParams.has('all')
  const chosen = isAll
    ? await currentSite().inbox.listMessages({ ...view, limit: DELETE_ALL_SIZE })
    : await Promise.all(messageIdsOf(searchParams.getAll('id')).map((id) => currentSite().inbox.readMessage(id)))
  const asked = chosen.flatMap((message) => (message && (message.deletedAt !== undefined) === isForGood ? message : []))
  const messages = asked.filter((message) => !isForGood || !currentSite().inbox.isHeld(message))
  return {
    view,
    isForGood,
    isAll,
    heldCount: asked.length - messages.length,
    messages: messages.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
  }
})

/**
 * Deletes the posted messages. Messages that are already deleted (`?show=deleted`) are deleted permanently, unless they
 * have to be kept still.
 */
export const action = adminAction('publisher', async ({ request, user }) => {
  const view = readInboxView(new URL(request.url).searchParams)
  const form = await readInboxForm(request)
  const page = inboxHref(form.isAll ? { ...view, page: 1 } : view)
  return flashExpectedErrors(page, async () => {
    // Messages that arrived after the question was asked are not deleted.
    const isMeant = (id: string) => form.upTo === '' || id <= form.upTo
    const ids = form.isAll
      ? (await currentSite().inbox.listMessages(view))
          .map(({ id }) => id)
          .filter(isMeant)
          .slice(0, DELETE_ALL_SIZE)
      : form.ids
    const changed = { count: ids.length, noun: 'message' }
    if (view.show === 'deleted') {
      const count = await changeSeveral(changed, () => currentSite().inbox.eraseMessages(ids))
      if (count === 0) return currentSite().flash.flashRedirect(page, { kind: 'failure', message: HELD })
      log.info({ username: user.username, count }, 'Messages were deleted permanently')
      currentSite().audit.record({
        kind: 'messages.deleted',
        detail: { count, what: 'permanently' },
        actor: actorOf(user),
      })
      return currentSite().flash.flashRedirect(page, {
        kind: 'success',
        message: `${countOf(count, 'message')} deleted permanently`,
      })
    }
    const { count, deletedAt } = await changeSeveral(changed, () => currentSite().inbox.deleteMessages(ids, user.id))
    if (count > 0) currentSite().audit.record({ kind: 'messages.deleted', detail: { count }, actor: actorOf(user) })
    if (count === 0)
      return currentSite().flash.flashRedirect(page, {
        kind: 'failure',
        message: 'These messages have already been deleted.',
      })
    return currentSite().flash.flashRedirect(page, {
      kind: 'success',
      message: `${countOf(count, 'message')} deleted`,
      undo: { address: '/admin/inbox', entry: deletedAt },
    })
  })
})

export const meta: MetaFunction = () => adminMeta('Delete messages')

const NAMED = 5

const HELD = `Every message is kept for ${spanOfDays(MESSAGE_DAYS.least)} from its arrival, because the law requires it.`

/** Asks whether to delete the chosen messages: in a dialog over the list, or on its own page without a script. */
export default function InboxDeletePage() {
  const { view, messages, heldCount, isForGood, isAll } = useLoaderData<typeof loader>()
  const names = messages.slice(0, NAMED).map(({ name }) => name)
  return (
    <ConfirmPage
      title={isForGood ? 'Delete permanently' : 'Delete messages'}
      closeTo={inboxHref(view)}
      action={inboxHref(view, '/delete')}
      button={
        messages.length > 0
          ? { label: isForGood ? 'Delete permanently' : 'Delete', intent: inboxIntents.delete }
          : undefined
      }
    >
      {messages.length === 0 ? (
        <p>{heldCount > 0 ? `${HELD} After that it is removed automatically.` : 'Select at least one message.'}</p>
      ) : (
        <>
          <p>
            {isForGood
              ? `Are you sure you want to permanently delete ${countOf(messages.length, 'message')}? This cannot be undone.`
              : `Are you sure you want to delete ${countOf(messages.length, 'message')}? They move to “Deleted”, where you can restore them until they have been kept for ${spanOfDays(MESSAGE_DAYS.least)}.`}
          </p>
          <p>
            <b>{names.join(', ')}</b>
            {messages.length > NAMED && ` and ${messages.length - NAMED} more`}
          </p>
          {heldCount > 0 && (
            <p>
              {countOf(heldCount, 'other message')} {heldCount === 1 ? 'stays' : 'stay'}. {HELD}
            </p>
          )}
        </>
      )}
      {isAll ? (
        <>
          <input type="hidden" name="all" value="1" />
          <input type="hidden" name="upTo" value={messages[0]?.id ?? ''} />
        </>
      ) : (
        messages.map(({ id }) => <input key={id} type="hidden" name="id" value={id} />)
      )}
    </ConfirmPage>
  )
}
