import type { Params } from '@remix-run/react'
import { endpointAction, staffEndpointLoader } from '#app/cms/api/content/endpoint.server.ts'
import { releaseEndpoint, releasesEndpoint } from './release-endpoint.server.ts'

/** `/api/releases`: the list, and new releases. `/api/releases/{id}`: one release. */
export const loader = staffEndpointLoader('editor', find)
export const action = endpointAction('editor', find, { asks: true })

function find({ releaseId }: Params) {
  return releaseId === undefined ? releasesEndpoint : releaseEndpoint(releaseId)
}
