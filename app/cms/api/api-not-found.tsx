import { apiRoute } from '#app/cms/platform/http/api-route.server.ts'
import { noSuchAddress } from './content/endpoint.server.ts'

const respondNotFound = apiRoute(({ request }) => {
  throw noSuchAddress(new URL(request.url).pathname)
})

export const loader = respondNotFound
export const action = respondNotFound
