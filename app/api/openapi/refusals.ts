import type { JsonSchema, RefusalStatus } from './api-operation.ts'

/** The body of every refusal. */
export const refusalSchema: JsonSchema = {
  type: 'object',
  description: 'Why a request was refused.',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'For programs, such as `invalid`' },
        message: { type: 'string', description: 'For people' },
        fields: {
          type: 'object',
          description:
            'Messages by field; a nested field has a dotted path such as products.2.title, the whole is the empty name',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        requestId: { type: 'string', description: 'Names the request in the log of the server' },
      },
      required: ['code', 'message', 'requestId'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
}

/** What each refusal means. `name` is its name in the OpenAPI document. */
export const refusals: Record<RefusalStatus, { name: string; description: string; header?: string }> = {
  400: { name: 'Malformed', description: 'The body is not JSON or not a whole form, or no object.' },
  401: {
    name: 'SignedOut',
    description: 'No session, no valid bearer token, or a wrong password.',
    header: 'WWW-Authenticate',
  },
  403: { name: 'WrongOrigin', description: 'Sent by a page of another site.' },
  404: { name: 'NotFound', description: 'There is nothing at this address.' },
  412: { name: 'StaleVersion', description: 'The content has changed since the version in If-Match.', header: 'ETag' },
  413: {
    name: 'TooLarge',
    description: 'The body or a file in it is too large: 1 MB of JSON, 10 MB an image, 40 MB a PDF.',
  },
  415: { name: 'UnsupportedType', description: 'Another media type or charset, or a compressed body.' },
  422: { name: 'Invalid', description: 'Some fields are not valid; fields names them.' },
  429: { name: 'TooMany', description: 'Too many requests of this kind.', header: 'Retry-After' },
  503: {
    name: 'Unavailable',
    description: 'The server cannot do this now, such as where a content file is not readable.',
  },
  507: { name: 'DiskFull', description: 'The disk of the server is full or takes no writes; nothing was changed.' },
}
