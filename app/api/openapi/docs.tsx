import { docsEndpoint } from './docs.server.tsx'
import { endpointAction, endpointLoader } from '#app/api/content/endpoint.server.ts'

/** `/api/docs`: the API described for people. A page of its own, without the scripts of the site. */
export const loader = endpointLoader(() => docsEndpoint)
export const action = endpointAction(() => docsEndpoint)
