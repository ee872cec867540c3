import { apiRoute } from '#app/cms/people/guard/guard.server.ts'
import { noSuchAddress } from './content/endpoint.server.ts'

const respondNotFound = apiRoute(({ request }) => {
  throw noSuchAddress(new URL(request.url).pathname)
})

export const loader = respondNotFound
export const action = respondNotFound
