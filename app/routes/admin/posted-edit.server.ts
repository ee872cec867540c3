import { z } from 'zod'
import { randomUUID } from 'node:crypto'
import { dropDraft } from '#app/auth/drafts.server.ts'
import { MalformedBody } from '#app/http/body-errors.ts'
import { jsonText } from '#app/http/json-text.ts'
import { receiveForm } from '#app/media/receive-form.server.ts'
import { receiversOf } from '#app/media/upload-receiver.server.ts'
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
  /** Refused uploads by the field they were for. */
  fileErrors: Record<string, string[]>
  /** Forgets what was kept of the form when its session had ended: to be called once it is saved. */
  dropDraft: () => void
}

/**
 * Reads a form of the admin area. Files are taken for the fields that take one by the `schema` of the form's content, any
 * other is refused. Throws BodyTooLarge and MalformedBody as {@link receiveForm} does.
 */
export async function readPostedEdit(request: Request, schema?: z.ZodType): Promise<PostedEdit> {
  const { formData, fileErrors } = await receiveForm(request, { receiverOf: receiversOf(schema) })
  if (!listIntent.safeParse(formData.get('__intent__')).success) {
    throw new MalformedBody('The form asks for a change of a list that cannot be read.')
  }
  return {
    intent: textOf(formData, 'intent'),
    version: textOf(formData, 'version') ?? '',
    entry: textOf(formData, 'entry'),
    content: contentFields(formData, randomUUID),
    fileErrors,
    dropDraft: () => {
      dropDraft(request)
    },
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
