import { adminAction, adminLoader } from '#app/guard.server.ts'
import { log } from '#app/platform/log.server.ts'
import { countOf } from '#app/editing/ui/format.ts'
import { DELETE_ALL_SIZE, inboxHref, readInboxView } from './inbox-address.ts'
import { messageIdsOf, readInboxForm } from './inbox-form.server.ts'
import { flashExpectedErrors } from '#app/admin/history/section-history.server.ts'
import { currentSite } from '#app/site.server.ts'

/**
 * The messages named by `?id=`, or all of the view (`?all=1`, at most 1,000 at a time), that are still there, to be asked
 * about. Among the deleted ones the question is for good.
 */
export const inboxDeleteLoader = adminLoader(async ({ request }) => {
  const { searchParams } = new URL(request.url)
  const view = readInboxView(searchParams)
  const isForGood = view.show === 'deleted'
  const isAll = searchParams.has('all')
  const chosen = isAll
    ? await currentSite().inbox.listMessages({ ...view, limit: DELETE_ALL_SIZE })
    : await Promise.all(messageIdsOf(searchParams.getAll('id')).map((id) => currentSite().inbox.readMessage(id)))
  return {
    view,
    isForGood,
    isAll,
    messages: chosen.flatMap((message) =>
      message && (message.deletedAt !== undefined) === isForGood
        ? { id: message.id, name: `${message.firstName} ${message.lastName}` }
        : [],
    ),
  }
})

/** Deletes the posted messages; those that are deleted already (`?show=deleted`) for good. */
export const inboxDeleteAction = adminAction(async ({ request, admin }) => {
  const view = readInboxView(new URL(request.url).searchParams)
  const form = await readInboxForm(request)
  // The newest ones: those that came after the question was asked are asked about again.
  const isMeant = (id: string) => form.upTo === '' || id <= form.upTo
  const ids = form.isAll
    ? (await currentSite().inbox.listMessages(view))
        .map(({ id }) => id)
        .filter(isMeant)
        .slice(0, DELETE_ALL_SIZE)
    : form.ids
  const page = inboxHref(form.isAll ? { ...view, page: 1 } : view)
  return flashExpectedErrors(page, async () => {
    if (view.show === 'deleted') {
      const count = await currentSite().inbox.eraseMessages(ids)
      log.info({ username: admin.username, count }, 'Messages were deleted for good')
      return currentSite().flash.flashRedirect(page, {
        kind: 'success',
        message: `${countOf(count, 'message')} deleted for good`,
      })
    }
    const { count, deletedAt } = await currentSite().inbox.deleteMessages(ids)
    if (count === 0)
      return currentSite().flash.flashRedirect(page, {
        kind: 'failure',
        message: 'These messages are deleted already.',
      })
    return currentSite().flash.flashRedirect(page, {
      kind: 'success',
      message: `${countOf(count, 'message')} deleted`,
      undo: { section: 'inbox', entry: deletedAt },
    })
  })
})
