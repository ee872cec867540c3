import type { Params } from '@remix-run/react'
import { endpointAction, endpointLoader } from './endpoint.server.ts'
import { entryEndpoint, sectionEndpoint } from './section-endpoint.server.ts'

/**
 * `/api/{resource}`: GET of every section, POST of collections, PUT of records without an `_id`.
 * `/api/{resource}/{entryId}`: one entry of a collection, a record by its `_id`, or an alias.
 */
export const loader = endpointLoader(find)
export const action = endpointAction('publisher', find)

function find({ resource, entryId }: Params) {
  return entryId === undefined ? sectionEndpoint(resource) : entryEndpoint(resource, entryId)
}
