import { z } from 'zod'
import type { ApiUpload } from '#app/schema/define-section.ts'
import { fieldsOf, kindOfField } from '#app/api/content/field-kind.ts'
import { entrySchema } from '#app/api/content/field-kind.ts'
import type { JsonSchema } from './api-operation.ts'

/** The JSON Schema (2020-12) of what the API answers for content of `schema`. */
export function answerSchema(schema: z.ZodType): JsonSchema {
  return toJsonSchema(schema, 'output')
}

/** What a write's body may leave out without a default taking its place, and the file it may carry. */
export interface BodyRules {
  leftOut: readonly string[] | 'all'
  upload?: ApiUpload | undefined
}

/** The JSON Schema of a JSON body: lists, objects and numbers may also be JSON texts. */
export function jsonBodySchema(schema: z.ZodObject, rules: BodyRules): JsonSchema {
  const properties = fieldsOf(schema).map(([name, field]) => {
    const own = fieldSchema(name, field, rules)
    return [name, kindOfField(field) === 'text' ? own : orJsonText(own)] as const
  })
  return objectSchema(properties, requiredOf(schema, rules))
}

/** The JSON Schema of a multipart body: every field is a text, some of them JSON; files are texts of bytes. */
export function formBodySchema(schema: z.ZodObject, rules: BodyRules): JsonSchema {
  const { upload } = rules
  const properties = fieldsOf(schema).map(([name, field]) => {
    const own = fieldSchema(name, field, rules)
    return [name, kindOfField(field) === 'text' ? own : jsonText(own)] as const
  })
  if (!upload) return objectSchema(properties, requiredOf(schema, rules))

  const { from, to, each } = upload
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: fileWords(upload) } as const
  const withFile = new Map([...properties, [from, each === undefined ? file : { type: 'array', items: file }]])
  const required = requiredOf(schema, rules)
  // Either the file or the name of a stored one.
  const choice = required.includes(to) && each === undefined && { anyOf: [{ required: [from] }, { required: [to] }] }
  return {
    ...objectSchema(
      [...withFile],
      required.filter((name) => name !== to),
    ),
    ...choice,
  }
}

function fieldSchema(name: string, field: z.core.$ZodType, { upload, leftOut }: BodyRules): JsonSchema {
  const { default: standard, ...rest } = toJsonSchema(field, 'input')
  const isKept = leftOut === 'all' || leftOut.includes(name)
  const own: JsonSchema = isKept || standard === undefined ? rest : { ...rest, default: standard }
  const entry = entrySchema(field)
  if (typeof own.items !== 'object' || Array.isArray(own.items)) return own
  const items: JsonSchema = entry
    ? { ...own.items, required: own.items.required?.filter((key) => key !== '_id') ?? [] }
    : own.items
  if (upload?.each !== name) return { ...own, items }
  const index: JsonSchema = {
    type: 'integer',
    minimum: 0,
    description: `Place of its file among ${upload.from}, from 0`,
  }
  return { ...own, items: { ...items, properties: { ...items.properties, [`${upload.to}File`]: index } } }
}

function requiredOf(schema: z.ZodObject, { leftOut }: BodyRules) {
  if (leftOut === 'all') return []
  const required = toJsonSchema(schema, 'input').required ?? []
  return required.filter((name) => name !== '_id' && !leftOut.includes(name))
}

function objectSchema(properties: Iterable<readonly [string, JsonSchema]>, required: string[]): JsonSchema {
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false }
}

function orJsonText(own: JsonSchema): JsonSchema {
  const { title, ...rest } = own
  return { ...(title !== undefined && { title }), anyOf: [rest, jsonText(rest)] }
}

function jsonText(own: JsonSchema): JsonSchema {
  const { title, ...rest } = own
  return {
    ...(title !== undefined && { title }),
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: rest,
  }
}

function fileWords({ each, to }: ApiUpload) {
  return each === undefined ? `The file; ${to} becomes what it is stored as` : `Files of ${each}`
}

function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const {
    $schema: _dialect,
    '~standard': _standard,
    ...own
  } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override({ zodSchema, jsonSchema }) {
      const upload = z.globalRegistry.get(zodSchema)?.upload
      delete jsonSchema['upload']
      if (io === 'output') delete jsonSchema.default
      if (upload) jsonSchema.description = UPLOAD_WORDS[upload.accepts]
    },
  })
  return own
}

const UPLOAD_WORDS = {
  image: 'File name of an image below /uploads/',
  pdf: 'Address of a PDF',
  mp4: 'Address of an MP4 film',
  vtt: 'Address of WebVTT captions',
}
