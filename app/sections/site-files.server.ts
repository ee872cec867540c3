import type { z } from 'zod'
import { uploadKindOf } from '#app/schema/walk-schema.ts'
import { documentIndex } from '#app/media/library/document-info.server.ts'
import { fileAt } from '#app/media/serving/file-address.ts'
import { collectFileRefs } from '#app/media/library/collect-file-refs.ts'
import { mediaLibrary } from '#app/media/library/media-library.server.ts'
import { isImageName } from '#app/media/uploads/stored-name.ts'
import { siteTrash } from '#app/media/trash/site-trash.server.ts'
import { uploadsFailure } from '#app/media/uploads/upload-refused.ts'
import { log } from '#app/platform/log.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { findSection, sections } from './definitions.ts'
import { siteContent } from './site-content.server.ts'

/** A section that shows a file, and where it is edited. */
export interface FileUse {
  label: string
  href: string
}

/** Where each file is used, by its path below the uploads folder. A file that is not in it is used nowhere. */
export function fileUses(): Map<string, FileUse[]> {
  const uses = new Map<string, FileUse[]>()
  for (const section of sections) {
    const use = { label: section.label, href: `/admin/${section.id}` }
    for (const file of collectFileRefs(siteContent.find(section)?.value))
      uses.set(file, [...(uses.get(file) ?? []), use])
  }
  return uses
}

/** A field that names a file which is not there: its path in the content, and what to tell. */
export interface MissingFile {
  path: (string | number)[]
  message: string
}

/**
 * The fields of new content that name a file of ours which is not there, by the `schema` of the content. A file that the site's
 * content names already is no reason to refuse an edit of something else, and a deleted one comes back once it is named.
 */
export function findMissingFiles(schema: z.ZodType, content: unknown): MissingFile[] {
  const missing: MissingFile[] = []
  let mayStay: Set<string> | undefined
  for (const [path, text] of textsWithPaths(content)) {
    const file = fileAt(text) ?? text
    if (text === '' || mediaLibrary.find(file) || documentIndex.find(file)) continue
    const kind = uploadKindOf(schema, formatPath(path))
    if (!kind || (kind.accepts !== 'image' && fileAt(text) === undefined)) continue
    mayStay ??= new Set([...fileUses().keys(), ...siteTrash.list().map((entry) => entry.file)])
    if (mayStay.has(file)) continue
    missing.push({ path, message: `There is no file called ${text}. Upload it first, or choose another one` })
  }
  return missing
}

function* textsWithPaths(value: unknown, path: (string | number)[] = []): Generator<[(string | number)[], string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* textsWithPaths(item, [...path, index])
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* textsWithPaths(item, [...path, key])
  }
}

/** As forms name a field: `policies[2].fileUrl`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path.map((step, place) => (typeof step === 'number' ? `[${step}]` : place === 0 ? step : `.${step}`)).join('')
}

/**
 * Moves a file that nothing uses to the trash and answers the entry that brings it back; `used` or `missing` where it stays
 * or was not there. Throws UploadRefused (503, 507) where the disk does not take it; then it is where it was, or in the trash.
 */
export async function discardFile(file: string): Promise<{ entry: string } | 'used' | 'missing'> {
  if (!mediaLibrary.find(file) && !documentIndex.find(file)) return 'missing'
  if (fileUses().has(file)) return 'used'
  const { id } = await siteTrash.discard(file).catch(async (error: unknown) => {
    await refreshIndex(file)
    throw uploadsFailure(error, `${file} was not deleted`)
  })
  await refreshIndex(file)
  // Somebody may have saved it into a section meanwhile.
  if (!fileUses().has(file)) return { entry: id }
  await bringBackFile(id)
  return 'used'
}

/**
 * Puts a file of the trash back. `gone` where it is no longer kept, `taken` where another one has its name. Throws UploadRefused
 * (503, 507) where the disk does not take it; then it is still in the trash.
 */
export async function bringBackFile(id: string): Promise<'back' | 'gone' | 'taken'> {
  const entry = siteTrash.list().find((candidate) => candidate.id === id)
  if (!entry) return 'gone'
  const outcome = await siteTrash.bringBack(id).catch((error: unknown) => {
    throw uploadsFailure(error, `${entry.file} was not brought back`)
  })
  if (outcome === 'back') await refreshIndex(entry.file)
  return outcome
}

/** The watches would see it too, but a moment later than the answer. */
async function refreshIndex(file: string) {
  await (isImageName(file) ? mediaLibrary.refresh(file) : documentIndex.add(file))
}

/** Brings back the deleted files that content needs. Never rejects. */
async function bringBackNeeded(content: unknown) {
  const trashed = siteTrash.list()
  if (trashed.length === 0) return
  const needed = collectFileRefs(content)
  for (const { id, file } of trashed) {
    if (!needed.has(file)) continue
    try {
      await bringBackFile(id)
    } catch (err) {
      log.error({ err, file }, 'A deleted file that is needed again could not be brought back')
    }
  }
}

/**
 * Content that needs a deleted file gets it back: an earlier version that is restored, an edit that is undone, a hand edit,
 * a save that crossed the deletion; at the start what was copied at another moment than the content, as in a restored backup.
 */
singleton('trash-of-used-files', () => {
  void bringBackNeeded(sections.map((section) => siteContent.find(section)?.value))
  return siteContent.subscribe((sectionId) => {
    const section = findSection(sectionId)
    if (section) void bringBackNeeded(siteContent.find(section)?.value)
  })
})
