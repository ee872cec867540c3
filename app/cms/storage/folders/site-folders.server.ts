import type { StorageError } from '#app/cms/storage/storage-error.ts'
import { faultOf, findFolderFault, type FolderFault, tidyFolder } from '#app/cms/storage/folders/folder-care.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Health } from '#app/cms/platform/health.server.ts'

/** Milliseconds between two checks. */
const CHECK_MS = 5_000

const REPLACED: FolderFault = {
  id: 'missing',
  message:
    'is not the folder with which the site was started, so nothing is saved. Mount its disk, or put the first folder back. To use the folder that is there now, restart the site.',
}

interface WatchedFolders {
  /** Sets why this process may not write; `undefined` if it may. */
  setRefusal(refusal: StorageError | undefined): void
  /** Sets the function that returns why this process may not write into one of the folders. */
  setRefusalOf(refusalOf: (root: 'content' | 'uploads') => StorageError | undefined): void
  /** Checks the folders at once instead of after up to 5 s. Does nothing before `start`. */
  checkSoon(): void
  /** Checks the folders now and every 5 s, and tidies them once this process may write. */
  start(): void
  /**
   * Removes the temporary files that earlier processes have left. Resolves with the paths of the files that were
   * removed since the last call, including those at the start. Never rejects.
   */
  tidy(): Promise<string[]>
  /** Stops the checks. Never rejects. */
  close(): Promise<void>
}

/**
 * Checks the three folders of the site and reports problems to `health`, under ids such as `data-read-only`. A problem
 * is cleared when it is solved.
 */
export function watchFolders({
  contentDir,
  uploadsDir,
  dataDir,
  health,
  log,
  isReader = false,
  interval = CHECK_MS,
}: {
  contentDir: string
  uploadsDir: string
  dataDir: string
  health: Pick<Health, 'report' | 'clear'>
  log: Logger
  /** True for a process that only reads content and uploads. */
  isReader?: boolean
  interval?: number
}): WatchedFolders {
  let refusal: StorageError | undefined
  let refusalOf: Parameters<WatchedFolders['setRefusalOf']>[0] = () => undefined
  let isDue = false
  let isStarted = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let tidying: Promise<void> | undefined
  /** Paths that were removed since the last call of `tidy`. */
  const removed: string[] = []
  const reported = new Map<string, string>()

  /** Reports the current problem of a folder. */
  function note(name: string, folder: string, found: FolderFault | undefined) {
    const id = found && `${name}-${found.id}`
    const before = reported.get(name)
    if (before !== undefined && before !== id) health.clear(before)
    if (!found || id === undefined) {
      reported.delete(name)
      return
    }
    reported.set(name, id)
    health.report({ id, message: `The ${name} folder (${folder}) ${found.message}` })
  }

  async function check() {
    isDue = false
    const data = await findFolderFault(dataDir, { isNeverEmpty: false })
    const options = { isNeverEmpty: true, isOnlyRead: isReader }
    for (const [root, folder] of [
      ['content', contentDir],
      ['uploads', uploadsDir],
    ] as const) {
      const found = await findFolderFault(folder, options)
      const isAway = refusalOf(root)?.code === `${root}-missing`
      note(root, folder, isAway && found ? { ...found, id: 'missing' } : found)
    }
    note('data', dataDir, data ?? faultOfLock())
    checkIn(interval)
  }

  /** The lock may refuse in a folder that passes the check. */
  function faultOfLock(): FolderFault | undefined {
    if (!refusal || refusal.code === 'lock-lost') return undefined
    return refusal.code === 'data-missing' ? REPLACED : faultOf(refusal.cause)
  }

  function checkIn(milliseconds: number) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void check(), milliseconds).unref()
  }

  async function tidyAll() {
    const errors: unknown[] = []
    const options = {
      isOver: () => isClosed,
      onError: (error: unknown) => void errors.push(error),
      onRemoved: (path: string) => void removed.push(path),
    }
    await tidyFolder(dataDir, { ...options, makePrivate: true })
    // A reader does not tidy the other folders: their temporary files belong to saves in progress.
    for (const folder of isReader ? [] : [contentDir, uploadsDir]) {
      await tidyFolder(folder, { ...options, makePrivate: false })
    }
    if (errors.length > 0) {
      log.warn(
        { err: errors[0], count: errors.length },
        'Temporary files could not be removed, or the permissions of the data folder could not be restricted',
      )
    }
  }

  function tidyOnce() {
    if (isStarted && !refusal) tidying ??= tidyAll()
  }

  return {
    setRefusal(found) {
      refusal = found
      if (found?.code === 'lock-lost') {
        const message =
          'Another process has taken over the folders of this site. This process cannot save any more. Stop this process, and use the other one.'
        health.report({ id: 'lock-lost', message, isUnready: true })
      }
      if (isStarted) checkIn(0)
      tidyOnce()
    },
    setRefusalOf(given) {
      refusalOf = given
    },
    checkSoon() {
      if (!isStarted || isDue) return
      isDue = true
      checkIn(0)
    },
    start() {
      isStarted = true
      void check()
      tidyOnce()
    },
    async tidy() {
      tidying = (tidying ?? Promise.resolve()).then(tidyAll)
      await tidying
      return removed.splice(0)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await tidying
    },
  }
}
