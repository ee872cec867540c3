import type { SubmissionResult } from '@conform-to/react'
import { isRouteErrorResponse, type ClientActionFunctionArgs } from '@remix-run/react'
import type { CollisionToResolve } from '#app/cms/content/compare/resolve-collision.ts'
import type { PastedTable } from '#app/cms/editing/lists/pasted-table.ts'
import type { Intents } from '#app/cms/platform/http/intents.ts'
import type { RecoveryCause } from '#app/cms/people/guard/recovered-forms.server.ts'
import { contentIntents } from './content-intents.ts'
import { sendTyped } from './typed-forms.ts'

/** The response to a refused save: everything the form needs to be shown as it was sent, and the reason. */
export interface SaveReply {
  /** The submitted values and their errors. */
  result: SubmissionResult
  /**
   * The version that the next save is based on. After a conflict it is the current version: the next save replaces it.
   * Empty if the server was not reached: the form keeps its version.
   */
  version: string
  /** Why nothing was saved, if the fields are not the reason. `message` replaces the form's own message. */
  failure?: { message?: string; detail: string } | undefined
  /**
   * Set if the form was filled in before its session ended: the intent of its button, and the names of its files, which
   * have to be chosen again.
   */
  recovered?: { intent: string | undefined; fileNames: string[]; cause: RecoveryCause } | undefined
  /** Labels of fields that only someone else has changed, and that the form has merged. */
  merged?: string[] | undefined
  /** HTML of the form's Markdown text, for a preview. */
  preview?: string | undefined
  /** What a table that was pasted into a list would change, or has changed in the form. */
  pasted?: PastedTable | undefined
  /** The tables that were pasted into further lists, and are not in the form yet. */
  furtherPasted?: readonly PastedTable[] | undefined
  /** Set if the save has consequences that have to be confirmed: the button that confirms sends their tokens. */
  question?: SaveQuestion | undefined
  /** Set after a conflict: the fields in which the saved content differs from the submitted values. */
  conflict?: CollisionToResolve[] | undefined
  /** After a conflict: what is saved now. Changes of the form are counted from it. */
  saved?: Record<string, unknown> | undefined
  /** After a conflict: who has saved that, and when. Undefined if the history does not have it. */
  savedBy?: { author: string; time: string; when: string } | undefined
  /** Set if the form shows a draft, and the published version has changed in the same places since. */
  isDraftConflict?: boolean | undefined
}

/** True for the body of a response that asks before a change. */
export function isQuestion(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'question' in data
}

/** What has to be confirmed before a save. */
export interface SaveQuestion {
  intent: string
  consequences: { id: string; name: string; href: string; text: string; token: string; confirm?: string }[]
}

const UNREACHABLE =
  'The server cannot be reached or reported an error. Your text is still in the form. Try again in a moment.'

/**
 * Returns the client action of a page with a form. A failed request, or a response that would replace the page with an
 * error page, becomes the page's own reply, so that the typed values are not lost. `reply` creates it from the reason.
 * The text of a form with one of the kept `intents` whose session has ended is kept in the tab: see `sendTyped`.
 */
export function keepPage(reply: (reason: string) => unknown, intents: Intents) {
  return async (args: ClientActionFunctionArgs): Promise<unknown> => {
    try {
      return await sendTyped(args, [intents])
    } catch (error) {
      // A redirect, after a save or to the sign-in page.
      if (error instanceof Response) throw error
      // A question is a page of its own, with everything that was sent.
      if (isRouteErrorResponse(error) && isQuestion(error.data)) throw error
      const reason = isRouteErrorResponse(error) && error.status < 500 ? reasonOf(error.data) : UNREACHABLE
      // With an error status the router does not reload the page, which would also fail.
      return Response.json(reply(reason), { status: 503 })
    }
  }
}

/** The reason for a refusal. A refusal without a text means that the role may not write. */
function reasonOf(refusal: unknown) {
  return typeof refusal === 'string' ? refusal : 'Your role does not allow this change.'
}

/** The client action of a content form. */
export const keepForm = keepPage(
  (detail): SaveReply => ({ result: {}, version: '', failure: { detail } }),
  contentIntents,
)
