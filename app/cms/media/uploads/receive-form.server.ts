import type { z } from 'zod'
import { DOCUMENT_KINDS, type DocumentKind, type UploadKind } from '#app/cms/define/upload-kind.ts'
import { uploadKindOf } from '#app/cms/define/walk-schema.ts'
import { FILE_KINDS, kindOfName, wordsOfKinds } from '#app/cms/media/library/library-file.ts'
import { fieldOfUpload } from '#app/cms/platform/http/form-envelope.ts'
import { addressOf, fileAt } from '#app/cms/media/media-address.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import { storeDocument } from './store-file.server.ts'
import { isImageName, shownName } from './stored-name.ts'
import { UploadRefused } from './upload-refused.ts'
import { readFormBody } from '#app/cms/platform/http/read-form.server.ts'

type UploadTarget = Pick<Media, 'storage' | 'decoder' | 'library' | 'documents' | 'recentUploads'>
type StagedTarget = Pick<Media, 'staged' | 'recentUploads'>

/**
 * Stores the files of a field, which are public at once. The text field gets the value that content has for a file: the
 * name of an image, the address of any other file (`/uploads/documents/terms-1a2b3c4d.pdf`). By then the
 * library's index contains the file. If every kind of file is accepted, `wanted` returns the kind for a file name.
 */
export function uploadReceiver(
  media: UploadTarget,
  field: string,
  wanted: UploadKind | ((name: string) => UploadKind),
): FileReceiver {
  return {
    field,
    async store(source, originalName, owner) {
      const kind = kindFor(wanted, originalName)
      if (kind.accepts === 'image') {
        const { file } = await media.library.storeImage(source, originalName, owner)
        media.recentUploads.note(file)
        return file
      }
      const { storage, decoder, documents } = media
      const { file, pdf } = await storeDocument({ storage, decoder, owner }, source, originalName, kind)
      await documents.add(file, pdf)
      media.recentUploads.note(file)
      return addressOf(file)
    },
  }
}

/** Like {@link uploadReceiver}, for staged files: they become public with the content that refers to them. */
export function stagedReceiver(
  { staged, recentUploads }: StagedTarget,
  field: string,
  wanted: UploadKind | ((name: string) => UploadKind),
): FileReceiver {
  return {
    field,
    async store(source, originalName, owner) {
      const kind = kindFor(wanted, originalName)
      const value = await staged.store(source, originalName, kind, owner)
      recentUploads.note(fileAt(value) ?? value)
      return value
    },
  }
}

/**
 * The receivers for the files of an editor's form: its schema defines which fields accept a file, and the files are
 * staged. Without a schema no file is accepted.
 */
export function receiversOf(media: StagedTarget, schema: z.ZodType | undefined) {
  return (input: string): FileReceiver | undefined => {
    const field = fieldOfUpload(input)
    const kind = field !== undefined && schema && uploadKindOf(schema, field)
    if (!kind) return undefined
    const failed = 'also' in kind ? 'File upload failed' : FILE_KINDS[kind.accepts].failed
    return { ...stagedReceiver(media, field, kind), failed }
  }
}

/**
 * The kind of a file that belongs to no field, by its name; its content is checked later. Throws UploadRefused for a
 * name of no known kind.
 */
export function uploadKindOfName(name: string): UploadKind {
  if (isImageName(name)) return { accepts: 'image' }
  const kind = kindOfName(DOCUMENT_KINDS, name)
  if (kind !== undefined) return { accepts: kind, folder: usualFolder(kind) }
  throw new UploadRefused(
    415,
    `${shownName(name)} has a file type that the website does not support. Upload JPEG, PNG, WebP, AVIF, PDF, MP4, VTT, MP3, M4A, XLSX, CSV or XBRL (XML) files.`,
  )
}

/** The folder of a document for which no field names one. */
export function usualFolder(kind: DocumentKind) {
  return kind === 'mp4' || kind === 'vtt' ? 'videos' : 'documents'
}

/** One kind of file for a file with this name. Throws UploadRefused if the field accepts no such file. */
function kindFor(wanted: UploadKind | ((name: string) => UploadKind), name: string) {
  const kind = typeof wanted === 'function' ? wanted(name) : wanted
  if (kind.accepts === 'image' || kind.also === undefined) return kind
  const kinds = [kind.accepts, ...kind.also]
  const accepts = kindOfName(kinds, name)
  if (accepts !== undefined) return { accepts, folder: kind.folder }
  throw new UploadRefused(
    415,
    `${shownName(name)} has a file type that is not accepted here. Upload a ${wordsOfKinds(kinds)}.`,
  )
}

/** Stores the files of one input. */
export interface FileReceiver {
  /** Text field that gets the name of the stored file. */
  field: string
  /** Stores a file of the account `owner` and returns its name; throws UploadRefused. */
  store: (source: AsyncIterable<Uint8Array>, originalName: string, owner: string) => Promise<string>
  /** The text before the reason if a file is refused. */
  failed?: string
}

interface ReceivedForm {
  formData: FormData
  /** Why files were refused, by text field. Such a field keeps its value. */
  fileErrors: Record<string, string[]>
  /** Set if a file was refused because of a fault of the server: 503 or 507. */
  serverFault: UploadRefused | undefined
}

/**
 * Reads a posted form and stores the files in it.
 *
 * A text field `image` contains the name of a stored file, and a file input `image-upload` belongs to it. A file that
 * is chosen there is stored while the body arrives, and its name becomes the value of `image`, so that readers of the
 * form see only names. If a file is refused, `image` does not change and `fileErrors.image` has the reason. An empty
 * file input has no effect. Several files for one field give it several values.
 *
 * `receiverOf` returns the receiver for the name of an input; a file without a receiver is refused. `owner` is
 * the id of the account that sends the form.
 *
 * Throws ExpectedError (400, 413, 415).
 */
export async function receiveForm(
  request: Request,
  { owner, receiverOf }: { owner: string; receiverOf: (input: string) => FileReceiver | undefined },
): Promise<ReceivedForm> {
  const stored = new Map<string, string[]>()
  const errors = new Map<string, string[]>()
  let serverFault: UploadRefused | undefined

  const formData = await readFormBody(request, async ({ input, fileName, source }) => {
    const receiver = receiverOf(input)
    if (!receiver) {
      addTo(errors, input, 'This field does not accept files.')
      return
    }
    try {
      addTo(stored, receiver.field, await receiver.store(source, fileName, owner))
    } catch (error) {
      if (!(error instanceof UploadRefused)) throw error
      if (error.status >= 500) serverFault = error
      const { failed } = receiver
      addTo(errors, receiver.field, failed === undefined ? error.message : `${failed}. ${error.message}`)
    }
  })

  for (const [field, names] of stored) {
    formData.delete(field)
    for (const name of names) formData.append(field, name)
  }
  return { formData, fileErrors: Object.fromEntries(errors), serverFault }
}

function addTo(lists: Map<string, string[]>, key: string, text: string) {
  lists.set(key, [...(lists.get(key) ?? []), text])
}
