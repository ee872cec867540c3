import type { Logger } from '#app/platform/reports.ts'
import type { openMessageFolder } from './message-folder.server.ts'

const DAY = 24 * 3600 * 1000
const KEPT_DAYS = 30
const SWEEP_INTERVAL = DAY / 2

interface MessageTrashOptions {
  messages: ReturnType<typeof openMessageFolder>
  log: Logger
  /** Called for each message that is gone for good. */
  onErased: (id: string) => Promise<void> | undefined
}

/**
 * Deleted messages. They stay in their files, marked with the time, so that deleting and bringing back are one write each,
 * and go for good after 30 days: looked for twice a day while the process runs, and whenever something is deleted.
 */
export function openMessageTrash({ messages, log, onErased }: MessageTrashOptions) {
  const timer = setInterval(() => void sweep(), SWEEP_INTERVAL)
  timer.unref()

  async function put(ids: readonly string[]) {
    await sweep()
    const deletedAt = new Date().toISOString()
    const count = await messages.change(ids, (message) =>
      message.deletedAt === undefined ? { ...message, deletedAt } : message,
    )
    return { count, deletedAt }
  }

  async function takeBack(which: { ids: readonly string[] } | { deletedAt: string }) {
    const ids = 'ids' in which ? which.ids : await idsWhere((deletedAt) => deletedAt === which.deletedAt)
    return messages.change(ids, (message) =>
      message.deletedAt === undefined ? message : { ...message, deletedAt: undefined },
    )
  }

  async function erase(ids: readonly string[]) {
    const wanted = new Set(ids)
    const erased = await idsWhere((_deletedAt, id) => wanted.has(id))
    await messages.erase(erased)
    for (const id of erased) await onErased(id)
    return erased.length
  }

  async function sweep() {
    const oldest = new Date(Date.now() - KEPT_DAYS * DAY).toISOString()
    try {
      await erase(await idsWhere((deletedAt) => deletedAt < oldest))
    } catch (err) {
      log.error({ err }, 'Messages that were deleted 30 days ago could not be removed and are tried again')
    }
  }

  async function idsWhere(isMeant: (deletedAt: string, id: string) => boolean) {
    return (await messages.list()).flatMap(({ id, deletedAt }) =>
      deletedAt !== undefined && isMeant(deletedAt, id) ? id : [],
    )
  }

  function close() {
    clearInterval(timer)
  }

  return { put, takeBack, erase, sweep, close }
}
