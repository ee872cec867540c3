import type { Params } from '@remix-run/react'
import { endpointAction, staffEndpointLoader } from '#app/cms/api/content/endpoint.server.ts'
import { publishEndpoint, requireSection } from './draft-endpoint.server.ts'

/** `/api/drafts/{section}/publish`: POST publishes the draft of a section. */
export const loader = staffEndpointLoader('publisher', find)
export const action = endpointAction('publisher', find, { asks: true })

function find({ section }: Params) {
  return publishEndpoint(requireSection(section))
}
