import { endpointAction, endpointLoader, type Endpoint } from '#app/cms/api/content/endpoint.server.ts'
import { descriptionResponse, oncePerContent, readOpenApi } from './document.server.ts'

const readJson = oncePerContent(() => JSON.stringify(readOpenApi()))

const endpoint: Endpoint = {
  GET: (request) => descriptionResponse(request, readJson(), { 'content-type': 'application/json' }),
}

/** `/api/openapi.json`: the OpenAPI 3.1 document of this API. */
export const loader = endpointLoader(() => endpoint)
export const action = endpointAction('editor', () => endpoint)
