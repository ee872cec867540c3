import type { PostedFields } from '#app/cms/define/define-section.ts'
import { newEntryId } from '#app/cms/platform/http/form-envelope.ts'

/**
 * Several pictures from one file input arrive as several values of one field, that of the entry after the last. Each
 * becomes its own entry, with a title made from its file name. A refused file is reported at the list.
 */
export function addPictures({ content, fileErrors }: PostedFields): PostedFields {
  const added = addedField(content, fileErrors)
  if (!added) return { content, fileErrors }
  const { field, index } = added
  const files = content.getAll(field).filter((file) => typeof file === 'string')
  content.delete(field)
  files.forEach((file, at) => {
    const entry = `items[${index + at}]`
    content.append(`${entry}._id`, newEntryId())
    content.append(`${entry}.title`, titleOf(file))
    content.append(`${entry}.imageUrl`, file)
  })
  const { [field]: refused, ...otherErrors } = fileErrors
  return { content, fileErrors: refused ? { ...otherErrors, items: refused } : otherErrors }
}

/** Field name of the picture of an entry that does not exist yet. The input for several pictures has this name. */
export function addedPictureField(entryCount: number) {
  return `items[${entryCount}].imageUrl`
}

/** Initial title: `long-counter-1a2b3c4d.jpg` and `Long counter.JPG` both become `Long counter`. */
export function titleOf(file: string) {
  const words = file
    .replace(/\.[A-Za-z0-9]+$/, '')
    .replace(/-[0-9a-f]{8}$/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .slice(0, MAX_TITLE_LENGTH)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const MAX_TITLE_LENGTH = 120

/** The picture field whose entry has no other field. */
function addedField(content: FormData, fileErrors: PostedFields['fileErrors']) {
  for (const field of [...content.keys(), ...Object.keys(fileErrors)]) {
    const [, index] = /^items\[(\d+)\]\.imageUrl$/.exec(field) ?? []
    if (index !== undefined && !content.has(`items[${index}]._id`)) return { field, index: Number(index) }
  }
  return undefined
}
