import type { z } from 'zod'
import {
  ContentUnavailable,
  HistoryEntryNotFound,
  InvalidContent,
  VersionConflict,
} from '#app/cms/content/store/errors.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { etagOf } from '#app/cms/platform/http/etag.ts'
import { isHttpError } from '#app/cms/platform/http/http-error.ts'

/** Messages by field; a nested field has a dotted path such as `slides.2.title`, the whole value has ''. */
export type FieldMessages = Record<string, string[]>

interface ApiErrorOptions {
  fields?: FieldMessages
  headers?: Record<string, string>
  cause?: unknown
}

/** An expected failure of the API: `code` is for programs, `message` for people. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly fields: FieldMessages | undefined
  readonly headers: Record<string, string>

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    { fields, headers = {}, cause }: ApiErrorOptions = {},
  ) {
    super(message, { cause })
    this.fields = fields
    this.headers = headers
  }
}

/** 405 with the methods that the address supports, which RFC 9110 requires in Allow. */
export function methodNotAllowed(method: string, allowed: string[]): ApiError {
  const allow = allowed.join(', ')
  return new ApiError(405, 'method-not-allowed', `${method} is not supported here, only ${allow}.`, {
    headers: { allow },
  })
}

/**
 * Response to a failed API request: `{ error: { code, message, fields?, requestId } }` with the status that belongs to
 * the error. An unexpected error becomes a 500 that does not reveal its cause.
 */
export function apiErrorResponse(error: unknown, requestId: string): Response {
  const { status, code, message, fields, headers } = toApiError(error) ?? unexpected
  return Response.json(
    { error: { code, message, ...(fields && { fields }), requestId } },
    { status, headers: { 'cache-control': 'no-store', ...(status === 401 && askForToken), ...headers } },
  )
}

const unexpected = new ApiError(
  500,
  'unexpected',
  'Something went wrong on the server. Its log has the cause under this request id.',
)

/** RFC 9110, 15.5.2: a 401 must say how to sign in. */
const askForToken = { 'www-authenticate': 'Bearer' }

function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof VersionConflict) {
    return new ApiError(409, 'conflict', error.message, { headers: { etag: etagOf(error.current.version) } })
  }
  if (error instanceof InvalidContent) {
    return invalidFields(fieldMessages(error.issues))
  }
  if (error instanceof StorageError) {
    return new ApiError(error.status, error.code, error.message)
  }
  if (error instanceof ContentUnavailable) return new ApiError(503, 'content-unavailable', error.message)
  if (error instanceof HistoryEntryNotFound) return new ApiError(404, 'not-found', error.message)
  if (isHttpError(error)) return new ApiError(error.status, error.code ?? refusalCode(error.status), error.message)
  return undefined
}

/** The error code for the status of a refused body or file. */
export function refusalCode(status: number): string {
  return refusalCodes[status] ?? 'refused'
}

const refusalCodes: Record<number, string> = {
  400: 'malformed',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  415: 'unsupported-type',
  422: 'invalid',
  503: 'busy',
  507: 'disk-full',
}

/** 422 for input that a schema rejected, with the messages of every field. */
export function invalidInput(error: z.ZodError): ApiError {
  return invalidFields(fieldMessages(error.issues.flatMap(fieldIssues)))
}

/** 422 with the messages of the fields that are not valid. */
export function invalidFields(fields: FieldMessages): ApiError {
  const entries = Object.entries(fields)
  const isCut = entries.length > FIELD_LIMIT
  return new ApiError(
    422,
    'invalid',
    isCut ? `Some fields are not valid. The first ${FIELD_LIMIT} are listed.` : 'Some fields are not valid.',
    { fields: isCut ? Object.fromEntries(entries.slice(0, FIELD_LIMIT)) : fields },
  )
}

/** These limit the length of the response, however many fields are not valid. */
const FIELD_LIMIT = 100
const PATH_LIMIT = 200

interface FieldIssue {
  path: string
  message: string
}

/** An unknown key is reported under the path that the field would have. */
function fieldIssues(issue: z.core.$ZodIssue): FieldIssue[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path.join('.'), message: issue.message }]
  return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'There is no such field' }))
}

/** Groups problems by the field they belong to. */
function fieldMessages(issues: readonly FieldIssue[]): FieldMessages {
  const fields = new Map<string, string[]>()
  for (const { path, message } of issues) {
    const name = path.slice(0, PATH_LIMIT)
    fields.set(name, [...(fields.get(name) ?? []), message])
  }
  return Object.fromEntries(fields)
}
