import { access, constants } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { FileMove } from '#app/cms/content/publication-log/publication-record.ts'
import type { ContentStore, FollowedFiles, PublicationSource } from '#app/cms/content/store/store.types.ts'
import { addressOf } from '#app/cms/media/media-address.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import { isPublicFile } from '#app/cms/media/serving/serve-file.server.ts'
import { STAGED, stagedMove } from '#app/cms/media/uploads/staged-files.server.ts'
import type { Env } from '#app/cms/platform/env.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { SiteBase } from './open-base.server.ts'

/**
 * The storage of the process that writes, with everything in it, for a site that only reads. Undefined if it has a data
 * folder of its own and may not read that of the writer. `settings` are those of the process.
 */
export async function storageOfWriter(
  { ofWriter: given, health, opened }: SiteBase,
  settings: Env,
): Promise<Storage | undefined> {
  if (given) return given
  const isReadable = await access(settings.dataDir, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isReadable) return undefined
  const ofWriter = openDiskStorage({ ...settings, log, health, isBesideSite: true })
  opened.defer(() => ofWriter.close())
  return ofWriter
}

/**
 * Lets a site that only reads show each publication of the writer as a whole. Staged files are read as soon as they come:
 * this may take seconds, and a publication would wait for it.
 */
export async function followPublications(
  { storage, opened }: SiteBase,
  source: PublicationSource,
  { content, media }: { content: ContentStore; media: Media },
): Promise<void> {
  opened.defer(
    storage.watch(STAGED, (name) => {
      // Not awaited, because other files that have come must not wait for the decoder.
      if (name.startsWith(`${STAGED}/`)) void media.staged.refresh([name.slice(STAGED.length + 1)])
    }),
  )
  await content.followPublications(source, filesOf(storage, media))
}

/** How often a file is looked for in its two places, and for how long (ms). */
const CHECK_MS = 50
const MAX_WAIT_MS = 2_000

/** Shows files where they are staged, if this process can read them there; otherwise it waits until they are moved. */
function filesOf(storage: Pick<Storage, 'stat' | 'pull'>, media: Media): FollowedFiles {
  const { staged } = media
  async function untilThere(file: string) {
    const { from, to } = stagedMove(file)
    for (let waited = 0; waited < MAX_WAIT_MS; waited += CHECK_MS) {
      if ((await storage.stat(from)) || (await storage.stat(to))) return true
      // This process may have learnt of the publication before it has learnt of the file.
      await storage.pull([from, to]).catch(() => undefined)
      if ((await storage.stat(from)) || (await storage.stat(to))) return true
      await delay(CHECK_MS)
    }
    return false
  }
  return {
    hold: (moves) =>
      staged.hide(uploadsAmong(moves.map(({ to }) => to)).filter((file) => !isPublicFile(media, addressOf(file)))),
    async prepare(moves) {
      const published = uploadsAmong(moves.map(({ to }) => to))
      const areThere = await Promise.all(published.map(untilThere))
      await staged.refresh(published)
      return !areThere.includes(false)
    },
    show(moves) {
      const [published, unpublished] = [uploadsAmong(moves.map(({ to }) => to)), uploadsAmong(moves.map(fromOf))]
      const endShowing = staged.show(published)
      const endHiding = staged.hide(unpublished)
      return async () => {
        endShowing()
        await staged.refresh([...published, ...unpublished])
        endHiding()
      }
    },
  }
}

const fromOf = ({ from }: FileMove) => from

/** The paths below the uploads folder of the names of public files. */
function uploadsAmong(names: readonly string[]) {
  return names.flatMap((name) => (name.startsWith('uploads/') ? [name.slice('uploads/'.length)] : []))
}
