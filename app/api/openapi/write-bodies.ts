import { z } from 'zod'
import type { UploadKind } from '#app/schema/fields.ts'
import { uploadKindOf } from '#app/schema/upload-kind.ts'
import { FILE_KINDS } from '#app/media/library/file-kinds.ts'
import { fieldsOf, kindOfField } from '#app/api/content/field-kind.ts'
import type { Payload } from '#app/api/content/payload.server.ts'
import type { ApiBody } from './api-operation.ts'
import { formBodySchema, jsonBodySchema, type BodyRules } from './content-schema.ts'

/** The bodies of a write: as JSON, and as a form with its file. `example` is a payload that is accepted. */
export function writeBodies(schema: z.ZodObject, rules: BodyRules, example: Payload): ApiBody[] {
  return [
    { mediaType: 'application/json', schema: jsonBodySchema(schema, rules), example, files: {} },
    {
      mediaType: 'multipart/form-data',
      schema: formBodySchema(schema, rules),
      example: formExample(schema, rules, example),
      files: filesOf(schema, rules),
    },
  ]
}

/** A content without some of its fields. */
export function payloadOf(content: Payload, leftOut: readonly string[]): Payload {
  return Object.fromEntries(Object.entries(content).filter(([name]) => !leftOut.includes(name)))
}

/** The same payload with the texts of a form, and the name of a file where one may be sent. */
function formExample(schema: z.ZodObject, { upload }: BodyRules, example: Payload): Payload {
  const fields = new Map(fieldsOf(schema))
  const texts = Object.entries(example).flatMap(([name, value]): [string, unknown][] => {
    const field = fields.get(name)
    if (field && upload?.each === undefined && name === upload?.to) return []
    if (upload?.each === name) return [[name, JSON.stringify(withFirstFile(value, upload.to))]]
    return [[name, field && kindOfField(field) !== 'text' ? JSON.stringify(value) : value]]
  })
  if (!upload) return Object.fromEntries(texts)
  const fileName = kindOf(schema, upload).accepts === 'pdf' ? 'report.pdf' : 'photo.jpg'
  return Object.fromEntries([...texts, [upload.from, upload.each === undefined ? fileName : [fileName]]])
}

/** The first entry of the list takes the file that is sent. */
function withFirstFile(value: unknown, to: string): unknown {
  const [first, ...others] = z.array(z.record(z.string(), z.unknown())).parse(value ?? [])
  return first ? [{ ...first, [`${to}File`]: 0 }, ...others] : []
}

function filesOf(schema: z.ZodObject, { upload }: BodyRules): ApiBody['files'] {
  return upload ? { [upload.from]: MEDIA_TYPES[kindOf(schema, upload).accepts] } : {}
}

function kindOf(schema: z.ZodObject, { from, to, each }: NonNullable<BodyRules['upload']>): UploadKind {
  const kind = uploadKindOf(schema, each === undefined ? to : `${each}[0].${to}`)
  if (!kind) throw new Error(`The field ${to} takes no file, though ${from} sends one`)
  return kind
}

const MEDIA_TYPES: Record<UploadKind['accepts'], string> = {
  image: FILE_KINDS.image.accept.replaceAll(',', ', '),
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  vtt: 'text/vtt',
}
