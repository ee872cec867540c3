import type { SubmissionResult } from '@conform-to/react'
import { isRouteErrorResponse, type ClientActionFunctionArgs } from '@remix-run/react'
import type { Difference } from '#app/content/compare/content-differences.ts'

/** The response to a refused save: everything the form needs to be shown as it was sent, and the reason. */
export interface SaveReply {
  /** What was typed and what is wrong with it. */
  result: SubmissionResult
  /**
   * The version that the next save is based on. After a conflict it is the current one: saving again replaces that. Empty if
   * the server was not reached: the form keeps its version.
   */
  version: string
  /** Why nothing was saved, if the fields are not the reason. `message` replaces the form's own message. */
  failure?: { message?: string; detail: string } | undefined
  /** Present if the form was typed before its session ended: the names of its files, which have to be chosen again. */
  recovered?: { fileNames: string[] } | undefined
  /** Labels of fields that only someone else has changed, and that the form has merged. */
  merged?: string[] | undefined
  /** HTML of the form's Markdown text, for a preview. */
  preview?: string | undefined
  /** Present after a conflict: the fields in which the saved content differs from what was typed. */
  conflict?: Difference[] | undefined
}

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
      const reason = isRouteErrorResponse(error) && error.status < 500 ? reasonOf(error.data) : UNREACHABLE
      // The error status keeps the router from loading the page again, which would fail as well.
      return Response.json(reply(reason), { status: 503 })
    }
  }
}

/** The text of a refusal. One without a text is that of a role that may not write. */
function reasonOf(refusal: unknown) {
  return typeof refusal === 'string' ? refusal : 'Your role does not allow this change.'
}

/** The client action of a form of content. */
export const keepForm = keepPage((detail): SaveReply => ({ result: {}, version: '', failure: { detail } }))
