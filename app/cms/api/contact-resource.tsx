import { z } from 'zod'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { invalidInput } from '#app/cms/platform/http/invalid-input.ts'
import type { RouteArgs } from '#app/cms/platform/http/api-route.server.ts'
import { readMessageFields, writtenFields } from '#app/cms/inbox/receive-message.server.ts'
import { contactMessage } from '#app/cms/inbox/stored-message.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { endpointLoader, openEndpointAction } from './content/endpoint.server.ts'
import { apiSections, sectionEndpoint } from './content/section-endpoint.server.ts'

const PATH = 'contact'

/** A site may have a section with this path, such as the texts of its contact page. */
const sectionAtPath = () => (apiSections().some(({ api }) => api.path === PATH) ? sectionEndpoint(PATH) : {})

/** `/api/contact`: POST is a message of a visitor, the other methods are those of the section. */
export const loader = endpointLoader(() => ({ ...sectionAtPath(), openPost: storeMessage }))
export const action = openEndpointAction(storeMessage, sectionAtPath)

/**
 * Stores a visitor's message, `{ firstName, lastName, email, mobile, comments }` and what the site asks besides, as JSON
 * or a form: 201 once it is on disk, with notes on what was left out. Throws ExpectedError: 422 with the fields, 429 with
 * the time to wait; or the error because of which it could not be stored.
 */
async function storeMessage({ request, context }: RouteArgs): Promise<Response> {
  const { fields, asked, notes } = await readMessage(request)
  const reception = await currentSite().receiveMessage(fields, context.clientAddress, asked)
  switch (reception.kind) {
    case 'stored':
      return Response.json(
        { message: 'Message sent successfully!', ...(notes.length > 0 && { notes }) },
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

/** The posted fields of every message, and what is stored of those that only this site asks. */
async function readMessage(request: Request) {
  const site = currentSite()
  const asks = site.definition.notice?.asks
  if (!asks) return { fields: await readMessageFields(request), asked: {}, notes: [] }
  const { shape, read } = asks
  const own = Object.keys(shape)
  const repeated = own.filter((name) => z.safeParse(shape[name] ?? z.never(), []).success)
  const posted = await readMessageFields(request, { repeated })
  const checked = contactMessage.extend(shape).safeParse(writtenFields(posted))
  if (!checked.success) throw invalidInput(checked.error)
  const { context: asked, notes } = read(site, checked.data)
  return { fields: Object.fromEntries(Object.entries(posted).filter(([name]) => !own.includes(name))), asked, notes }
}
