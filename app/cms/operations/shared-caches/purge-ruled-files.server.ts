import type { ContentReader, SiteReader } from '#app/cms/define/content-reader.ts'
import type { FileRules } from '#app/cms/define/define-site.ts'
import type { SharedCaches } from './shared-caches.server.ts'

interface Options {
  site: SiteReader
  content: Pick<ContentReader, 'subscribe'>
  media: Record<'library' | 'documents', { list: () => readonly { file: string }[] }>
  rules: FileRules
  sharedCaches: Pick<SharedCaches, 'purgeFiles'>
}

/**
 * Purges the files that a change of content withholds, or gives visitors only after a confirmation, and those that it
 * gives them again: their bytes do not change, so nothing else does. What is closed at the start is purged then, because
 * the process before may have ended between a change and its purge. Returns a function that ends it.
 */
export function purgeRuledFiles({ site, content, media, rules, sharedCaches }: Options): () => void {
  /** Computed before the subscription: services of the content that the rules use must hear of a change first. */
  let closed = closedFiles()
  sharedCaches.purgeFiles([...closed.keys()])

  function closedFiles() {
    const files = new Map<string, string>()
    for (const { file } of [...media.library.list(), ...media.documents.list()]) {
      if (rules.isWithheld(site, file)) files.set(file, 'withheld')
      else if (rules.confirmation?.(site, file) !== undefined) files.set(file, 'confirmed')
    }
    return files
  }

  return content.subscribe(() => {
    const before = closed
    closed = closedFiles()
    const known = new Set([...before.keys(), ...closed.keys()])
    sharedCaches.purgeFiles([...known].filter((file) => before.get(file) !== closed.get(file)))
  })
}
