import { z } from 'zod'
import { DOCUMENT_KINDS, type UploadKind } from '#app/cms/define/upload-kind.ts'
import { uploadFolders } from '#app/cms/define/walk-schema.ts'
import { findStoredFile } from '#app/cms/media/library/library-files.server.ts'
import {
  receiveForm,
  type FileReceiver,
  uploadKindOfName,
  usualFolder,
} from '#app/cms/media/uploads/receive-form.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { formRefusal } from '#app/cms/platform/http/error-responses.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

type WantedKind = UploadKind | ((name: string) => UploadKind)

/**
 * Stores one file, the field `file` of a multipart body, as soon as it is chosen. `?accepts=` is the expected kind,
 * or several with commas, `&folder=` the folder for documents; without them the file name decides. Responds with 201 and `{ stored: LibraryFile
 * }`, or with `{ problem }`: 422 if the file was refused, 503 or 507 if the server could not store it, 400 if there was
 * no file or the query is invalid.
 */
export async function storeOneFile(
  { request, user }: { request: Request; user: Pick<User, 'id'> },
  receiver: (field: string, kind: WantedKind) => FileReceiver,
): Promise<Response> {
  const options = uploadOptions.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!options.success || !isUploadFolder(options.data.folder))
    return Response.json(
      { problem: 'The page requested an unknown kind of file. Load the page again.' },
      { status: 400 },
    )
  const { formData, fileErrors, serverFault } = await receiveForm(request, {
    owner: user.id,
    receiverOf: (input) => (input === 'file' ? receiver('file', kindOf(options.data)) : undefined),
  })
  const [problem] = Object.values(fileErrors).flat()
  if (problem !== undefined) {
    const { status, headers } = serverFault ? formRefusal(serverFault) : { status: 422, headers: {} }
    return Response.json({ problem }, { status, headers })
  }
  const value = formData.get('file')
  const stored = typeof value === 'string' ? findStoredFile(currentSite().media.forStaff, value) : undefined
  if (!stored) return Response.json({ problem: 'Choose a file first.' }, { status: 400 })
  return Response.json({ stored }, { status: 201 })
}

/** The folders are those of the sections' fields. */
function isUploadFolder(folder: string | undefined) {
  if (folder === undefined || DEFAULT_FOLDERS.includes(folder)) return true
  const { sections, collections } = currentSite().definition
  return [...sections, ...collections].some(({ schema }) => Object.values(uploadFolders(schema)).includes(folder))
}

const DEFAULT_FOLDERS = ['documents', 'videos']

const documentKinds = z
  .string()
  .transform((kinds) => kinds.split(','))
  .pipe(z.tuple([z.enum(DOCUMENT_KINDS)], z.enum(DOCUMENT_KINDS)))

const uploadOptions = z.object({
  accepts: z.union([z.literal('image'), documentKinds]).optional(),
  folder: z.string().max(100).optional(),
})

function kindOf({ accepts, folder }: z.output<typeof uploadOptions>): WantedKind {
  if (accepts === undefined) return uploadKindOfName
  if (accepts === 'image') return { accepts }
  const [first, ...also] = accepts
  return { accepts: first, folder: folder ?? usualFolder(first), ...(also.length > 0 && { also }) }
}
