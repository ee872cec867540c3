import type { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Everything the API can do, as it is described to programs and people. */
export interface ApiReference {
  title: string
  /** Scheme, host and port of the site. */
  origin: string
  /** Name of the session cookie. */
  sessionCookie: string
  operations: ApiOperation[]
}

/** One call of the API, as both the OpenAPI document and the page for people describe it. */
export interface ApiOperation {
  /** Unique, such as `replaceStats`. */
  id: string
  method: 'get' | 'post' | 'put' | 'delete'
  /** Address with `{id}` for the `_id` of an entry. */
  path: string
  /** The resource it belongs to, as staff call it. */
  group: string
  summary: string
  /** Rules beyond the schemas, a sentence or more each. */
  notes: string[]
  access: 'everyone' | 'administrator'
  /** An `_id` that stands in the path; absent where the path has none. */
  idExample?: string
  /** `If-None-Match` for a read, `If-Match` for a write; absent where versions play no part. */
  condition?: 'If-None-Match' | 'If-Match'
  bodies: ApiBody[]
  answer: ApiAnswer
  /** Statuses of the refusals that are its own, beside those of every call. */
  refusals: RefusalStatus[]
}

export interface ApiBody {
  mediaType: 'application/json' | 'multipart/form-data' | 'application/x-www-form-urlencoded'
  schema: JsonSchema
  /** A body that is accepted; of a form the texts of its fields, with file names for `files`. */
  example: Readonly<Record<string, unknown>>
  /** Names of the fields that carry a file, and the media types that are taken there. */
  files: Readonly<Record<string, string>>
}

export interface ApiAnswer {
  status: 200 | 201 | 204
  description: string
  /** Absent where the answer has no body. */
  schema?: JsonSchema
  example?: unknown
  headers: AnswerHeader[]
}

export type AnswerHeader = 'ETag' | 'Location' | 'Set-Cookie'

export type RefusalStatus = 400 | 401 | 403 | 404 | 412 | 413 | 415 | 422 | 429 | 503 | 507
