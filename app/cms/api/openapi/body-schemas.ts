import { z } from 'zod'
import type { ZodOpenApiContentObject } from 'zod-openapi'
import type { ApiUpload } from '#app/cms/define/define-section.ts'
import type { DocumentKind } from '#app/cms/define/upload-kind.ts'
import { isOptional, uploadKindOf, walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import { FILE_KINDS } from '#app/cms/media/library/library-file.ts'
import type { Payload } from '#app/cms/api/content/payload.server.ts'

interface BodySchemas {
  json: z.ZodObject
  /** The same body as a form, with the file that it may contain. */
  form: z.ZodObject
  file?: FormFile
}

interface FormFile extends ApiUpload {
  /** The accepted media types. */
  contentType: string
}

interface BodyOptions {
  /** Name of the component in the document. */
  name: string
  /** Fields that a body may leave out without getting their default. */
  keeps?: readonly string[] | 'all' | undefined
  upload?: ApiUpload | undefined
}

/** The schemas of a write's bodies, from the schema of the content. */
export function bodySchemas(schema: z.ZodObject, { name, keeps = [], upload }: BodyOptions): BodySchemas {
  const { fields } = walkSchema(schema)
  const shape = Object.fromEntries(
    [...fields].map(([key, field]) => [key, keeps === 'all' || keeps.includes(key) ? keptField(field) : field.schema]),
  )
  const json = z.strictObject(shape).meta({ id: `${name}Body` })
  if (!upload) return { json, form: json }
  const form = z.strictObject(withFile(shape, upload)).meta({ id: `${name}Form`, override: fileOrName(shape, upload) })
  return { json, form, file: { ...upload, contentType: contentTypeOf(schema, upload) } }
}

/** The bodies with an example each; `example` is a payload that the API accepts. */
export function bodyContent({ json, form, file }: BodySchemas, example: Payload): ZodOpenApiContentObject {
  return {
    'application/json': { schema: json, example },
    'multipart/form-data': {
      schema: form,
      example: file ? withExampleFile(example, file) : example,
      ...(file && { encoding: { [file.from]: { contentType: file.contentType } } }),
    },
  }
}

export function fileField(description: string): z.ZodType {
  return z.string().meta({ description, override: { contentMediaType: 'application/octet-stream' } })
}

/** A field that keeps its stored value if it is left out, so that its default does not apply. */
function keptField({ schema }: SchemaNode): z.ZodType {
  return schema.optional().meta({
    override({ jsonSchema }) {
      delete jsonSchema.default
    },
  })
}

function withFile(shape: Record<string, z.ZodType>, { from, to, each }: ApiUpload): Record<string, z.ZodType> {
  if (each === undefined) {
    const stored = shape[to]
    const file = fileField(`The file. ${to} is set to the name under which the file is stored`).optional()
    return { ...shape, ...(stored && { [to]: isRequired(stored) ? stored.optional() : stored }), [from]: file }
  }
  const files = z.array(fileField(`A file for an entry of ${each}`)).optional()
  const list = shape[each]
  return { ...shape, ...(list && { [each]: withFileIndex(list, from, `${to}File`) }), [from]: files }
}

/** The schema of the list, with a field in its entries for the index of their file. */
function withFileIndex(list: z.ZodType, from: string, name: string): z.ZodType {
  const { inner, element } = walkSchema(list)
  if (!(inner instanceof z.ZodArray) || !(element?.inner instanceof z.ZodObject)) return list
  const index = z
    .int()
    .min(0)
    .optional()
    .meta({ description: `Index of the file of this entry in ${from}, from 0` })
  const entry = z.strictObject({ ...element.inner.shape, [name]: index })
  // A clone keeps the limits of the list.
  return inner.clone({ ...inner.def, element: entry }).meta({ ...inner.meta() })
}

/** If the file is required, the body must have the file or the name of a stored one. */
function fileOrName(shape: Record<string, z.ZodType>, { from, to, each }: ApiUpload) {
  const stored = shape[to]
  return each === undefined && stored && isRequired(stored) ? { anyOf: [{ required: [from] }, { required: [to] }] } : {}
}

function isRequired(schema: z.ZodType) {
  return !isOptional(walkSchema(schema))
}

function withExampleFile(example: Payload, { from, to, each, contentType }: FormFile): Payload {
  const file = contentType.startsWith(MEDIA_TYPES.pdf) ? 'report.pdf' : 'photo.jpg'
  if (each === undefined) {
    const { [to]: _stored, ...others } = example
    return { ...others, [from]: file }
  }
  const [first, ...others] = z.array(z.record(z.string(), z.unknown())).parse(example[each] ?? [])
  return { ...example, [each]: first ? [{ ...first, [`${to}File`]: 0 }, ...others] : [], [from]: [file] }
}

function contentTypeOf(schema: z.ZodObject, { from, to, each }: ApiUpload): string {
  const kind = uploadKindOf(schema, each === undefined ? to : `${each}[0].${to}`)
  if (!kind) throw new Error(`The field ${to} does not accept a file, although ${from} sends one`)
  if (kind.accepts === 'image') return IMAGE_TYPES
  return [kind.accepts, ...(kind.also ?? [])].map((each) => MEDIA_TYPES[each]).join(', ')
}

/** The media types of an image, as an Encoding Object lists them. */
export const IMAGE_TYPES = FILE_KINDS.image.accept.replaceAll(',', ', ')

const MEDIA_TYPES: Record<DocumentKind, string> = {
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  vtt: 'text/vtt',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  xml: 'application/xml',
}
