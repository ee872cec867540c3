import type { z } from 'zod'
import type { ApiUpload } from '#app/schema/define-section.ts'
import { uploadKindOf } from '#app/schema/upload-kind.ts'
import { ApiError, invalidFields, refusalCode } from '#app/auth/guard/api-error.ts'
import { refuseEncodedBody } from '#app/http/body-encoding.ts'
import { receiveForm, type FileReceiver } from '#app/media/uploads/receive-form.server.ts'
import { uploadReceiver } from '#app/media/uploads/upload-receiver.server.ts'
import { UploadRefused } from '#app/media/uploads/upload-refused.ts'
import type { Payload } from './payload.server.ts'

/** What a form of the API holds: its text fields, and what its files were stored as, in their order. */
export interface ApiForm {
  fields: Payload
  files: string[]
}

/**
 * Reads a form; each text field must be sent once, files under `upload.from` alone. Throws ApiError: 422 on the field for
 * what cannot be taken, 413, 503 and 507 where a file is too large or the server cannot take it; and what receiveForm throws.
 */
export async function readForm(request: Request, schema: z.ZodObject, upload: ApiUpload | undefined): Promise<ApiForm> {
  refuseEncodedBody(request)
  const files: string[] = []
  const receiver = upload && receiverFor(upload, schema, files)
  const { formData, fileErrors } = await receiveForm(request, {
    receiverOf: (input) => (input === upload?.from ? receiver : undefined),
  })
  const refused = Object.entries(fileErrors)
  // Under the name that was sent, not under that of the field the file goes to.
  if (refused.length > 0) {
    throw invalidFields(
      Object.fromEntries(
        refused.map(([field, reasons]) => [field === receiver?.field ? (upload?.from ?? field) : field, reasons]),
      ),
    )
  }
  // The names of stored files stand among the texts as well.
  if (receiver && files.length > 0) formData.delete(receiver.field)

  const fields = new Map<string, unknown>()
  for (const [name, value] of formData) {
    if (fields.has(name)) throw invalidFields({ [name]: ['Send this field once'] })
    fields.set(name, value)
  }
  return { fields: Object.fromEntries(fields), files }
}

/** Stores the files of an upload and notes in `files` what each was stored as. */
function receiverFor({ from, to, each }: ApiUpload, schema: z.ZodObject, files: string[]): FileReceiver {
  const kind = uploadKindOf(schema, each === undefined ? to : `${each}[0].${to}`)
  if (!kind) throw new Error(`The field ${to} takes no file`)
  const { field, store } = uploadReceiver(each === undefined ? to : from, kind)
  return {
    field,
    async store(source, originalName) {
      if (each === undefined && files.length > 0) throw new UploadRefused(422, 'Send one file')
      const name = await store(source, originalName).catch((error: unknown) => {
        throw toUploadError(error, from)
      })
      files.push(name)
      return name
    },
  }
}

/** Where no other file could be taken either, the whole request ends, and the rest of the body is not read. */
function toUploadError(error: unknown, field: string) {
  if (!(error instanceof UploadRefused) || error.status === 415 || error.status === 422) return error
  return new ApiError(error.status, refusalCode(error.status), error.message, { fields: { [field]: [error.message] } })
}
