import type { Params } from '@remix-run/react'
import { endpointAction, staffEndpointLoader } from '#app/cms/api/content/endpoint.server.ts'
import { draftEndpoint, requireSection } from './draft-endpoint.server.ts'
import { moveEndpoint } from './release-endpoint.server.ts'

/**
 * `/api/releases/{id}/drafts/{section}`: the draft of a section in a release.
 * Below it, `/add` and `/take-out`: POST moves a draft into a release or out of it.
 */
export const loader = staffEndpointLoader('editor', find)
export const action = endpointAction('editor', find, { asks: true })

function find({ releaseId = '', section, change }: Params) {
  const address = { section: requireSection(section), release: releaseId }
  return change === undefined ? draftEndpoint(address) : moveEndpoint(address, change)
}
