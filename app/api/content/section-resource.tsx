import { endpointAction, endpointLoader } from './endpoint.server.ts'
import { sectionEndpoint } from './section-endpoint.server.ts'

/** `/api/{resource}`: GET of every section, POST of collections, PUT of records without an `_id`. */
export const loader = endpointLoader((params) => sectionEndpoint(params['resource']))
export const action = endpointAction((params) => sectionEndpoint(params['resource']))
