import { randomBytes } from 'node:crypto'
import { BackupFailed, runBackupProgram, type ProgramOptions } from './backup-program.server.ts'

/** What a download has to contain. */
type DownloadChoice = Pick<ProgramOptions, 'publicOnly' | 'passphrase'>

/** The time from the form to the download, which the browser requests at once (ms). */
const TICKET_MS = 60_000
const MAX_TICKETS = 10

export const BUSY = 'Another backup is being made. Try again when it has ended.'

export type BackupDownloads = ReturnType<typeof openBackupDownloads>

/**
 * Downloads of backups from the administrator area. A valid form gets a ticket for one download by the same session
 * within a minute. So the form can show its errors, and the download has an address of its own.
 */
export function openBackupDownloads({ folders, program }: Pick<ProgramOptions, 'folders' | 'program'>) {
  const tickets = new Map<string, { session: string; choice: DownloadChoice; expires: number }>()
  let running: { end: () => void; ended: Promise<unknown> } | undefined
  let isClosed = false

  /** A ticket for a download; undefined while another download is in progress. */
  function admit(session: string, choice: DownloadChoice): string | undefined {
    if (running) return undefined
    const now = performance.now()
    for (const [id, { expires }] of tickets) if (expires < now || tickets.size >= MAX_TICKETS) tickets.delete(id)
    const ticket = randomBytes(16).toString('base64url')
    tickets.set(ticket, { session, choice, expires: now + TICKET_MS })
    return ticket
  }

  /** Redeems a ticket of this session, once. Undefined if it is unknown or has expired. */
  function redeem(ticket: string, session: string): DownloadChoice | undefined {
    const found = tickets.get(ticket)
    if (found?.session !== session) return undefined
    tickets.delete(ticket)
    return found.expires < performance.now() ? undefined : found.choice
  }

  /**
   * The bytes of a backup; resolves once the first ones exist. Rejects with BackupFailed if there are none. If the
   * backup fails later, the stream fails: the archive is incomplete. `signal`, or the end of reading, ends the backup.
   */
  async function open(choice: DownloadChoice, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    if (running || isClosed) throw new BackupFailed(BUSY)
    const started = runBackupProgram('-', { ...choice, folders, signal, program })
    running = started
    const forget = () => {
      if (running === started) running = undefined
    }
    started.ended.then(forget, forget)
    const chunks: AsyncIterator<Uint8Array> = started.output[Symbol.asyncIterator]()
    const first = await chunks.next()
    if (first.done) {
      await started.ended
      throw new BackupFailed('The backup is empty.')
    }
    return toEnd(first.value, chunks, started)
  }

  /** Ends the download in progress. */
  async function close(): Promise<void> {
    isClosed = true
    running?.end()
    await running?.ended.catch(() => undefined)
  }

  return { admit, redeem, open, close, isBusy: () => running !== undefined }
}

async function* toEnd(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  { ended, end }: { ended: Promise<void>; end: () => void },
): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    await ended
  } finally {
    end()
  }
}
