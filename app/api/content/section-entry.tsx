import { endpointAction, endpointLoader } from './endpoint.server.ts'
import { entryEndpoint } from './section-endpoint.server.ts'

/** `/api/{resource}/{entryId}`: one entry of a collection, a record by its `_id`, or an alias. */
export const loader = endpointLoader((params) => entryEndpoint(params['resource'], params['entryId']))
export const action = endpointAction((params) => entryEndpoint(params['resource'], params['entryId']))
