import { apiPublicWrite } from '#app/auth/guard.server.ts'
import { methodNotAllowed } from '#app/http/api-error.ts'
import { apiRoute } from '#app/http/api-route.server.ts'
import { apiLogin } from './auth-login.server.ts'

export const loader = apiRoute(({ request }) => {
  throw methodNotAllowed(request.method, ['POST'])
})

/** POST `{ username, password }` → `{ token, username }`. */
export const action = apiPublicWrite((args) => {
  if (args.request.method !== 'POST') throw methodNotAllowed(args.request.method, ['POST'])
  return apiLogin(args)
})
