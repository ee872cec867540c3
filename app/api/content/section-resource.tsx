import { endpointAction, endpointLoader } from './endpoint.server.ts'
import { sectionEndpoint } from './section-endpoint.server.ts'

/** `/api/{resource}`: reads of every section, POST of collections, PUT of records without an id of their own. */
export const loader = endpointLoader((params) => sectionEndpoint(params['resource']))
export const action = endpointAction((params) => sectionEndpoint(params['resource']))
