import { ApiError } from '#app/http/api-error.ts'
import { apiRoute } from '#app/http/api-route.server.ts'

const answerNotFound = apiRoute(({ request }) => {
  throw new ApiError(404, 'not-found', `There is nothing at ${new URL(request.url).pathname}.`)
})

export const loader = answerNotFound
export const action = answerNotFound
