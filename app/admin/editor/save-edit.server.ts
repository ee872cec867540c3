import { parseWithZod } from '@conform-to/zod/v4'
import { data, type TypedResponse } from '@remix-run/node'
import type { z } from 'zod'
import { ContentUnavailable, InvalidContent, VersionConflict } from '#app/content/store/errors.ts'
import { StorageError } from '#app/storage/storage-error.ts'
import { formatPath } from '#app/sections/site-files.server.ts'
import type { SaveReply } from '#app/editing/form/save-reply.ts'
import { withEntryIds } from './entry-ids.server.ts'
import { mergeConflict } from './merge-conflict.server.ts'
import type { PostedEdit } from './posted-edit.server.ts'
import { currentSite } from '#app/site.server.ts'

interface SaveOptions<Schema extends z.ZodObject> {
  posted: PostedEdit
  schema: Schema
  /** Said where nothing could be saved: `Failed to update stats`. */
  failedMessage: string
  /** Takes what the form edits out of a section's content; undefined where it is not there. */
  select: (content: unknown) => unknown
  /**
   * Saves the parsed form over the given version and says where to go. Called again when it had to be merged: `taken` are
   * the labels of what it then holds of someone else.
   */
  save: (value: z.output<Schema>, version: string, taken: readonly string[]) => Promise<TypedResponse<never>>
}

/** Fields that are named at a time: the form looks through all of them for each of its fields. */
const MAX_ERRORS = 100

/** How often a save is merged with what others save meanwhile, before it asks. */
const MERGE_LIMIT = 3

const GONE = 'Someone has deleted this in the meantime. What you typed is still here: save again to add it anew.'

/**
 * Saves a posted form, or answers why not, with everything that was typed and the uploads kept: 422 for fields, 409 where
 * someone else has saved the same fields in between or deleted what the form edits, 507 (disk full) or 503 where the system
 * did not take the write. What someone else has saved in other fields is kept and no conflict. A list button that was pressed
 * without a script answers 200 and the changed form.
 */
export async function saveEdit<Schema extends z.ZodObject>(options: SaveOptions<Schema>) {
  const { posted, schema } = options
  const { version, fileErrors } = posted
  const submission = parseWithZod(posted.content, { schema })
  if (submission.status !== 'success' || Object.keys(fileErrors).length > 0) {
    const isListButton = submission.status === undefined
    const result = submission.reply({ fieldErrors: fileErrors })
    return refuse(isListButton ? 200 : 422, { result: withEntryIds(boundErrors(result), schema), version })
  }
  const missing = currentSite().files.findMissingFiles(schema, submission.value)
  if (missing.length > 0) {
    const fieldErrors = Object.fromEntries(missing.map(({ path, message }) => [formatPath(path), [message]]))
    return refuse(422, { result: boundErrors(submission.reply({ fieldErrors })), version })
  }
  const outcome = await trySave(options, { value: submission.value, version, result: submission.reply(), taken: [] })
  if (outcome instanceof Response) posted.dropDraft()
  return outcome
}

/** What is to be saved over which version, and what the form stands at if that fails. */
interface Attempt<Schema extends z.ZodObject> {
  value: z.output<Schema>
  version: string
  result: SaveReply['result']
  /** Labels of what earlier merges have taken over from someone else. */
  taken: readonly string[]
}

async function trySave<Schema extends z.ZodObject>(
  options: SaveOptions<Schema>,
  { value, version, result, taken }: Attempt<Schema>,
  merges = 0,
): Promise<ReturnType<typeof refuse> | TypedResponse<never>> {
  const { schema, failedMessage, select, save } = options
  try {
    return await save(value, version, taken)
  } catch (error) {
    if (error instanceof VersionConflict) {
      const merged = await mergeConflict({ conflict: error, version, value, schema, select })
      const next = error.current.version
      if (merged.isGone) {
        return refuse(409, { result, version: next, failure: { message: failedMessage, detail: GONE } })
      }
      const allTaken = [...new Set([...taken, ...merged.taken])]
      if (merged.isClean && merges < MERGE_LIMIT) {
        const attempt = { value: merged.value, version: next, result: merged.result, taken: allTaken }
        return trySave(options, attempt, merges + 1)
      }
      return refuse(409, { result: merged.result, version: next, conflict: merged.conflict, taken: allTaken })
    }
    if (error instanceof InvalidContent) {
      const formErrors = error.issues.map(({ message }) => message)
      return refuse(422, { result: { ...result, status: 'error', error: { '': formErrors } }, version })
    }
    if (error instanceof StorageError || error instanceof ContentUnavailable) {
      return refuse(error.status, { result, version, failure: { message: failedMessage, detail: error.message } })
    }
    throw error
  }
}

/** Leaves the first hundred fields that are wrong, and says how many more there are. */
function boundErrors(result: SaveReply['result']): SaveReply['result'] {
  const errors = Object.entries(result.error ?? {})
  if (errors.length <= MAX_ERRORS) return result
  const more = (errors.length - MAX_ERRORS).toLocaleString('en')
  const first = Object.fromEntries(errors.slice(0, MAX_ERRORS))
  const ofForm = [...(first[''] ?? []), `${more} more fields need a correction; they are shown once these are right`]
  return { ...result, error: { ...first, '': ofForm } }
}

function refuse(status: number, reply: SaveReply) {
  return data(reply, { status })
}
