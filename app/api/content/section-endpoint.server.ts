import { collectionEndpoint, collectionEntryEndpoint } from './collection-endpoint.server.ts'
import { apiSections } from './api-sections.ts'
import type { Endpoint } from './endpoint.server.ts'
import { noSuchAddress } from './endpoint.server.ts'
import { recordEndpoint, recordEntryEndpoint } from './record-endpoint.server.ts'

/** The endpoint of `/api/{path}`. Throws a 404 ApiError if no section has the path. */
export function sectionEndpoint(path: string | undefined): Endpoint {
  const { section, api } = findSection(path)
  return api.kind === 'record' ? recordEndpoint(section, api) : collectionEndpoint(section, api)
}

/** The endpoint of `/api/{path}/{id}`. Throws a 404 ApiError if no section has the path, or nothing in it the id. */
export function entryEndpoint(path: string | undefined, id: string | undefined): Endpoint {
  const { section, api } = findSection(path)
  return api.kind === 'record' ? recordEntryEndpoint(section, api, id) : collectionEntryEndpoint(section, api, id)
}

function findSection(path: string | undefined) {
  const found = apiSections.find(({ api }) => api.path === path)
  if (!found) throw noSuchAddress()
  return found
}
