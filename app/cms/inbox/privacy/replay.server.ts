import type { MessageFolder } from '#app/cms/inbox/folder/message-folder.server.ts'
import { referenceOf, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import { correctionTime } from './correction.ts'
import { hashOfId, type Erasures, type ListedActs } from './erasures.server.ts'
import type { RequestBook } from './request-book.server.ts'
import { unsealed, type openPersonalData } from './personal-data.server.ts'

interface ReplayOptions {
  messages: MessageFolder
  erasures: Erasures
  personalData: Pick<ReturnType<typeof openPersonalData>, 'erase'>
  requests: Pick<RequestBook, 'forget'>
}

/**
 * Does again what the list of erasures names: a restored backup may have brought back what it was before. A correction is
 * taken from the message that the restore has replaced; where there is none, as on a new machine, the message is
 * `outdated`. Resolves with the ids. Rejects if the list cannot be read, or with StorageError.
 */
export async function replayErasures({ messages, erasures, personalData, requests }: ReplayOptions) {
  const listed = await erasures.read()
  if (listed.size === 0) return { done: [], outdated: [] }
  const all = (await messages.list()).flatMap((message) => {
    const acts = listed.get(hashOfId(message.id))
    return acts ? [{ message, acts }] : []
  })
  const { corrected, outdated } = await correctAgain(all, { messages, requests })
  const back = all.filter(({ message, acts }) => acts.seal?.isSealed && message.sealedAt === undefined)
  if (back.length > 0)
    await personalData.erase(
      back.map(({ message }) => message.id),
      'list of erasures',
    )
  const opened = all.filter(
    ({ message, acts }) => acts.seal?.isSealed === false && isBefore(message.sealedAt, acts.seal.at),
  )
  await messages.change(
    opened.map(({ message }) => message.id),
    unsealed,
  )
  return { done: [...corrected, ...[...back, ...opened].map(({ message }) => message.id)], outdated }
}

async function correctAgain(
  all: readonly { message: StoredMessage; acts: ListedActs }[],
  { messages, requests }: Pick<ReplayOptions, 'messages' | 'requests'>,
) {
  const corrected: string[] = []
  const outdated: string[] = []
  for (const { message, acts } of all) {
    const { correctedAt } = acts
    if (correctedAt === undefined || correctionTime(message) >= correctedAt) continue
    const replaced = await messages.readReplaced(message.id)
    if (!replaced || correctionTime(replaced) < correctedAt) {
      outdated.push(message.id)
      continue
    }
    // The book is of the backup as well.
    await requests.forget([message], { instead: referenceOf(message.id) })
    const { firstName, lastName, email, mobile, comments, extras, corrections } = replaced
    await messages.change([message.id], (current) => ({
      ...current,
      ...{ firstName, lastName, email, mobile, comments, extras, corrections },
    }))
    corrected.push(message.id)
  }
  return { corrected, outdated }
}

function isBefore(time: string | undefined, other: string) {
  return time !== undefined && time < other
}
