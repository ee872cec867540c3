/** Names that forms of the admin area carry beside the content: the version it was made from, the wish, a history entry. */
const ENVELOPE_NAMES = ['version', 'intent', 'entry']

const UPLOAD_SUFFIX = '-upload'

/** Stands for an image that is chosen but not yet sent, so that the field counts as filled in the browser's own check. */
export const PENDING_UPLOAD = 'pending-upload.jpg'

/** The same for a PDF, whose field holds an address. */
export const PENDING_PDF = '/uploads/pending-upload.pdf'

/** Name of the file input that belongs to an image field. */
export function uploadNameOf(field: string) {
  return `${field}${UPLOAD_SUFFIX}`
}

/** True for names that are no part of the content. */
export function isEnvelopeName(name: string) {
  return ENVELOPE_NAMES.includes(name) || name.endsWith(UPLOAD_SUFFIX)
}

/**
 * The content's own fields of a posted form, ready for its schema. `newId` names entries that were added in the form and
 * have no `_id` yet.
 */
export function contentFields(formData: FormData, newId: () => string): FormData {
  const content = new FormData()
  for (const [name, value] of formData) {
    if (isEnvelopeName(name) || typeof value !== 'string') continue
    content.append(name, value === '' && isEntryId(name) ? newId() : value)
  }
  for (const [name, standIn] of pendingUploads(formData)) content.set(name, standIn)
  return content
}

/** The fields for which a file is chosen, with its stand-in. On the server there is none: its files are already stored. */
function pendingUploads(formData: FormData) {
  return [...formData].flatMap(([name, value]): [string, string][] => {
    if (!name.endsWith(UPLOAD_SUFFIX) || !(value instanceof File) || value.size === 0) return []
    return [[name.slice(0, -UPLOAD_SUFFIX.length), /\.pdf$/i.test(value.name) ? PENDING_PDF : PENDING_UPLOAD]]
  })
}

/** `products[2]._id`, but not the `_id` of the record itself. */
function isEntryId(name: string) {
  return name.endsWith('._id')
}
