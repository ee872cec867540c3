import { loginEndpoint } from './auth-login.server.ts'
import { endpointLoader, openEndpointAction } from './content/endpoint.server.ts'

/** `/api/auth/login`: POST `{ username, password }` → `{ token, username }`. */
export const loader = endpointLoader(() => loginEndpoint)
export const action = openEndpointAction(loginEndpoint)
