import type { SubmissionResult } from '@conform-to/react'
import type { Difference } from '#app/content/compare/content-differences.ts'

/** The response to a refused save: everything that the form needs to be shown unchanged, and the reason. */
export interface SaveReply {
  /** What was typed and what is wrong with it. */
  result: SubmissionResult
  /** Version the next try is made from. After a conflict this is the other's: saving again is the choice to replace it.
   * Empty where the server was not reached: the version before stands. */
  version: string
  /** Why nothing was saved, if the fields are not the reason. `message`: what failed, if not what the form says. */
  failure?: { message?: string; detail: string } | undefined
  /** Present where the form was typed before its session had ended: the files chosen with it, which were not kept. */
  draft?: { fileNames: string[] } | undefined
  /** Labels of fields that only someone else has changed meanwhile, and that the form has merged over. */
  merged?: string[] | undefined
  /** HTML of the form's Markdown text, where it was asked for. */
  preview?: string | undefined
  /** Present after a conflict: where the other's save differs from what was typed. */
  conflict?: Difference[] | undefined
}
