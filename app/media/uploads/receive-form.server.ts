import { readFormBody } from '#app/http/read-form.server.ts'
import { UploadRefused } from './upload-refused.ts'

/** What becomes of the files of one input. */
export interface FileReceiver {
  /** Text field that gets the name of the stored file. */
  field: string
  /** Stores a file and returns its name; throws UploadRefused. */
  store: (source: AsyncIterable<Uint8Array>, originalName: string) => Promise<string>
  /** Said before the reason where a file is refused. */
  failed?: string
}

export interface ReceivedForm {
  formData: FormData
  /** Why files were refused, by the text field that keeps its value for it. */
  fileErrors: Record<string, string[]>
  /** 503 or 507 where a file was refused for a fault of the server's and not of its own. */
  serverFault: number | undefined
}

/**
 * Reads a posted form and stores the files in it.
 *
 * How a file travels: a text field `image` holds the name of a stored file, and beside it stands a file input
 * `image-upload`. When a file is chosen there, it is stored while the body arrives and its name becomes the value of `image`,
 * so that whatever reads the form sees names only. A refused file leaves `image` as it was sent and says why in
 * `fileErrors.image`; a file input left empty does nothing. Several files for one field give it several values.
 *
 * `receiverOf` tells what becomes of the files of an input, by the input's name; a file that nothing is expected of is
 * refused.
 *
 * Throws BodyTooLarge (413), MalformedBody (400, 415).
 */
export async function receiveForm(
  request: Request,
  { receiverOf }: { receiverOf: (input: string) => FileReceiver | undefined },
): Promise<ReceivedForm> {
  const stored = new Map<string, string[]>()
  const errors = new Map<string, string[]>()
  let serverFault: number | undefined

  const formData = await readFormBody(request, async ({ input, fileName, source }) => {
    const receiver = receiverOf(input)
    if (!receiver) {
      addTo(errors, input, 'No file can be sent here.')
      return
    }
    try {
      addTo(stored, receiver.field, await receiver.store(source, fileName))
    } catch (error) {
      if (!(error instanceof UploadRefused)) throw error
      if (error.status >= 500) serverFault = error.status
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
