import type { z } from 'zod'
import {
  ContentUnavailable,
  ContentWriteFailed,
  HistoryEntryNotFound,
  InvalidContent,
  VersionConflict,
} from '#app/content/errors.ts'
import { etagOf } from './etag.ts'
import { isRefusal } from './refusal.ts'

/** Messages by field; a nested field has a dotted path such as `slides.2.title`, the whole is ''. */
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

/** 405 with the methods the address does answer, which RFC 9110 wants in Allow. */
export function methodNotAllowed(method: string, allowed: string[]): ApiError {
  const allow = allowed.join(', ')
  return new ApiError(405, 'method-not-allowed', `${method} is not possible here, only ${allow}.`, {
    headers: { allow },
  })
}

/**
 * Answer to a failed API request: `{ error: { code, message, fields?, requestId } }` with the status that belongs to the
 * error. One that is not expected becomes a 500 that tells nothing of its cause.
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
    return new ApiError(422, 'invalid', 'Some fields are not valid.', { fields: fieldMessages(error.issues) })
  }
  if (error instanceof ContentWriteFailed) {
    return new ApiError(error.code === 'disk-full' ? 507 : 503, error.code, error.message)
  }
  if (error instanceof ContentUnavailable) return new ApiError(503, 'content-unavailable', error.message)
  if (error instanceof HistoryEntryNotFound) return new ApiError(404, 'not-found', error.message)
  if (isRefusal(error)) return new ApiError(error.status, refusalCodes[error.status] ?? 'refused', error.message)
  return undefined
}

const refusalCodes: Record<number, string> = {
  400: 'malformed',
  413: 'too-large',
  415: 'unsupported-type',
  422: 'invalid',
  503: 'busy',
  507: 'disk-full',
}

/** 422 for input a schema refused, with every field's messages. */
export function invalidInput(error: z.ZodError): ApiError {
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new ApiError(422, 'invalid', 'Some fields are not valid.', { fields: fieldMessages(issues) })
}

/** Groups problems by the field they belong to. */
function fieldMessages(issues: readonly { path: string; message: string }[]): FieldMessages {
  const fields = new Map<string, string[]>()
  for (const { path, message } of issues) fields.set(path, [...(fields.get(path) ?? []), message])
  return Object.fromEntries(fields)
}
