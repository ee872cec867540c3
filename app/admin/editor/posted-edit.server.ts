import { z } from 'zod'
import { randomUUID } from 'node:crypto'
import { MalformedBody } from '#app/http/http-error.ts'
import { checkFieldNames } from '#app/http/read-form.server.ts'
import { parseJson } from '#app/http/read-json.server.ts'
import { receiveForm } from '#app/media/uploads/receive-form.server.ts'
import { receiversOf } from '#app/media/uploads/upload-receiver.server.ts'
import { contentFields } from '#app/http/form-envelope.ts'
import { currentSite } from '#app/site.server.ts'

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
  const { formData, fileErrors } = await receiveForm(request, { receiverOf: receiversOf(currentSite().media, schema) })
  const content = contentFields(formData, randomUUID)
  // The browser's own state of a form: conform would read it unchecked, and no form of ours sends it.
  content.delete('__state__')
  checkListIntent(content)
  return {
    intent: textOf(formData, 'intent'),
    version: textOf(formData, 'version') ?? '',
    entry: textOf(formData, 'entry'),
    content,
    fileErrors,
    dropDraft: () => {
      currentSite().auth.drafts.dropDraft(request)
    },
  }
}

/** Throws MalformedBody for a press of one of conform's list buttons that none of our forms can send: it trusts it blindly. */
function checkListIntent(content: FormData) {
  const text = textOf(content, '__intent__')
  if (text === undefined) return
  const intent = listIntent.safeParse(parseJson(text, 'What the form asks for'))
  if (!intent.success) throw new MalformedBody('The form asks for a change of a list that cannot be read.')
  const { type, payload } = intent.data
  const { name = '', index } = payload
  checkFieldNames([...content.keys(), index === undefined ? name : `${name}[${index}]`])
  const changesList = type === 'insert' || type === 'remove' || type === 'reorder'
  if (changesList && [...content.keys()].some((key) => key === name || key.startsWith(`${name}.`))) {
    throw new MalformedBody(`The form asks for a change of a list, but “${name}” is none.`)
  }
}

const place = z.int().min(0).optional()

const listIntent = z.object({
  type: z.enum(['validate', 'update', 'reset', 'insert', 'remove', 'reorder']),
  payload: z.looseObject({
    name: z
      .string()
      .regex(/^(?!.*(?:__proto__|constructor))(?:[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*)?$/)
      .optional(),
    index: place,
    from: place,
    to: place,
  }),
})

function textOf(formData: FormData, name: string) {
  const value = formData.get(name)
  return typeof value === 'string' ? value : undefined
}
