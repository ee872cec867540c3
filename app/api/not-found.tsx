import { apiRoute } from '#app/auth/guard/api-route.server.ts'
import { noSuchAddress } from './content/no-such-address.ts'

const answerNotFound = apiRoute(({ request }) => {
  throw noSuchAddress(new URL(request.url).pathname)
})

export const loader = answerNotFound
export const action = answerNotFound
