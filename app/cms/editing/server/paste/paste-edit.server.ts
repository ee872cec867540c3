import { data } from '@remix-run/node'
import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import { partOfForm } from '#app/cms/editing/lists/form-part.ts'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { formFields } from '#app/cms/editing/server/form-fields.ts'
import { asTyped } from '#app/cms/editing/server/edit-reply.server.ts'
import type { PostedEdit, PostedPaste } from '#app/cms/editing/server/posted-edit.server.ts'
import { comparePaste } from './compare-paste.server.ts'

/**
 * The response to a table that was pasted into a list of the form: the form as it was typed, and what the rows would
 * change. With `isTaken` the rows are in the form, if nothing is wrong with them. Nothing is saved.
 */
export function pasteEdit(posted: PostedEdit, schema: z.ZodObject, paste: PostedPaste) {
  const compared = comparePaste(posted, schema, paste)
  if (!compared) throw new Response('The form has no such list.', { status: 400 })
  const { table, entries } = compared
  const isTaken = paste.isTaken && entries !== undefined
  if (isTaken) replaceList(posted.content, paste.list, entries)
  const typed = asTyped(posted, schema, parseWithZod(posted.content, { schema }).reply())
  const { initialValue = null } = typed.result
  const reply: SaveReply = {
    ...typed,
    // Without the names of its fields: a form that knows them shows the errors of all as soon as the rows are taken.
    result: { initialValue, error: posted.fileErrors },
    version: posted.version,
    pasted: isTaken
      ? {
          ...table,
          taken: table.rows.length,
          entries: partOfForm(initialValue, paste.list),
        }
      : table,
  }
  return data(reply)
}

/** Replaces the fields of a list in a form. */
function replaceList(content: FormData, list: string, entries: readonly unknown[]) {
  for (const name of [...content.keys()]) if (name.startsWith(`${list}[`)) content.delete(name)
  for (const [name, value] of formFields(entries, list)) content.append(name, value)
}
