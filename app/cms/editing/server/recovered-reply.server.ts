import { randomUUID } from 'node:crypto'
import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'
import { describeCollisions } from '#app/cms/content/compare/describe-collisions.ts'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { leaveOutNameOf, listOfPaste, othersNameOf, type PastedTable } from '#app/cms/editing/lists/pasted-table.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { contentFields, intentOf } from '#app/cms/platform/http/form-envelope.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { readConflict } from './posted-conflict.server.ts'

/**
 * What this person typed into the form at the request's address before the session ended, in the shape of a refused
 * save, after a conflict with its places and choices. Undefined if nothing is stored.
 */
export function recoveredReply(request: Request, account: string): SaveReply | undefined {
  const form = currentSite().auth.recoveredForms.findForm(request, account)
  if (!form) return undefined
  const typed = new FormData()
  // Leave out Conform's intents, such as adding a row: the user can press that button again.
  for (const [name, value] of form.fields) if (!name.startsWith('__')) typed.append(name, value)
  const textOf = (name: string) => {
    const value = typed.get(name)
    return typeof value === 'string' ? value : undefined
  }
  // Nothing is checked yet: the form is shown as it was typed.
  const result = parseWithZod(contentFields(typed, randomUUID), { schema: z.looseObject({}) }).reply()
  const conflict = conflictIn(typed, result)
  return {
    result,
    // That of a form after a conflict is the version that it replaces. Without the choices, every difference is asked about.
    version: conflict === 'unreadable' ? '' : (textOf('version') ?? ''),
    ...(typeof conflict === 'object' && conflict),
    recovered: { intent: intentOf(typed), fileNames: form.fileNames, cause: form.cause },
    furtherPasted: pastedTexts(typed),
  }
}

/** What a form asks about after a conflict, with the choices that were made. Undefined if it asks about nothing. */
function conflictIn(
  typed: FormData,
  { initialValue }: SubmissionResult,
): Pick<SaveReply, 'conflict' | 'isDraftConflict'> | 'unreadable' | undefined {
  try {
    const posted = readConflict(typed, typed)
    if (!posted) return undefined
    const { collisions: ofForm, isDraftConflict } = posted
    const collisions = ofForm.map(({ collision }) => collision)
    // The names of fields are not known here. The form has sent the labels that it showed.
    const words = describeCollisions({ value: initialValue, collisions }, undefined)
    const conflict = ofForm.flatMap((described, at) => (words[at] ? [{ ...words[at], ...described }] : []))
    return { conflict, isDraftConflict }
  } catch (error) {
    if (error instanceof ExpectedError) return 'unreadable'
    throw error
  }
}

/** The tables that were pasted into lists of a form, which are compared when the person asks for that again. */
function pastedTexts(typed: FormData): PastedTable[] {
  return [...typed].flatMap(([name, text]) => {
    const list = listOfPaste(name)
    if (list === undefined || typeof text !== 'string' || text.trim() === '') return []
    const [removesOthers, leavesOut] = [typed.has(othersNameOf(list)), typed.has(leaveOutNameOf(list))]
    const nothing = { unknown: [], decimalCommas: [], above: 0, columns: [], rows: [], others: 0, problems: [] }
    return { list, text: text.replace(/\r\n?/g, '\n'), removesOthers, leavesOut, isEmpty: true as const, ...nothing }
  })
}
