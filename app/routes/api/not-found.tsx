import { apiRoute } from '#app/http/api-route.server.ts'
import { noSuchAddress } from './no-such-address.ts'

const answerNotFound = apiRoute(({ request }) => {
  throw noSuchAddress(new URL(request.url).pathname)
})

export const loader = answerNotFound
export const action = answerNotFound
