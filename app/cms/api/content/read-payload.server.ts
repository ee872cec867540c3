import { z } from 'zod'
import type { ApiUpload } from '#app/cms/define/define-section.ts'
import { uploadKindOf, walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { invalidFields } from '#app/cms/platform/http/invalid-input.ts'
import { MalformedBody } from '#app/cms/platform/http/http-error.ts'
import { parseJson, readJson, refuseEncodedBody } from '#app/cms/platform/http/read-json.server.ts'
import { isForm } from '#app/cms/platform/http/read-form.server.ts'
import {
  receiveForm,
  stagedReceiver,
  uploadReceiver,
  type FileReceiver,
} from '#app/cms/media/uploads/receive-form.server.ts'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'
import type { Write } from './endpoint.server.ts'
import type { Payload } from './payload.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The upload of a body. If `isStaged`, its files become public with the content that refers to them, else at once. */
export interface ReceivedUpload extends ApiUpload {
  isStaged?: boolean
}

/**
 * Reads the body of a write: JSON, or a form that may have files. Lists, objects and numbers may be JSON texts. Files
 * of the field `upload.from` are stored, and the field that `upload` names gets their names or addresses. The other
 * fields are not validated.
 *
 * Throws ExpectedError: 400 for JSON that is not an object, 422 with the fields that cannot be read, 413, 503 and 507 for a
 * file that is too large or cannot be stored; and the errors of readJson and receiveForm.
 */
export async function readPayload(
  write: Pick<Write, 'request' | 'author'>,
  schema: z.ZodObject,
  upload?: ReceivedUpload,
): Promise<Payload> {
  const { request } = write
  const { fields, files } = isForm(request)
    ? await readForm(write, schema, upload)
    : { fields: await readObject(request), files: [] }
  const payload = readJsonTexts(fields, schema)
  return upload ? assignFiles(payload, files, upload) : payload
}

async function readObject(request: Request): Promise<Payload> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(await readJson(request))
  if (!parsed.success) throw new ExpectedError(400, 'Send a JSON object.')
  return parsed.data
}

/** A form of the API: its text fields, and the names of its stored files in their order. */
interface ApiForm {
  fields: Payload
  files: string[]
}

/**
 * Reads a form. Each text field must be sent once, and only `upload.from` may have files. Throws ExpectedError: 422 with the
 * field of a refused file, 413, 503 and 507 for a file that is too large or cannot be stored; and the errors of
 * receiveForm.
 */
export async function readForm(
  { request, author }: Pick<Write, 'request' | 'author'>,
  schema: z.ZodObject,
  upload: ReceivedUpload | undefined,
): Promise<ApiForm> {
  refuseEncodedBody(request)
  const files: string[] = []
  const receiver = upload && receiverFor(upload, schema, files)
  const { formData, fileErrors } = await receiveForm(request, {
    owner: author.id,
    receiverOf: (input) => (input === upload?.from ? receiver : undefined),
  })
  const refused = Object.entries(fileErrors)
  // Report the name that was sent, not the field that gets the file.
  if (refused.length > 0) {
    throw invalidFields(
      Object.fromEntries(
        refused.map(([field, reasons]) => [field === receiver?.field ? (upload?.from ?? field) : field, reasons]),
      ),
    )
  }
  // receiveForm adds the names of stored files to the texts.
  if (receiver && files.length > 0) formData.delete(receiver.field)

  const fields = new Map<string, unknown>()
  for (const [name, value] of formData) {
    if (fields.has(name)) throw invalidFields({ [name]: ['Send this field once'] })
    fields.set(name, value)
  }
  return { fields: Object.fromEntries(fields), files }
}

/** Stores the files of an upload and adds their names to `files`. */
function receiverFor({ from, to, each, isStaged }: ReceivedUpload, schema: z.ZodObject, files: string[]): FileReceiver {
  const kind = uploadKindOf(schema, each === undefined ? to : `${each}[0].${to}`)
  if (!kind) throw new Error(`The field ${to} does not accept a file`)
  const receiver = isStaged ? stagedReceiver : uploadReceiver
  const { field, store } = receiver(currentSite().media, each === undefined ? to : from, kind)
  return {
    field,
    async store(source, originalName, owner) {
      if (each === undefined && files.length > 0) throw new UploadRefused(422, 'Send one file')
      const name = await store(source, originalName, owner).catch((error: unknown) => {
        throw toUploadError(error, from)
      })
      files.push(name)
      return name
    },
  }
}

