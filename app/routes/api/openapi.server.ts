import type { Endpoint } from './endpoint.server.ts'
import { answerDescription } from './reference/answer-description.server.ts'
import { readOpenApiJson } from './reference/api-reference.server.ts'

export const openApiEndpoint: Endpoint = {
  GET: (request) => answerDescription(request, readOpenApiJson(), { 'content-type': 'application/json' }),
}
