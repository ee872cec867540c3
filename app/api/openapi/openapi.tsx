import { endpointAction, endpointLoader } from '#app/api/content/endpoint.server.ts'
import { openApiEndpoint } from './openapi.server.ts'

/** `/api/openapi.json`: the OpenAPI 3.1 document of this API. */
export const loader = endpointLoader(() => openApiEndpoint)
export const action = endpointAction(() => openApiEndpoint)
