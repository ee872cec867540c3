import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import { EVERYTHING, fileKey, PAGES } from '#app/cms/platform/http/shared-cache-headers.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import type { PurgeSettings } from '#app/cms/platform/env.server.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { openPurgeQueue, REPEATED_PURGE_TIMES } from './purge-queue.server.ts'

/** The caches in front of the site. Every change of what visitors get is purged from them. */
export interface SharedCaches {
  /** Resolves when all of them have confirmed what has changed so far, or after a second. Never rejects. */
  confirmed(): Promise<void>
  size(): number
  /** For how many seconds the oldest change could not be purged; 0 if none is late. */
  oldest(): number
  /** To be called when the pages have changed without a change of content. */
  purgePages(): void
  /** To be called when visitors get other responses for files whose bytes have not changed. */
  purgeFiles(files: readonly string[]): void
  /**
   * Sends the keys that an earlier process could not send. Caches find changes made while none ran within seconds. If
   * caches may fetch former responses, these keys may be elsewhere: then everything is purged.
   */
  start(): void
  close(): Promise<void>
}

interface Options {
  /** Undefined: there are no caches, or they are not purged. */
  settings: PurgeSettings | undefined
  /** True if a cache may still fetch the response from before a change, some moments after it. */
  mayFetchFormer: boolean
  storage: Storage
  content: Pick<ContentStore, 'subscribe'>
  media: Record<'library' | 'documents' | 'hashes', Pick<Media['library'], 'subscribe'>>
  log: Logger
  health: HealthReports
}

export function openSharedCaches({
  settings,
  mayFetchFormer,
  storage,
  content,
  media,
  log,
  health,
}: Options): SharedCaches {
  if (!settings) {
    return {
      confirmed: () => Promise.resolve(),
      size: () => 0,
      oldest: () => 0,
      purgePages: () => undefined,
      purgeFiles: () => undefined,
      start: () => undefined,
      close: () => Promise.resolve(),
    }
  }
  const queue = openPurgeQueue({
    ...settings,
    storage,
    log,
    health,
    ...(mayFetchFormer && { times: REPEATED_PURGE_TIMES }),
  })
  const purgePages = () => {
    queue.add([PAGES])
  }
  const stops = [
    content.subscribe(purgePages),
    media.library.subscribe(purgePages),
    media.documents.subscribe(purgePages),
    media.hashes.subscribe(purgePages),
    storage.watch('uploads', (name) => {
      const file = name.slice('uploads/'.length)
      queue.add([file.includes('.') ? fileKey(file) : EVERYTHING])
    }),
  ]
  return {
    confirmed: () => queue.confirmed(),
    size: () => queue.size(),
    oldest: () => queue.oldest(),
    purgePages,
    purgeFiles(files) {
      if (files.length > 0) queue.add(files.map(fileKey))
    },
    start: () => {
      if (mayFetchFormer) queue.add([EVERYTHING])
      else queue.start()
    },
    async close() {
      for (const stop of stops) stop()
      await queue.close()
    },
  }
}
