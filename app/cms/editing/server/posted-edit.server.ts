import { parse } from '@conform-to/react'
import { z } from 'zod'
import { randomUUID } from 'node:crypto'
import { MalformedBody } from '#app/cms/platform/http/http-error.ts'
import { checkFieldNames, readFormBody } from '#app/cms/platform/http/read-form.server.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { leaveOutNameOf, listOfPaste, othersNameOf, pasteNameOf } from '#app/cms/editing/lists/pasted-table.ts'
import { choosesRemoval, readConflict, resolvedFields, type PostedConflict } from './posted-conflict.server.ts'
import { fieldName } from './field-name.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { copyOfEntry } from '#app/cms/editing/lists/entry-copy.ts'
import { parseJson } from '#app/cms/platform/http/read-json.server.ts'
import { receiveForm, receiversOf } from '#app/cms/media/uploads/receive-form.server.ts'
import { contentFields, intentOf } from '#app/cms/platform/http/form-envelope.ts'
import { readChoices, type Choice } from '#app/cms/content/compare/resolve-collision.ts'
import type { PreprocessForm } from '#app/cms/define/define-section.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The parts of a posted form of the admin area. Its uploads are already stored. */
export interface PostedEdit {
  /** The posted form, with its envelope. */
  form: FormData
  /** Intent of the submit button: `save`, `delete`, `restore` … Undefined for a button of a list. */
  intent: string | undefined
  /** Version the edit was made from. */
  version: string
  /** History entry to restore. */
  entry: string | undefined
  /** The choices at the places of a conflict, in their order. */
  choices: readonly (Choice | undefined)[]
  /** The fields of the content, to be parsed with its schema. After a conflict, the chosen versions are in them. */
  content: FormData
  /** The conflict that the form has asked about. */
  conflict?: PostedConflict | undefined
  /** A table that was pasted into a list of the form and is not in it yet. */
  paste?: PostedPaste | undefined
  /** The tables of further lists. */
  furtherPastes: readonly PostedPaste[]
  /** Error messages of refused uploads, by field. */
  fileErrors: Record<string, string[]>
  /** Removes the form that was stored because its session had ended. To be called after the save. */
  removeRecoveredForm: () => void
}

/** A table that was pasted into a list of the form, and what a button of its panel asks for. */
export interface PostedPaste {
  /** Name of the list's field. */
  list: string
  text: string
  /** True if the rows of the list that are not in the table are to be removed. */
  removesOthers: boolean
  /** True if columns of the table that the list does not have are to be left out. */
  leavesOut: boolean
  /** False if the form was sent by a button outside of the panel. */
  isAsked: boolean
  /** True if the rows are to be taken into the form. */
  isTaken: boolean
}

/**
 * Reads a form of the admin area. Stores the files of fields that are upload fields in `schema`, and refuses other
 * files. Throws ExpectedError (400, 413, 415) like {@link receiveForm}.
 */
export async function readPostedEdit(
  { request, user }: { request: Request; user: Pick<User, 'id'> },
  schema?: z.ZodType,
  preprocess?: PreprocessForm,
): Promise<PostedEdit> {
  const { formData, fileErrors } = await receiveForm(request, {
    owner: user.id,
    receiverOf: receiversOf(currentSite().media, schema),
  })
  return preprocessed(toPostedEdit(request, formData, fileErrors), preprocess)
}

/**
 * Reads a form of the admin area for a preview, which stores nothing: its files are discarded, and their fields have
 * the values that were sent. Throws ExpectedError (400, 413, 415) like {@link readFormBody}.
 */
export async function readUnsavedEdit(request: Request, preprocess?: PreprocessForm): Promise<PostedEdit> {
  const posted = toPostedEdit(request, await readFormBody(request, () => Promise.resolve()), {})
  return preprocessed(posted, preprocess)
}

function preprocessed(posted: PostedEdit, preprocess: PreprocessForm | undefined): PostedEdit {
  if (!preprocess) return posted
  const { conflict } = posted
  const typed = conflict && preprocess({ ...posted, content: conflict.typed }).content
  return { ...posted, ...preprocess(posted), ...(typed && { conflict: { ...conflict, typed } }) }
}

