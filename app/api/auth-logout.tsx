import { logoutEndpoint } from './auth-logout.server.ts'
import { endpointAction, endpointLoader } from './content/endpoint.server.ts'

/** `/api/auth/logout`: POST ends the token and the session the request came with. */
export const loader = endpointLoader(() => logoutEndpoint)
export const action = endpointAction(() => logoutEndpoint)
