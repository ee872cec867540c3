import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { invalidInput } from '#app/cms/platform/http/invalid-input.ts'
import type { RouteArgs } from '#app/cms/platform/http/api-route.server.ts'
import { readMessageFields } from '#app/cms/inbox/receive-message.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { endpointLoader, openEndpointAction, type OpenEndpoint } from './content/endpoint.server.ts'
import { sectionEndpoint } from './content/section-endpoint.server.ts'

const endpoint: OpenEndpoint = { ...sectionEndpoint('contact'), openPost: storeMessage }

/** `/api/contact`: GET and PUT are the texts of the contact page, POST is a message of a visitor. */
export const loader = endpointLoader(() => endpoint)
export const action = openEndpointAction(endpoint)

/**
 * Stores a visitor's message, `{ firstName, lastName, email, mobile, comments }` as JSON or a form: 201 once it is on
 * disk. Throws ExpectedError: 422 with the fields, 429 with the time to wait; or the error because of which it could not be
 * stored.
 */
async function storeMessage({ request, context }: RouteArgs): Promise<Response> {
  const reception = await currentSite().receiveMessage(await readMessageFields(request), context.clientAddress)
  switch (reception.kind) {
    case 'stored':
      return Response.json(
        { message: 'Message sent successfully!' },
        { status: 201, headers: { 'cache-control': 'no-store' } },
      )
    case 'invalid':
      throw invalidInput(reception.error)
    case 'too-many':
      throw new ExpectedError(429, 'Too many messages were sent from here. Try again later.', {
        code: 'too-many-messages',
        retryAfter: reception.retryAfterSeconds,
      })
    case 'failed':
      throw reception.error
  }
}
