import { isRouteErrorResponse, type ClientActionFunctionArgs } from '@remix-run/react'
import type { SaveReply } from './save-reply.ts'

const OUT_OF_REACH = 'The server cannot be reached or has failed. What you typed is still here: try again in a moment.'

/**
 * Makes the client action of a content's form: an answer that would put an error page in the place of the form, and none at
 * all, becomes a message above it, so that what was typed stays. `failedMessage` is what could not be done.
 */
export function keepForm(failedMessage: (params: ClientActionFunctionArgs['params']) => string) {
  return keepPage((detail, params): SaveReply => {
    return { result: {}, version: '', failure: { message: failedMessage(params), detail } }
  })
}

/** As {@link keepForm}, for a page with an answer of its own: `answer` makes it from why nothing was done. */
export function keepPage(answer: (reason: string, params: ClientActionFunctionArgs['params']) => unknown) {
  return async ({ serverAction, params }: ClientActionFunctionArgs): Promise<unknown> => {
    try {
      return await serverAction()
    } catch (error) {
      // A redirect: to what was saved, or to the sign-in.
      if (error instanceof Response) throw error
      const reason = isRouteErrorResponse(error) && error.status < 500 ? String(error.data) : OUT_OF_REACH
      // As a response, because its status then keeps the router from loading the page again, which would fail as well.
      return Response.json(answer(reason, params), { status: 503 })
    }
  }
}
