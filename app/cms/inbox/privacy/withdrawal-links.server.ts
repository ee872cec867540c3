import type { Storage } from '#app/cms/storage/storage.ts'
import { isSameText, makeSecret, readSecret, signatureOf } from '#app/cms/storage/stored-secret.server.ts'
import { isMessageId } from '#app/cms/inbox/stored-message.server.ts'

const SECRET_FILE = 'data/withdrawal-secret'

/**
 * Signs the links with which visitors withdraw messages. The secret is stored with the messages, so that a link works
 * for as long as its message is kept, also after a restore.
 */
export function openWithdrawalLinks(storage: Pick<Storage, 'read' | 'commit'>) {
  let opening: Promise<Buffer> | undefined

  function secret() {
    opening ??= (async () => (await readSecret(storage, SECRET_FILE)) ?? (await makeSecret(storage, SECRET_FILE)))()
    // The next call tries again.
    opening.catch(() => (opening = undefined))
    return opening
  }

  /** The proof that somebody has sent a message. Rejects if there is no secret, and none can be made. */
  async function tokenOf(id: string): Promise<string> {
    return `${id}.${signatureOf(await secret(), `withdrawal ${id}`)}`
  }

  /** The id of the message that a token proves; undefined for any other text, whether there is a message or not. */
  async function idOf(token: string): Promise<string | undefined> {
    const [id = '', signature = ''] = token.split('.')
    const isRight = isSameText(signature, signatureOf(await secret(), `withdrawal ${id}`))
    return isRight && isMessageId(id) ? id : undefined
  }

  return { tokenOf, idOf }
}
