import type { Actor } from '#app/cms/platform/author.server.ts'
import type { Inbox } from '#app/cms/inbox/open-inbox.server.ts'
import { referenceOf } from '#app/cms/inbox/stored-message.server.ts'

interface Recorder {
  record: (event: { kind: 'privacy.withdrawn'; about: string; actor: Actor }) => void
}

/**
 * Seals the message that a token proves and notes it in the request book, so that staff learn of it. Resolves with false
 * for any other token, and if the message is gone. Again for the same message: nothing more happens. Rejects with
 * StorageError.
 */
export async function withdrawMessage(
  { inbox, audit }: { inbox: Pick<Inbox, 'personalData' | 'requests' | 'withdrawals'>; audit: Recorder },
  token: string,
  actor: Actor,
): Promise<boolean> {
  const id = await inbox.withdrawals.idOf(token)
  if (id === undefined) return false
  const reference = referenceOf(id)
  if ((await inbox.personalData.seal([id], 'visitor')).length > 0) {
    await inbox.requests.add('withdrawal', reference)
    audit.record({ kind: 'privacy.withdrawn', about: reference, actor })
    return true
  }
  return (await inbox.personalData.find(reference)).messages.length > 0
}
