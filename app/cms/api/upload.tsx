import { actorOf } from '#app/cms/platform/author.server.ts'
import { z } from 'zod'
import { invalidFields } from '#app/cms/platform/http/invalid-input.ts'
import { imageFile } from '#app/cms/define/fields.ts'
import { endpointAction, endpointLoader, type Endpoint, type Write } from './content/endpoint.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { readForm } from './content/read-payload.server.ts'

const endpoint: Endpoint = { POST: storeFile }

/** `/api/upload`: POST an image as `file` → `{ filename }`. */
export const loader = endpointLoader(() => endpoint)
export const action = endpointAction('publisher', () => endpoint)

const uploadForm = z.strictObject({ file: imageFile('File') })

/** Stores the image `file` of a multipart body. The response has the name by which content refers to it. */
async function storeFile(write: Write) {
  const { fields, files } = await readForm(write, uploadForm, { from: 'file', to: 'file' })
  const [others, [filename]] = [Object.keys(fields), files]
  if (others.length > 0)
    throw invalidFields(
      Object.fromEntries(others.map((name) => [name, ['Send the image in the field file, and no other field']])),
    )
  if (filename === undefined) throw invalidFields({ file: ['Choose a file'] })
  currentSite().audit.record({ kind: 'file.uploaded', about: filename, actor: actorOf(write.author) })
  return Response.json(
    { filename },
    { status: 201, headers: { 'cache-control': 'no-store', location: `/uploads/${filename}` } },
  )
}
