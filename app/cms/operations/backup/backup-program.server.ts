import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import type { Env } from '#app/cms/platform/env.server.ts'
import type { BackupScope } from './archive-format.ts'

export interface ProgramOptions extends BackupScope {
  folders: Pick<Env, 'contentDir' | 'uploadsDir' | 'dataDir'>
  /** Encrypts the archive. */
  passphrase?: string | undefined
  /** Ends the program. */
  signal?: AbortSignal
  /** The program. Default: the built one. */
  program?: string | undefined
}

/** No backup was made. The message is for staff. */
export class BackupFailed extends Error {
  override name = 'BackupFailed'
}

/**
 * Runs `backup` as a separate process: so compression and encryption take no processor time from visitors, and their
 * memory is freed. It borrows a snapshot from this process over the socket of the data folder. If `file` is `-`, the
 * archive is its output, which has to be read. `end` ends the process; `ended` rejects with BackupFailed if it has made
 * no complete archive.
 */
export function runBackupProgram(file: string, { folders, passphrase, publicOnly, signal, program }: ProgramOptions) {
  const args = ['backup', ...(publicOnly ? ['--public-only'] : []), ...(passphrase === undefined ? [] : ['--encrypt'])]
  const child = spawn(process.execPath, [program ?? programFile(), ...args, file], {
    // No setting of this process is passed on. Only its own user can read the environment of a process.
    env: {
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      CONTENT_DIR: folders.contentDir,
      UPLOADS_DIR: folders.uploadsDir,
      DATA_DIR: folders.dataDir,
      ...(passphrase !== undefined && { BACKUP_PASSPHRASE: passphrase }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Unread output would prevent the `close` event of the process.
  const end = () => {
    child.stdout.destroy()
    child.kill()
  }
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  const errors = text(child.stderr)
  const exited = once(child, 'close')
  const ended = (async () => {
    try {
      await exited
      if (child.exitCode === 0) return
    } catch (cause) {
      throw new BackupFailed('The backup could not be started.', { cause })
    }
    if (signal?.aborted) throw new BackupFailed('The backup was ended.')
    throw new BackupFailed(reasonIn(await errors))
  })()
  ended.catch(() => undefined)
  return { output: child.stdout, ended, end }
}

function programFile() {
  return createRequire(import.meta.url).resolve('#command')
}

/** The program prints one sentence for an operator. */
function reasonIn(errors: string) {
  const reason = errors.trim().replace(/^No backup was made: /, '')
  return reason === '' ? 'The backup was ended by the server.' : reason.slice(0, 300)
}
