import { parseWithZod } from '@conform-to/zod/v4'
import type { TypedResponse } from '@remix-run/node'
import type { z } from 'zod'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { isUndecided } from '#app/cms/content/compare/resolve-collision.ts'
import { EntryRemoved, InvalidContent, VersionConflict } from '#app/cms/content/store/errors.ts'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { ConfirmationNeeded } from '#app/cms/platform/http/confirmation.server.ts'
import { requireExpected } from '#app/cms/platform/http/error-responses.server.ts'
import { fieldAt, formatPath } from '#app/cms/platform/http/form-envelope.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { readFormVersion } from './draft-ref.server.ts'
import { mergeConflict, type BaseOf } from './merge-conflict.server.ts'
import { asTyped, refuse } from './edit-reply.server.ts'
import type { PostedEdit } from './posted-edit.server.ts'

interface SaveOptions<Schema extends z.ZodObject> {
  posted: PostedEdit
  schema: Schema
  /** Shown if nothing could be saved: `Failed to update stats`. */
  failedMessage: string
  baseOf: BaseOf
  /**
   * Saves the parsed form, with `version` as the expected version, and redirects. Called again after a merge: `merged`
   * are the labels of the fields that then have someone else's value.
   */
  save: (value: z.output<Schema>, version: string, merged: readonly string[]) => Promise<TypedResponse<never>>
}

/** How often a save is merged with the saves of others before the person is asked. */
const MAX_MERGES = 3

const REMOVED =
  'Someone else removed this entry while you were editing. Your text is still here. Save again to make the entry anew, or leave it removed.'

/**
 * Saves a posted form and redirects. A refused form is returned with everything that was typed and its stored uploads:
 * 422 for invalid fields, 409 if someone else has meanwhile saved the same fields or deleted what the form edits, 507
 * (disk full) or 503 if the system refused the write. Changes of others in other fields are merged. A list button that
 * was pressed without a script gets 200 and the changed form.
 */
export async function saveEdit<Schema extends z.ZodObject>(options: SaveOptions<Schema>) {
  const { posted, schema } = options
  const { version, fileErrors } = posted
  const shown = (result: SaveReply['result']) => asTyped(posted, schema, result)
  const submission = parseWithZod(posted.content, { schema })
  if (submission.status === undefined) {
    return refuse(200, { ...shown(submission.reply({ fieldErrors: fileErrors })), version })
  }
  if (posted.paste) {
    const listErrors = { ...fileErrors }
    for (const { list } of [posted.paste, ...posted.furtherPastes]) listErrors[list] = [TAKE_ROWS]
    const { pasted, ...typed } = shown(submission.reply({ fieldErrors: listErrors }))
    return refuse(422, { ...typed, version, ...(pasted && { pasted: { ...pasted, isRefused: true as const } }) })
  }
  const undecided = posted.conflict?.collisions.filter(isUndecided) ?? []
  if (undecided.length > 0) {
    return refuse(422, { ...shown(submission.reply({ formErrors: [CHOOSE], fieldErrors: fileErrors })), version })
  }
  if (submission.status !== 'success' || Object.keys(fileErrors).length > 0) {
    return refuse(422, { ...shown(submission.reply({ fieldErrors: fileErrors })), version })
  }
  const missing = currentSite().files.findMissingFiles(schema, submission.value, { by: 'staff' })
  if (missing.length > 0) {
    const fieldErrors = Object.fromEntries(missing.map(({ path, message }) => [formatPath(path), [message]]))
    return refuse(422, { ...shown(submission.reply({ fieldErrors })), version })
  }
  const { value } = submission
  const result = submission.reply()
  const outcome = await trySave(options, { value, version, result, merged: [] })
  if (outcome instanceof Response) posted.removeRecoveredForm()
  return outcome
}

const TAKE_ROWS =
  'The rows that you pasted are not in the form yet. Take them into the form, or empty the field with them'

const CHOOSE = 'Choose which version to keep at each place where the changes do not fit together'

/** Who has saved what a form conflicts with: the published content, or a draft. Undefined if that is not known. */
async function whoSaved({ section: id, current }: VersionConflict): Promise<SaveReply['savedBy']> {
  const { content, drafts, auth } = currentSite()
  const { published, revision } = readFormVersion(current.version)
  const draft = revision === undefined ? undefined : drafts.list().find((one) => one.revision === revision)
  const [newest] = await content.history({ id }, 1)
  const edit = draft ?? (newest?.replacedBy === published ? newest : undefined)
  return edit && { author: auth.accounts.nameOf(edit.author), time: edit.time, when: formatTimeInSentence(edit.time) }
}

/** The value to save, the expected version, and the form to show if the save fails. */
interface Attempt<Schema extends z.ZodObject> {
  value: z.output<Schema>
  version: string
  result: SaveReply['result']
  /** Labels of the fields that earlier merges have copied from someone else's save. */
  merged: readonly string[]
}

async function trySave<Schema extends z.ZodObject>(
  options: SaveOptions<Schema>,
  { value, version, result, merged }: Attempt<Schema>,
  merges = 0,
): Promise<ReturnType<typeof refuse> | TypedResponse<never>> {
  const { posted, schema, failedMessage, baseOf, save } = options
  try {
    return await save(value, version, merged)
  } catch (error) {
    if (error instanceof VersionConflict) {
      const merge = await mergeConflict({ conflict: error, version, value, schema, baseOf })
      const next = error.current.version
      const allMerged = [...new Set([...merged, ...merge.merged])]
      if (merge.isClean && merges < MAX_MERGES) {
        const attempt = { value: merge.value, version: next, result: merge.result, merged: allMerged }
        return trySave(options, attempt, merges + 1)
      }
      return refuse(409, {
        result: merge.result,
        version: next,
        conflict: merge.conflict,
        merged: allMerged,
        saved: asRecord(error.current.value),
        savedBy: await whoSaved(error),
      })
    }
    if (error instanceof EntryRemoved) {
      const failure = { message: failedMessage, detail: REMOVED }
      return refuse(409, { ...asTyped(posted, schema, result), version: ofAbsentEntry(version), failure })
    }
    if (error instanceof ConfirmationNeeded) {
      const question = { intent: posted.intent ?? 'save', consequences: [...error.consequences] }
      return refuse(409, { ...asTyped(posted, schema, result), version, question })
    }
    if (error instanceof InvalidContent) {
      const refused = { ...result, status: 'error' as const, error: errorsOf(error) }
      return refuse(422, { ...asTyped(posted, schema, refused), version })
    }
    const { status, message } = requireExpected(error)
    const failure = { message: failedMessage, detail: message }
    return refuse(status, { ...asTyped(posted, schema, result), version, failure })
  }
}

/** The version of a form that makes the entry. It shows the same draft as before. */
function ofAbsentEntry(version: string) {
  const { revision } = readFormVersion(version)
  return revision === undefined ? '' : `.${revision}`
}

/** The errors of a form, at its fields. */
function errorsOf({ issues }: InvalidContent): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of issues) {
    const field = fieldAt(path)
    ;(errors[field] ??= []).push(message)
  }
  return errors
}
