import type { Params } from '@remix-run/react'
import { endpointAction, staffEndpointLoader } from '#app/cms/api/content/endpoint.server.ts'
import { draftEndpoint, draftsEndpoint, requireSection } from './draft-endpoint.server.ts'

/** `/api/drafts`: every draft. `/api/drafts/{section}`: the draft of a section outside any release. */
export const loader = staffEndpointLoader('editor', find)
export const action = endpointAction('editor', find, { asks: true })

function find({ section }: Params) {
  if (section === undefined) return draftsEndpoint
  return draftEndpoint({ section: requireSection(section), release: undefined })
}
