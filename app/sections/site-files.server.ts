import type { z } from 'zod'
import type { ContentStore } from '#app/content/store/store.types.ts'
import type { Media } from '#app/media/media.server.ts'
import { formatPath } from '#app/http/form-envelope.ts'
import { uploadKindOf } from '#app/schema/walk-schema.ts'
import { fileAt } from '#app/media/addresses.ts'
import { collectFileRefs } from '#app/media/library/collect-file-refs.ts'
import { isImageName } from '#app/media/uploads/stored-name.ts'
import { uploadsFailure } from '#app/media/uploads/upload-refused.ts'
import { log } from '#app/platform/log.server.ts'
import { findSection, sections } from './definitions.ts'

/** A section that shows a file, and where it is edited. */
export interface FileUse {
  label: string
  href: string
}

/** A field that names a missing file: its path in the content, and the message for it. */
export interface MissingFile {
  path: (string | number)[]
  message: string
}

export type SiteFiles = ReturnType<typeof openSiteFiles>

/**
 * The files of a site and their use in its content. A deleted file comes back from the trash as soon as content names it again:
 * after a restore, an undo, a hand edit, or a save at the same time as the deletion. The same check runs at the start, for a
 * backup whose content and uploads were copied at different moments.
 */
export function openSiteFiles(
  content: Pick<ContentStore, 'find' | 'subscribe'>,
  { library, documents, trash }: Pick<Media, 'library' | 'documents' | 'trash'>,
) {
  void bringBackNeeded(sections.map((section) => content.find(section)?.value))
  content.subscribe((sectionId) => {
    const section = findSection(sectionId)
    if (section) void bringBackNeeded(content.find(section)?.value)
  })

  /** Where each file is used, by its path below the uploads folder. A file that is not in it is used nowhere. */
  function fileUses(): Map<string, FileUse[]> {
    const uses = new Map<string, FileUse[]>()
    for (const section of sections) {
      const use = { label: section.label, href: `/admin/${section.id}` }
      for (const file of collectFileRefs(content.find(section)?.value)) uses.set(file, [...(uses.get(file) ?? []), use])
    }
    return uses
  }

  /**
   * The fields of new content that name a missing file, by the `schema` of the content. Files that other content already names are
   * left out, so that they do not block an edit of something else. So are deleted files, which come back once they are named.
   */
  function findMissingFiles(schema: z.ZodType, next: unknown): MissingFile[] {
    const missing: MissingFile[] = []
    let mayStay: Set<string> | undefined
    for (const [path, text] of textsWithPaths(next)) {
      const file = fileAt(text) ?? text
      if (text === '' || library.find(file) || documents.find(file)) continue
      const kind = uploadKindOf(schema, formatPath(path))
      if (!kind || (kind.accepts !== 'image' && fileAt(text) === undefined)) continue
      mayStay ??= new Set([...fileUses().keys(), ...trash.list().map((entry) => entry.file)])
      if (mayStay.has(file)) continue
      missing.push({ path, message: `There is no file called ${text}. Upload it first, or choose another one` })
    }
    return missing
  }

  /**
   * Moves an unused file to the trash and returns the id of its trash entry. Returns `used` or `missing` if it cannot be moved.
   * Throws UploadRefused (503, 507) if the disk refuses the move. The file is then at its place or in the trash.
   */
  async function discardFile(file: string): Promise<{ entry: string } | 'used' | 'missing'> {
    if (!library.find(file) && !documents.find(file)) return 'missing'
    if (fileUses().has(file)) return 'used'
    const { id } = await trash.discard(file).catch(async (error: unknown) => {
      await refreshIndex(file)
      throw uploadsFailure(error, `${file} was not deleted`)
    })
    await refreshIndex(file)
    // Another request may have saved it into a section meanwhile.
    if (!fileUses().has(file)) return { entry: id }
    await bringBackFile(id)
    return 'used'
  }

  /**
   * Moves a file from the trash back to its place. Returns `gone` if it is no longer in the trash, `taken` if another file has its
   * name. Throws UploadRefused (503, 507) if the disk refuses the move. The file is then still in the trash.
   */
  async function bringBackFile(id: string): Promise<'back' | 'gone' | 'taken'> {
    const entry = trash.list().find((candidate) => candidate.id === id)
    if (!entry) return 'gone'
    const outcome = await trash.bringBack(id).catch((error: unknown) => {
      throw uploadsFailure(error, `${entry.file} was not restored`)
    })
    if (outcome === 'back') await refreshIndex(entry.file)
    return outcome
  }

  /** The watchers would notice the change too, but later than the response. */
  async function refreshIndex(file: string) {
    await (isImageName(file) ? library.refresh(file) : documents.add(file))
  }

  /** Brings back the deleted files that content needs. Never rejects. */
  async function bringBackNeeded(value: unknown) {
    const trashed = trash.list()
    if (trashed.length === 0) return
    const needed = collectFileRefs(value)
    for (const { id, file } of trashed) {
      if (!needed.has(file)) continue
      try {
        await bringBackFile(id)
      } catch (err) {
        log.error({ err, file }, 'A deleted file that is needed again could not be brought back')
      }
    }
  }

  return {
    fileUses,
    findMissingFiles,
    discardFile,
    bringBackFile,
  }
}

function* textsWithPaths(value: unknown, path: (string | number)[] = []): Generator<[(string | number)[], string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* textsWithPaths(item, [...path, index])
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* textsWithPaths(item, [...path, key])
  }
}