/** 415 and 422 refuse only this file. Any other error fails the whole request, and the rest of the body is not read. */
function toUploadError(error: unknown, field: string) {
  if (!(error instanceof UploadRefused) || error.status === 415 || error.status === 422) return error
  const { status, message, retryAfter } = error
  return new ExpectedError(status, message, { retryAfter, fields: { [field]: [message] } })
}

/**
 * Parses lists, objects and numbers that were sent as JSON text. A blank text for such a field counts as left out.
 * Throws ExpectedError (422) with the field, line and column of a text that is not JSON.
 */
function readJsonTexts(payload: Payload, schema: z.ZodObject): Payload {
  const { fields } = walkSchema(schema)
  const faults = new Map<string, string[]>()
  const read = new Map<string, unknown>()
  for (const [name, value] of Object.entries(payload)) {
    const field = fields.get(name)
    const kind = field && kindOfField(field)
    if (typeof value !== 'string' || kind === undefined || kind === 'text') read.set(name, value)
    else if (value.trim() === '') continue
    else if (kind === 'number') read.set(name, isJsonNumber(value) ? Number(value) : value)
    else {
      const parsed = parseField(value)
      if (parsed instanceof MalformedBody) faults.set(name, [parsed.message])
      else read.set(name, parsed)
    }
  }
  if (faults.size > 0) throw invalidFields(Object.fromEntries(faults))
  return Object.fromEntries(read)
}

function isJsonNumber(text: string) {
  return /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/.test(text)
}

function parseField(text: string): unknown {
  try {
    return parseJson(text, 'This')
  } catch (error) {
    if (error instanceof MalformedBody) return error
    throw error
  }
}

/** How a field is sent in a form: as plain text, as a numeral, or as JSON text. */
function kindOfField({ inner }: SchemaNode): 'text' | 'number' | 'json' {
  if (inner instanceof z.ZodArray || inner instanceof z.ZodObject) return 'json'
  return inner instanceof z.ZodNumber ? 'number' : 'text'
}

/**
 * Writes the names of the stored files into the field `to`, or into `to` of the entries of a list.
 *
 * An entry of a list may name its file in `{to}File`, by its index among the files. The other files go, in their order,
 * to the other entries: one to each if there are as many, else to those whose `to` is empty. Throws ExpectedError (422) if
 * an entry names a missing file, or a file is left over.
 */
function assignFiles(payload: Payload, files: readonly string[], { from, to, each }: ApiUpload): Payload {
  if (each === undefined) return files[0] === undefined ? payload : { ...payload, [to]: files[0] }
  const list = z.array(z.record(z.string(), z.unknown())).safeParse(payload[each])
  if (!list.success) {
    if (files.length > 0) throw invalidFields({ [from]: [`Send ${each} as a list of objects with these files`] })
    // The schema will report what is wrong with the list.
    return payload
  }

  const indexField = `${to}File`
  const named = new Map<number, number>()
  list.data.forEach((entry, position) => {
    const index = entry[indexField]
    if (index !== undefined) named.set(position, fileIndex(index, files, `${each}.${position}.${indexField}`, from))
  })
  const taken = new Set(named.values())
  const rest = files.filter((_file, index) => !taken.has(index))
  const others = list.data.flatMap((entry, position) =>
    named.has(position) ? [] : [{ position, isEmpty: (entry[to] ?? '') === '' }],
  )
  const takers = rest.length === others.length ? others : others.filter(({ isEmpty }) => isEmpty)
  if (rest.length > takers.length) {
    throw invalidFields({
      [from]: [
        `${rest.length} files were sent for ${takers.length} entries that need a file. In each entry, set ${indexField} to the index of its file`,
      ],
    })
  }
  const assigned = new Map([...named].map(([position, index]) => [position, files[index]]))
  rest.forEach((file, index) => {
    const taker = takers[index]
    if (taker) assigned.set(taker.position, file)
  })

  const entries = list.data.map(({ [indexField]: _index, ...entry }, position) => {
    const file = assigned.get(position)
    return file === undefined ? entry : { ...entry, [to]: file }
  })
  return { ...payload, [each]: entries }
}

function fileIndex(value: unknown, files: readonly string[], path: string, from: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < files.length) return value
  const range = files.length === 0 ? `but no ${from} were sent` : `from 0 to ${files.length - 1}`
  throw invalidFields({ [path]: [`This must be the index of a file in ${from}, ${range}`] })
}
