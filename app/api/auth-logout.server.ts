import { bearerToken } from '#app/auth/tokens.server.ts'
import type { Endpoint, Write } from './content/endpoint.server.ts'
import { currentSite } from '#app/site.server.ts'

export const logoutEndpoint: Endpoint = { POST: logOut }

/** Ends the token and the session the request came with. 204. */
async function logOut({ request }: Write) {
  const token = bearerToken(request.headers.get('authorization'))
  if (token !== undefined) await currentSite().auth.tokens.endToken(token)
  return new Response(null, {
    status: 204,
    headers: { 'cache-control': 'no-store', 'set-cookie': await currentSite().auth.sessions.endSession(request) },
  })
}
