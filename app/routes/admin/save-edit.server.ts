import { parseWithZod } from '@conform-to/zod/v4'
import { data, type TypedResponse } from '@remix-run/node'
import type { z } from 'zod'
import { ContentWriteFailed, InvalidContent, VersionConflict } from '#app/content/errors.ts'
import { listDifferences } from '#app/ui/admin/content-differences.ts'
import type { SaveReply } from '#app/ui/admin/save-reply.ts'
import type { PostedEdit } from './posted-edit.server.ts'

interface SaveOptions<Schema extends z.ZodObject> {
  posted: PostedEdit
  schema: Schema
  /** Said where nothing could be saved: `Failed to update stats`. */
  failedMessage: string
  /** Takes what the form edits out of a section's content, to tell what differs after a conflict. */
  partOf: (content: unknown) => unknown
  /** Saves the parsed form and says where to go. */
  save: (value: z.output<Schema>) => Promise<TypedResponse<never>>
}

/**
 * Saves a posted form, or answers why not, with everything that was typed and the uploads kept: 422 for fields, 409 where
 * someone else has saved in between, 507 where the system did not take the write. A list button that was pressed without
 * a script answers 200 and the changed form.
 */
export async function saveEdit<Schema extends z.ZodObject>(options: SaveOptions<Schema>) {
  const { posted, schema, failedMessage, partOf, save } = options
  const { version, fileErrors } = posted
  const submission = parseWithZod(posted.content, { schema })
  if (submission.status !== 'success' || Object.keys(fileErrors).length > 0) {
    const isListButton = submission.status === undefined
    return refuse(isListButton ? 200 : 422, { result: submission.reply({ fieldErrors: fileErrors }), version })
  }
  try {
    return await save(submission.value)
  } catch (error) {
    if (error instanceof VersionConflict) {
      const conflict = listDifferences(submission.payload, partOf(error.current.value))
      return refuse(409, { result: submission.reply(), version: error.current.version, conflict })
    }
    if (error instanceof InvalidContent) {
      const formErrors = error.issues.map(({ message }) => message)
      return refuse(422, { result: submission.reply({ formErrors }), version })
    }
    if (error instanceof ContentWriteFailed) {
      const failure = { message: failedMessage, detail: error.message }
      return refuse(507, { result: submission.reply(), version, failure })
    }
    throw error
  }
}

function refuse(status: number, reply: SaveReply) {
  return data(reply, { status })
}