function toPostedEdit(request: Request, formData: FormData, fileErrors: PostedEdit['fileErrors']): PostedEdit {
  const typed = contentFields(formData, randomUUID)
  // Conform would use its client state unchecked. No form of the site sends it.
  typed.delete('__state__')
  checkListIntent(typed)
  fillCopy(typed)
  const conflict = readConflict(typed, formData)
  const [paste, ...furtherPastes] = readPastes(formData)
  return {
    form: formData,
    intent: intentOf(formData),
    version: textOf(formData, 'version') ?? '',
    entry: textOf(formData, 'entry'),
    choices: readChoices(formData),
    // A list button changes the form that the person sees. The choices are made when the form is saved.
    content: conflict && !typed.has('__intent__') && !choosesRemoval(conflict) ? resolvedFields(conflict) : typed,
    conflict,
    paste,
    furtherPastes,
    fileErrors,
    removeRecoveredForm: () => {
      currentSite().auth.recoveredForms.removeForm(request)
    },
  }
}

/** The tables that were pasted and not taken. That of the list which the button names comes first: see `PasteRows`. */
function readPastes(formData: FormData): PostedPaste[] {
  const [intent, list] = (textOf(formData, 'intent') ?? '').split(' ')
  const asked = intent === contentIntents.paste || intent === contentIntents.take ? list : undefined
  const lists = new Set([...(asked === undefined ? [] : [asked]), ...listsWithRows(formData)])
  return [...lists].map((name) => ({
    list: name,
    // Browsers send every line break as CRLF.
    text: (textOf(formData, pasteNameOf(name)) ?? '').replace(/\r\n?/g, '\n'),
    removesOthers: formData.has(othersNameOf(name)),
    leavesOut: formData.has(leaveOutNameOf(name)),
    isAsked: name === asked,
    isTaken: name === asked && intent === contentIntents.take,
  }))
}

function listsWithRows(formData: FormData) {
  return [...formData].flatMap(([name, text]) =>
    typeof text === 'string' && text.trim() !== '' ? (listOfPaste(name) ?? []) : [],
  )
}

/**
 * Throws MalformedBody for an intent of conform's list buttons that no form of the site can send. Conform does not
 * check it.
 */
function checkListIntent(content: FormData) {
  const text = textOf(content, '__intent__')
  if (text === undefined) return
  const intent = listIntent.safeParse(parseJson(text, 'The list change of the form'))
  if (!intent.success) throw new MalformedBody('The form contains an invalid list change.')
  const { type, payload } = intent.data
  const { name = '', index } = payload
  checkFieldNames([...content.keys(), index === undefined ? name : `${name}[${index}]`])
  const changesList = type === 'insert' || type === 'remove' || type === 'reorder'
  if (changesList && [...content.keys()].some((key) => key === name || key.startsWith(`${name}.`))) {
    throw new MalformedBody(`The form contains a list change, but “${name}” is not a list.`)
  }
}

/** A button that copies an entry, pressed without a script: the copy is made of the fields that were posted. */
function fillCopy(content: FormData) {
  const { data } = jsonText(copyIntent).safeParse(content.get('__intent__'))
  if (!data) return
  const { name, index, copyOf, without } = data.payload
  const { payload } = parse(content, { resolve: (value) => ({ value }) })
  const defaultValue = copyOfEntry(payload, name, copyOf, without)
  content.set('__intent__', JSON.stringify({ type: 'insert', payload: { name, index, defaultValue } }))
}

const copyIntent = z.object({
  type: z.literal('insert'),
  payload: z.object({
    name: z.string(),
    index: z.int(),
    copyOf: z.int().min(0),
    without: z.array(z.string()).max(20).optional(),
  }),
})

const index = z.int().min(0).optional()

const listIntent = z.object({
  type: z.enum(['validate', 'update', 'reset', 'insert', 'remove', 'reorder']),
  payload: z.looseObject({
    name: fieldName.optional(),
    index,
    from: index,
    to: index,
  }),
})

function textOf(formData: FormData, name: string) {
  const value = formData.get(name)
  return typeof value === 'string' ? value : undefined
}
