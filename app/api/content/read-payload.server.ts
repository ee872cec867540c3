import { z } from 'zod'
import type { ApiUpload } from '#app/schema/define-section.ts'
import { ApiError } from '#app/auth/guard/api-error.ts'
import { readJson } from '#app/http/read-json.server.ts'
import { isForm } from '#app/http/small-form.server.ts'
import { readJsonTexts } from './json-texts.ts'
import type { Payload } from './payload.server.ts'
import { placeFiles } from './place-files.ts'
import { readForm } from './read-form.server.ts'

/**
 * Reads the body of a write: JSON, or a form in which files may travel. Fields that `schema` does not want as text may come as
 * JSON text. Files of the field `upload.from` are stored, and their names or addresses stand where `upload` says. The other
 * fields are not yet checked.
 *
 * Throws ApiError: 400 for JSON that is not an object, 422 with the fields for what cannot be read, 413, 503 and
 * 507 where a file is too large or the server cannot take it; and the refusals of readJson and receiveForm.
 */
export async function readPayload(request: Request, schema: z.ZodObject, upload?: ApiUpload): Promise<Payload> {
  const { fields, files } = isForm(request)
    ? await readForm(request, schema, upload)
    : { fields: await readObject(request), files: [] }
  const payload = readJsonTexts(fields, schema)
  return upload ? placeFiles(payload, files, upload) : payload
}

async function readObject(request: Request): Promise<Payload> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(await readJson(request))
  if (!parsed.success) throw new ApiError(400, 'malformed', 'Send a JSON object.')
  return parsed.data
}
