import { FILE_KINDS } from '#app/cms/media/library/library-file.ts'
import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import { z } from 'zod'
import type {
  ZodOpenApiContentObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'

/** One operation of the API, from which its OpenAPI object is made. */
export interface Operation {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Address with `{id}` for the `_id` of an entry. */
  path: string
  /** Name of its resource, as staff know it. */
  tag: string
  summary: string
  /** Rules that the schemas cannot express, one or more sentences each. */
  notes?: string[]
  /** True if it needs no sign-in. */
  isPublic?: boolean
  /** The `_id` in the path of the examples; absent if the path has none. */
  idExample?: string | undefined
  /** Further parameters of the address and its query, each with an example. */
  parameters?: NamedParameter[]
  /** `If-None-Match` for a read, `If-Match` for a write; absent if versions do not matter. */
  condition?: 'If-Match' | 'If-None-Match'
  /** True if it asks before it would harm a scheduled release: then it has the parameter `confirm`. */
  asks?: boolean
  /** The request body by media type. */
  body?: ZodOpenApiContentObject
  success: Success
  /** Other responses to an accepted request. */
  alsoSuccess?: Success[]
  /** Statuses of its errors, besides those that every operation has. */
  errors: ErrorStatus[]
}

/** A parameter of an address (`{name}`) or of its query. */
export interface NamedParameter {
  in: 'path' | 'query'
  name: string
  description: string
  schema: { type: 'string'; enum?: string[]; pattern?: string }
  example: string
}

interface Success {
  status: 200 | 201 | 204
  description: string
  /** Absent if the response has no body. */
  schema?: z.ZodType
  example?: unknown
  headers?: (keyof typeof headers)[]
}

export type ErrorStatus = keyof typeof errors

export function pathsOf(operations: readonly Operation[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationObject(operation) }
  }
  return paths
}

/** The id of an operation: `putStatsById` for `put` and `/api/stats/{id}`. */
function operationId({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return method + pascalCase(path.replace('/api/', '').replaceAll(/\/\{(\w+)\}/g, '-by-$1'))
}

/** `OpeningHours` for `opening-hours`. */
export function pascalCase(text: string): string {
  const words = text.split(/[/-]/)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { tag, summary, notes = [], isPublic = false, idExample, condition, body, success } = operation
  const others = operation.alsoSuccess ?? []
  return {
    operationId: operationId(operation),
    tags: [tag],
    summary,
    ...(notes.length > 0 && { description: notes.join('\n\n') }),
    security: isPublic ? [] : [{ bearer: [] }, { session: [] }],
    parameters: [
      ...(idExample === undefined ? [] : [{ ...idParameter, example: idExample }]),
      ...(operation.parameters ?? []).map((parameter) => ({ ...parameter, required: parameter.in === 'path' })),
      ...(operation.asks === true ? [{ $ref: '#/components/parameters/confirm' }] : []),
      ...(condition ? [{ $ref: `#/components/parameters/${condition}` }] : []),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      ...Object.fromEntries([success, ...others].map((one) => [one.status, successResponse(one)])),
      ...(condition === 'If-None-Match' && { '304': notModified }),
      ...Object.fromEntries(operation.errors.map((status) => [status, errors[status]])),
    },
  }
}

function successResponse({ description, schema, example, headers: names = [] }: Success): ZodOpenApiResponseObject {
  return {
    description,
    headers: headerReferences(names),
    ...(schema && { content: { 'application/json': { schema, ...(example !== undefined && { example }) } } }),
  }
}

function headerReferences(names: readonly (keyof typeof headers)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The _id.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' },
} as const

const text = { type: 'string' } as const

export const parameters = {
  'If-Match': { name: 'If-Match', in: 'header', description: 'The ETag of the version to change.', schema: text },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the version already known.',
    schema: text,
  },
  confirm: {
    name: 'confirm',
    in: 'query',
    description:
      'The ids of scheduled releases that the change may harm. Send it after a 409 with the code `confirmation-needed`, whose message names them.',
    schema: { type: 'array', items: { type: 'string', pattern: '^[0-9a-f]{12}$' } },
    example: ['0123456789ab'],
  },
} as const

