import type { Endpoint } from '#app/api/content/endpoint.server.ts'
import { answerDescription } from './answer-description.server.ts'
import { readOpenApiJson } from './api-reference.server.ts'

export const openApiEndpoint: Endpoint = {
  GET: (request) => answerDescription(request, readOpenApiJson(), { 'content-type': 'application/json' }),
}
