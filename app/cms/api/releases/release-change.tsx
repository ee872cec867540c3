import type { Params } from '@remix-run/react'
import { endpointAction, staffEndpointLoader } from '#app/cms/api/content/endpoint.server.ts'
import { releaseChangeEndpoint } from './release-endpoint.server.ts'

/** `/api/releases/{id}/{change}`: POST schedules, unschedules, publishes or undoes a release. */
export const loader = staffEndpointLoader('publisher', find)
export const action = endpointAction('publisher', find, { asks: true })

function find({ releaseId, change }: Params) {
  return releaseChangeEndpoint(releaseId, change)
}
