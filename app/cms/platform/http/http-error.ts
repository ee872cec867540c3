import { ExpectedError } from '#app/cms/platform/expected-error.ts'

/** 400 for a form whose `intent` the route does not know, such as one of a page older than the server. To be thrown. */
export function unknownIntent(): Response {
  return new Response('Unknown action. Reload the page and try again.', { status: 400 })
}

/** The body of a request cannot be read: 400 if it is broken, 415 if it is of another type. */
export class MalformedBody extends ExpectedError {
  override name = 'MalformedBody'
  constructor(message: string, status: 400 | 415 = 400, options?: ErrorOptions) {
    super(status, message, options)
  }
}
