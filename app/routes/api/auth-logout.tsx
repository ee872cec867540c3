import { apiWrite } from '#app/auth/guard.server.ts'
import { endSession } from '#app/auth/sessions.server.ts'
import { bearerToken, endToken } from '#app/auth/tokens.server.ts'
import { methodNotAllowed } from '#app/http/api-error.ts'
import { apiRoute } from '#app/http/api-route.server.ts'

export const loader = apiRoute(({ request }) => {
  throw methodNotAllowed(request.method, ['POST'])
})

/** POST: ends the token and the session the request came with. 204. */
export const action = apiWrite(async ({ request }) => {
  if (request.method !== 'POST') throw methodNotAllowed(request.method, ['POST'])
  const token = bearerToken(request)
  if (token !== undefined) await endToken(token)
  return new Response(null, { status: 204, headers: { 'set-cookie': await endSession(request) } })
})
