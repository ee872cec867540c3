import type { ApiAnswer, ApiBody, ApiOperation, ApiReference, JsonSchema, RefusalStatus } from './api-operation.ts'
import { API_RULES } from './api-rules.ts'
import { refusals, refusalSchema } from './refusals.ts'

/** The OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1) of the calls. */
export function openApiDocument({ title, origin, sessionCookie, operations }: ApiReference) {
  const paths = new Map<string, Record<string, unknown>>()
  for (const operation of operations) {
    paths.set(operation.path, {
      ...paths.get(operation.path),
      [operation.method]: operationObject(operation),
    })
  }
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title, version: '1', description: API_RULES.join('\n\n') },
    servers: [{ url: origin }],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: { HttpError: refusalSchema },
      responses: Object.fromEntries(Object.values(refusals).map(refusalResponse)),
      parameters,
      headers,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/auth/login.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'A browser that has signed in, from our own pages.',
        },
      },
    },
  }
}

function operationObject(operation: ApiOperation) {
  const { id, group, summary, notes, access, idExample, condition, bodies, answer } = operation
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(notes.length > 0 && { description: notes.join('\n\n') }),
    security: access === 'everyone' ? [] : [{ bearer: [] }, { session: [] }],
    parameters: [
      ...(idExample === undefined ? [] : [{ ...idParameter, example: idExample }]),
      ...(condition ? [{ $ref: `#/components/parameters/${condition}` }] : []),
    ],
    ...(bodies.length > 0 && { requestBody: { required: true, content: Object.fromEntries(bodies.map(bodyContent)) } }),
    responses: { ...answerResponses(answer, condition), ...refusalReferences(operation.refusals) },
  }
}

function bodyContent({ mediaType, schema, example, files }: ApiBody) {
  const encoding = Object.fromEntries(Object.entries(files).map(([name, contentType]) => [name, { contentType }]))
  const content = { schema, example, ...(Object.keys(files).length > 0 && { encoding }) }
  return [mediaType, content] as const
}

function answerResponses({ status, description, schema, example, headers: names }: ApiAnswer, condition?: string) {
  const versions =
    condition === 'If-None-Match'
      ? { 304: { description: 'As If-None-Match names it', headers: headerReferences(['ETag']) } }
      : {}
  return {
    [status]: {
      description,
      headers: headerReferences(names),
      ...(schema && { content: { 'application/json': { schema, ...(example !== undefined && { example }) } } }),
    },
    ...versions,
  }
}

function refusalReferences(statuses: readonly RefusalStatus[]) {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${refusals[status].name}` }] as const),
  )
}

function refusalResponse({ name, description, header }: (typeof refusals)[RefusalStatus]) {
  const schema = { $ref: '#/components/schemas/HttpError' }
  const response = {
    description,
    headers: headerReferences(['X-Request-Id', ...(header === undefined ? [] : [header])]),
    content: { 'application/json': { schema } },
  }
  return [name, response] as const
}

function headerReferences(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const))
}

const text: JsonSchema = { type: 'string' }
const tag: JsonSchema = { type: 'string', pattern: '^"[\\x21\\x23-\\x7e]*"$' }

const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The _id.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' },
}

const parameters = {
  'If-Match': { name: 'If-Match', in: 'header', description: 'The ETag of the version to change.', schema: text },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the version already known.',
    schema: text,
  },
}

const headers = {
  ETag: { description: 'The version of the content', required: true, schema: tag },
  Location: { description: 'The address of what was made', required: true, schema: text },
  'Set-Cookie': { description: 'Clears the session cookie', required: true, schema: text },
  'WWW-Authenticate': { description: 'How to sign in', required: true, schema: text },
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'string', pattern: '^\\d+$' } },
  'X-Request-Id': { description: 'The requestId of the body', schema: text },
}
