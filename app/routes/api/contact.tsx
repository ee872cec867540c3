import { apiPublicWrite, apiWrite } from '#app/auth/guard.server.ts'
import { ApiError, invalidInput, methodNotAllowed } from '#app/http/api-error.ts'
import { apiRoute, type RouteArgs } from '#app/http/api-route.server.ts'
import { readMessageFields } from '#app/inbox/read-message-fields.server.ts'
import { receiveMessage } from '#app/inbox/receive-message.server.ts'
import { sectionResource } from './section-api.server.ts'

/** `/api/contact`: GET and PUT are the words of the contact page, POST is a message of a visitor. */
export const loader = apiRoute(({ request }) => sectionResource('contact').read(request))

export function action(args: RouteArgs) {
  return args.request.method === 'POST' ? sendMessage(args) : replaceContent(args)
}

/** `{ firstName, lastName, email, mobile, comments }` as JSON or a form → 201 once the message is on disk. */
const sendMessage = apiPublicWrite(async ({ request, context }) => {
  const reception = await receiveMessage(await readMessageFields(request), context.clientAddress)
  switch (reception.kind) {
    case 'kept':
      return Response.json(
        { message: 'Message sent successfully!' },
        { status: 201, headers: { 'cache-control': 'no-store' } },
      )
    case 'invalid':
      throw invalidInput(reception.error)
    case 'too-many':
      throw new ApiError(429, 'too-many-messages', 'Too many messages were sent from here. Try again later.', {
        headers: { 'retry-after': String(reception.retryAfterSeconds) },
      })
    case 'failed':
      throw reception.error
  }
})

const replaceContent = apiWrite(({ request, admin }) => {
  const words = sectionResource('contact')
  if (request.method !== 'PUT' || !words.replace) {
    throw methodNotAllowed(request.method, ['GET', 'HEAD', 'POST', 'PUT'])
  }
  return words.replace({ request, author: admin.username })
})
