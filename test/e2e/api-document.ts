import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { z } from 'zod'

/** The parts of the OpenAPI document that the tests use. The check of its structure covers the rest. */
const header = z.object({ required: z.boolean().optional(), schema: z.unknown() })
const responseObject = z.object({
  headers: z.record(z.string(), z.object({ $ref: z.string() })).optional(),
  content: z.record(z.string(), z.object({ schema: z.unknown() })).optional(),
})
const operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.union([z.object({ name: z.string(), in: z.string(), example: z.unknown() }), z.object({ $ref: z.string() })]),
  ),
  requestBody: z
    .object({
      content: z.record(
        z.string(),
        z.object({
          schema: z.unknown(),
          example: z.record(z.string(), z.unknown()),
          encoding: z.record(z.string(), z.object({ contentType: z.string() })).optional(),
        }),
      ),
    })
    .optional(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), responseObject])),
})
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ responses: z.record(z.string(), responseObject), headers: z.record(z.string(), header) }),
})

export interface ApiCall extends z.infer<typeof operation> {
  method: string
  path: string
}

/** The document of a running site, and an independent validation against it. */
export interface ApiDocument {
  raw: unknown
  calls: ApiCall[]
  /** The ways in which a response to a call violates the document; empty if it is valid. */
  faultsOf: (call: ApiCall, response: Response) => Promise<string[]>
  /** The ways in which a request body of a call violates the document. */
  bodyFaults: (call: ApiCall, mediaType: string, body: unknown) => string[]
}

export async function readApiDocument(origin: string): Promise<ApiDocument> {
  return judgeBy(await (await fetch(`${origin}/api/openapi.json`)).json())
}

/** Like readApiDocument, for a document that is already parsed. */
export function judgeBy(raw: unknown): ApiDocument {
  const { paths, components } = document.parse(raw)
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictRequired: false })
  ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)))
  // The document is no schema; the schemas in it are referenced by their JSON Pointers.
  ajv.addVocabulary(Object.keys(z.record(z.string(), z.unknown()).parse(raw)))
  ajv.addSchema({ $id: 'api', ...z.record(z.string(), z.unknown()).parse(raw) }, 'api', false, false)
  const compiled = new Map<string, ValidateFunction>()

  const judge = (pointer: string, value: unknown) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` })
    compiled.set(pointer, validate)
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`)
  }
  const placeOf = ({ path, method }: ApiCall) => `/paths/${escapePointer(path)}/${method}`

  return {
    raw,
    calls: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ ...call, method, path })),
    ),
    bodyFaults: (call, mediaType, body) =>
      judge(`${placeOf(call)}/requestBody/content/${escapePointer(mediaType)}/schema`, body),
    async faultsOf(call, response) {
      const documented = call.responses[String(response.status)]
      if (!documented) return [`${response.status} is not in the document: ${await response.text()}`]
      const isReference = '$ref' in documented
      const place = isReference ? documented.$ref.slice(1) : `${placeOf(call)}/responses/${response.status}`
      const described = isReference ? components.responses[documented.$ref.split('/').at(-1) ?? ''] : documented
      const headerFaults = Object.entries(described?.headers ?? {}).flatMap(([name, { $ref }]) => {
        const value = response.headers.get(name)
        if (value === null) return components.headers[name]?.required ? [`The header ${name} is missing`] : []
        return judge(`${$ref.slice(1)}/schema`, value).map((fault) => `${name}: ${fault}`)
      })
      const mediaType = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
      const text = await response.text()
      if (!described?.content) return text === '' ? headerFaults : [...headerFaults, 'There should be no body']
      if (!described.content[mediaType]) return [...headerFaults, `${mediaType} is not in the document`]
      return [...headerFaults, ...judge(`${place}/content/${escapePointer(mediaType)}/schema`, JSON.parse(text))]
    },
  }
}

function escapePointer(key: string) {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
