import { actorOf } from '#app/cms/platform/author.server.ts'
import { bearerToken } from '#app/cms/people/api-tokens.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { endpointAction, endpointLoader, type Endpoint, type Write } from './content/endpoint.server.ts'

const endpoint: Endpoint = { POST: logOut }

/** `/api/auth/logout`: POST ends the token and the session of the request. */
export const loader = endpointLoader(() => endpoint)
export const action = endpointAction('editor', () => endpoint)

async function logOut({ request, author }: Write) {
  const token = bearerToken(request.headers.get('authorization'))
  currentSite().audit.record({ kind: 'sign-in.ended', actor: actorOf(author) })
  if (token !== undefined) await currentSite().auth.tokens.endToken(token)
  return new Response(null, {
    status: 204,
    headers: { 'cache-control': 'no-store', 'set-cookie': await currentSite().auth.sessions.endSession(request) },
  })
}
