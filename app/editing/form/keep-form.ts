import { isRouteErrorResponse, type ClientActionFunctionArgs } from '@remix-run/react'
import type { SaveReply } from './save-reply.ts'

const UNREACHABLE = 'The server cannot be reached or has failed. What you typed is still here: try again in a moment.'

/**
 * Makes the client action of a page with a form: a response that would replace the page with an error page, and a failed
 * request, become a reply of the page's own, so that what was typed stays. `reply` makes it from the reason.
 */
export function keepPage(reply: (reason: string) => unknown) {
  return async ({ serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    try {
      return await serverAction()
    } catch (error) {
      // A redirect, after a save or to the sign-in.
      if (error instanceof Response) throw error
      const reason = isRouteErrorResponse(error) && error.status < 500 ? String(error.data) : UNREACHABLE
      // The error status keeps the router from loading the page again, which would fail as well.
      return Response.json(reply(reason), { status: 503 })
    }
  }
}

/** The client action of a content's form. */
export const keepForm = keepPage((detail): SaveReply => ({ result: {}, version: '', failure: { detail } }))
