import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import { collectFileRefs } from '#app/cms/media/library/collect-file-refs.ts'
import { openMedia, type Media } from '#app/cms/media/media.server.ts'
import { openSharedCaches, type SharedCaches } from '#app/cms/operations/shared-caches/shared-caches.server.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'
import { focusPoints } from '#app/cms/media/focus/focus-points.ts'
import { withFocusPoints } from '#app/cms/media/focus/with-focus-points.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { SiteBase } from './open-base.server.ts'

/** Opens the images and documents, and the purging of the caches that keep pages and files. */
export async function openFiles(
  { definition, env, storage, health, folders, opened }: SiteBase,
  { content, sections }: { content: ContentStore; sections: SiteSections },
): Promise<{ media: Media; sharedCaches: SharedCaches }> {
  const named = new Set(sections.all().flatMap((section) => [...collectFileRefs(content.find(section)?.value)]))
  const media = await openMedia({
    storage,
    log,
    isNeeded: (file) => named.has(file),
    onMissing: () => {
      folders.checkSoon()
    },
  })
  opened.defer(() => media.close())
  opened.defer(
    content.subscribe(() => {
      media.library.titlePictures.forget()
    }),
  )
  // Other processes of the site have a change some moments later. One that lags by more is not ready any more.
  const mayFetchFormer = env.store !== undefined || env.role !== 'writer'
  const sharedCaches = openSharedCaches({ settings: env.purge, mayFetchFormer, storage, content, media, log, health })
  opened.defer(() => sharedCaches.close())
  const hasFocusPoints = definition.sections.includes(focusPoints)
  return { media: hasFocusPoints ? withFocusPoints(media, content) : media, sharedCaches }
}
