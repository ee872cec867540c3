import { z } from 'zod'
import type { ApiUpload } from '#app/content/define-section.ts'
import { ApiError } from '#app/http/api-error.ts'
import { readJson } from '#app/http/read-json.server.ts'
import { isForm } from '#app/http/small-form.server.ts'
import { pdfReceiver } from '#app/media/pdf-receiver.server.ts'
import { receiveForm, storeImage, type FileReceiver } from '#app/media/receive-form.server.ts'

/** The fields of a write's body, not yet checked against a schema. */
export type Payload = Record<string, unknown>

/**
 * Reads the body of a write: JSON, or a form in which a file may travel. The file of the field `upload.from` is stored and
 * its name or address becomes the value of `upload.to`; a refused one is a 422 on that field. Throws the refusals of
 * readJson and receiveForm, and 400 for JSON that is not an object.
 */
export async function readPayload(request: Request, upload?: ApiUpload): Promise<Payload> {
  if (!isForm(request)) {
    const parsed = z.record(z.string(), z.unknown()).safeParse(await readJson(request))
    if (!parsed.success) throw new ApiError(400, 'malformed', 'Send a JSON object.')
    return parsed.data
  }
  const { formData, fileErrors } = await receiveForm(request, {
    receiverOf: (input) => (input === upload?.from ? receiverFor(upload) : undefined),
  })
  if (Object.keys(fileErrors).length > 0) {
    throw new ApiError(422, 'invalid', 'Some fields are not valid.', { fields: fileErrors })
  }
  const payload = new Map<string, unknown>()
  for (const [name, value] of formData) {
    if (payload.has(name)) {
      throw new ApiError(422, 'invalid', 'Some fields are not valid.', { fields: { [name]: ['Send this field once'] } })
    }
    payload.set(name, value)
  }
  return Object.fromEntries(payload)
}

function receiverFor(upload: ApiUpload): FileReceiver {
  return upload.accepts === 'pdf' ? pdfReceiver(upload.to, upload.folder) : { field: upload.to, store: storeImage }
}