export const headers = {
  ETag: {
    description: 'The version of the content',
    required: true,
    schema: { type: 'string', pattern: '^"[\\x21\\x23-\\x7e]*"$' },
  },
  Link: {
    description:
      'The addresses of other pages of the list: `first`, `prev`, `next`, `last`. Absent if there is one page',
    schema: text,
  },
  Location: { description: 'The address of the new resource', required: true, schema: text },
  'Set-Cookie': { description: 'Clears the session cookie', required: true, schema: text },
  'WWW-Authenticate': { description: 'How to log in', required: true, schema: text },
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'string', pattern: '^\\d+$' } },
  'X-Request-Id': { description: 'The requestId of the body', schema: text },
} as const

const notModified = {
  description: 'The version in If-None-Match is the current one',
  headers: headerReferences(['ETag']),
}

const httpError = z
  .strictObject({
    error: z.strictObject({
      code: z.string().meta({ description: 'For programs, such as `invalid`' }),
      message: z.string().meta({ description: 'For people' }),
      fields: z.record(z.string(), z.array(z.string())).optional().meta({
        description:
          'Messages by field. A nested field has a path with dots, such as members.2.title. The empty name means the whole content',
      }),
      requestId: z.string().meta({ description: 'Identifies the request in the log of the server' }),
    }),
  })
  .meta({ id: 'HttpError', description: 'Why a request was refused.' })

/** The responses to requests that are refused. */
const errors = {
  400: error('Malformed', 'The body is not JSON, not a complete form, or not an object.'),
  401: error('SignedOut', 'No session, no valid bearer token, or a wrong password.', 'WWW-Authenticate'),
  403: error(
    'Forbidden',
    'The request was sent by a page of another site (`wrong-origin`), the role is too low (`forbidden`), a second person has to ' +
      'approve the change before it is published (`approval-required`), or a second factor is required ' +
      '(`second-factor-required`): the account has one and cannot log in here, or it has to set one up first.',
  ),
  404: error('NotFound', 'There is nothing at this address.'),
  409: error(
    'Conflict',
    'The current state does not allow this, or the change would harm a scheduled release and has to be confirmed with ' +
      '`?confirm=` (`confirmation-needed`). The message gives the reason. Nothing was changed.',
  ),
  412: error(
    'StaleVersion',
    'The content has changed since the version in If-Match, or If-None-Match excludes the version that stands.',
    'ETag',
  ),
  413: error(
    'TooLarge',
    `The body or a file in it is too large. The limits are 1 MB for JSON, ${formatLimit(FILE_KINDS.image.maxBytes)} for ` +
      `an image, ${formatLimit(FILE_KINDS.pdf.maxBytes)} for a PDF and ${formatLimit(FILE_KINDS.mp4.maxBytes)} for a film or a recording.`,
  ),
  415: error('UnsupportedType', 'The media type or charset is not supported, or the body is compressed.'),
  422: error(
    'Invalid',
    'Some fields are not valid. The member fields lists them; what concerns the whole content is in the message.',
  ),
  428: error('PreconditionRequired', 'There is a draft already. Send its ETag in If-Match.', 'ETag'),
  429: error('TooMany', 'Too many requests of this kind.', 'Retry-After'),
  503: error(
    'Unavailable',
    'The server cannot do this now, for example because a content file is not readable.',
    'Retry-After',
  ),
  507: error('DiskFull', 'The disk of the server is full or cannot be written to. Nothing was changed.'),
}

function error(id: string, description: string, header?: keyof typeof headers) {
  return {
    id,
    description,
    headers: headerReferences(header ? ['X-Request-Id', header] : ['X-Request-Id']),
    content: { 'application/json': { schema: httpError } },
  }
}
