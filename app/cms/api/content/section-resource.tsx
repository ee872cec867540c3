import type { Params } from '@remix-run/react'
import type { RouteArgs } from '#app/cms/platform/http/api-route.server.ts'
import { endpointAction, endpointLoader, staffEndpointLoader, type Endpoint } from './endpoint.server.ts'
import {
  ALL_VISIBILITIES,
  entriesEndpoint,
  entryOfCollectionEndpoint,
  findCollection,
} from './entries-endpoint.server.ts'
import { entryEndpoint, sectionEndpoint } from './section-endpoint.server.ts'

const publicRead = endpointLoader((params) => find(params, { forStaff: false }))
const staffRead = staffEndpointLoader('editor', (params) => find(params, { forStaff: true }))

/**
 * `/api/{resource}`: GET of every section and of the entries of a collection, POST of lists and collections, PUT of
 * records without an `_id`. `/api/{resource}/{entryId}`: one entry of a list or a collection, a record by its `_id`, or
 * an alias.
 */
export function loader(args: RouteArgs): Promise<Response> {
  const { name, value } = ALL_VISIBILITIES
  const { request, params } = args
  const collection = findCollection(params['resource'])
  // OPTIONS needs no sign-in, so it must not tell whether there is a hidden entry.
  if (!collection || request.method === 'OPTIONS') return publicRead(args)
  const asksForAll = new URL(request.url).searchParams.get(name) === value
  return collection.api.staffOnly || asksForAll ? staffRead(args) : publicRead(args)
}

export const action = endpointAction('publisher', (params) => find(params, { forStaff: true }))

function find({ resource, entryId }: Params, reader: { forStaff: boolean }): Endpoint {
  const collection = findCollection(resource)
  if (!collection) return entryId === undefined ? sectionEndpoint(resource) : entryEndpoint(resource, entryId)
  return entryId === undefined
    ? entriesEndpoint(collection, reader)
    : entryOfCollectionEndpoint(collection, entryId, reader)
}
