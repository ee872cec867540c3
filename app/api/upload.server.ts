import { z } from 'zod'
import { imageFile } from '#app/schema/fields.ts'
import { invalidFields } from '#app/auth/guard/api-error.ts'
import type { Endpoint, Write } from './content/endpoint.server.ts'
import { readForm } from './content/read-payload.server.ts'

export const uploadEndpoint: Endpoint = { POST: storeFile }

const uploadForm = z.strictObject({ file: imageFile('File') })

/** Stores the image `file` of a multipart body and answers the name by which content refers to it: 201. */
async function storeFile({ request }: Write) {
  const { fields, files } = await readForm(request, uploadForm, { from: 'file', to: 'file' })
  const [others, [filename]] = [Object.keys(fields), files]
  if (others.length > 0)
    throw invalidFields(Object.fromEntries(others.map((name) => [name, ['Send the image as file, and nothing else']])))
  if (filename === undefined) throw invalidFields({ file: ['Choose a file'] })
  return Response.json(
    { filename },
    { status: 201, headers: { 'cache-control': 'no-store', location: `/uploads/${filename}` } },
  )
}
