import { documentIndex } from '#app/media/document-info.server.ts'
import { filesNamedIn } from '#app/media/files-named-in.ts'
import { mediaLibrary } from '#app/media/media-library.server.ts'
import { isImageName } from '#app/media/stored-name.ts'
import { siteTrash } from '#app/media/site-trash.server.ts'
import { log } from '#app/log.server.ts'
import { singleton } from '#app/singleton.server.ts'
import { registry } from './registry.ts'
import { siteContent } from './site-content.server.ts'

/** A section that shows a file, and where it is edited. */
export interface FileUse {
  label: string
  href: string
}

/** Where each file is used, by its path below the uploads folder. A file that is not in it is used nowhere. */
export function fileUses(): Map<string, FileUse[]> {
  const uses = new Map<string, FileUse[]>()
  for (const { section } of registry) {
    const use = { label: section.label, href: `/admin/${section.id}` }
    for (const file of filesNamedIn(siteContent.find(section)?.value)) uses.set(file, [...(uses.get(file) ?? []), use])
  }
  return uses
}

/**
 * Moves a file that nothing uses to the trash and answers the entry that brings it back; `used` or `missing` where it stays
 * or was not there. Rejects with the system's error; then it is where it was.
 */
export async function discardFile(file: string): Promise<{ entry: string } | 'used' | 'missing'> {
  if (!mediaLibrary.find(file) && !documentIndex.find(file)) return 'missing'
  if (fileUses().has(file)) return 'used'
  const { id } = await siteTrash.discard(file)
  await lookAgain(file)
  // Somebody may have saved it into a section meanwhile.
  if (!fileUses().has(file)) return { entry: id }
  await bringBackFile(id)
  return 'used'
}

/** Puts a file of the trash back. `gone` where it is no longer kept, `taken` where another one has its name. */
export async function bringBackFile(id: string): Promise<'back' | 'gone' | 'taken'> {
  const entry = siteTrash.list().find((candidate) => candidate.id === id)
  if (!entry) return 'gone'
  const outcome = await siteTrash.bringBack(id)
  if (outcome === 'back') await lookAgain(entry.file)
  return outcome
}

/** The watches would see it too, but a moment later than the answer. */
async function lookAgain(file: string) {
  await (isImageName(file) ? mediaLibrary.refresh(file) : documentIndex.add(file))
}

/**
 * Content that needs a deleted file gets it back: an earlier version that is restored, an edit that is undone, a hand edit,
 * a save that crossed the deletion.
 */
singleton('trash-of-used-files', () =>
  siteContent.subscribe((sectionId) => {
    const trashed = siteTrash.list()
    if (trashed.length === 0) return
    const section = registry.find((one) => one.section.id === sectionId)?.section
    const needed = section ? filesNamedIn(siteContent.find(section)?.value) : new Set<string>()
    for (const { id, file } of trashed) {
      if (!needed.has(file)) continue
      bringBackFile(id).catch((err: unknown) => {
        log.error({ err, file }, 'A deleted file that is needed again could not be brought back')
      })
    }
  }),
)
