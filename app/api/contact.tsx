import { contactEndpoint } from './contact.server.ts'
import { endpointLoader, openEndpointAction } from './content/endpoint.server.ts'

/** `/api/contact`: GET and PUT are the words of the contact page, POST is a message of a visitor. */
export const loader = endpointLoader(() => contactEndpoint)
export const action = openEndpointAction(contactEndpoint)
