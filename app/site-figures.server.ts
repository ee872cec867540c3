import { statfs } from 'node:fs/promises'
import type { Site } from './site.server.ts'

/** How a site is at this moment, for whoever watches it. What cannot be read is left out. Never rejects. */
export async function figuresOf({ env, media, inbox, sharedCaches, backups, storage }: Site) {
  const folders = { content: env.contentDir, uploads: env.uploadsDir, data: env.dataDir }
  const free = Object.entries(folders).map(async ([name, folder]): Promise<[string, number][]> => {
    const stats = await statfs(folder).catch(() => undefined)
    return stats ? [[name, stats.bavail * stats.bsize]] : []
  })
  const notices = await inbox.countWaitingNotices().catch(() => undefined)
  const last = backups.state()?.last
  return {
    queues: {
      decoder: media.decoder.queued(),
      variants: media.library.queued(),
      purges: sharedCaches.size(),
      ...(notices !== undefined && { notices }),
    },
    freeBytes: Object.fromEntries((await Promise.all(free)).flat()),
    storeLag: storage.lag(),
    lastBackup: last && Date.parse(last.finishedAt) / 1000,
  }
}
