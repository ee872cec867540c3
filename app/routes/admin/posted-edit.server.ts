import { z } from 'zod'
import { randomUUID } from 'node:crypto'
import { MalformedBody } from '#app/http/body-errors.ts'
import { jsonText } from '#app/http/json-text.ts'
import { receiveForm } from '#app/media/receive-form.server.ts'
import { contentFields } from '#app/ui/admin/form-envelope.ts'

/** A posted form of the admin area with its parts told apart. Its uploads are stored already. */
export interface PostedEdit {
  /** What the submit button asks for: `save`, `delete`, `restore` … Absent: a button of a list. */
  intent: string | undefined
  /** Version the edit was made from. */
  version: string
  /** History entry to restore. */
  entry: string | undefined
  /** The content's own fields, for its schema. */
  content: FormData
  /** Refused uploads by image field. */
  fileErrors: Record<string, string[]>
}

/** Reads a form of the admin area. Takes the options of {@link receiveForm}, throws BodyTooLarge and MalformedBody as it does. */
export async function readPostedEdit(
  request: Request,
  options?: Parameters<typeof receiveForm>[1],
): Promise<PostedEdit> {
  const { formData, fileErrors } = await receiveForm(request, options)
  if (!listIntent.safeParse(formData.get('__intent__')).success) {
    throw new MalformedBody('The form asks for a change of a list that cannot be read.')
  }
  return {
    intent: textOf(formData, 'intent'),
    version: textOf(formData, 'version') ?? '',
    entry: textOf(formData, 'entry'),
    content: contentFields(formData, randomUUID),
    fileErrors,
  }
}

/** What conform's list buttons post. It trusts the value blindly. */
const listIntent = jsonText(
  z.object({
    type: z.enum(['validate', 'update', 'reset', 'insert', 'remove', 'reorder']),
    payload: z.record(z.string(), z.unknown()),
  }),
).nullable()

function textOf(formData: FormData, name: string) {
  const value = formData.get(name)
  return typeof value === 'string' ? value : undefined
}
