import { parse } from '@conform-to/react'
import { z } from 'zod'
import { randomUUID } from 'node:crypto'
import { MalformedBody } from '#app/cms/platform/http/http-error.ts'
import { checkFieldNames, readFormBody } from '#app/cms/platform/http/read-form.server.ts'
import { parseJson } from '#app/cms/platform/http/read-json.server.ts'
import { receiveForm, receiversOf } from '#app/cms/media/uploads/receive-form.server.ts'
import { contentFields, intentOf, newEntryId } from '#app/cms/platform/http/form-envelope.ts'
import { isRecord } from '#app/cms/content/compare/content-words.ts'
import { readChoices, settleEach, type Choice, type PlaceToChoose } from '#app/cms/content/compare/settle-collision.ts'
import type { PreprocessForm } from '#app/cms/define/define-section.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The parts of a posted form of the admin area. Its uploads are already stored. */
export interface PostedEdit {
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
  /** Error messages of refused uploads, by field. */
  fileErrors: Record<string, string[]>
  /** Removes the form that was stored because its session had ended. To be called after the save. */
  removeRecoveredForm: () => void
}

/** The choices of a form after a conflict, and the form without them: a refused form is shown again as it was. */
interface PostedConflict {
  typed: FormData
  places: readonly Pick<PlaceToChoose, 'collision' | 'choices' | 'chosen'>[]
  /** True if the form is a draft that conflicts with what is published. */
  isDraftConflict: boolean
}

/**
 * Reads a form of the admin area. Stores the files of fields that are upload fields in `schema`, and refuses other
 * files. Throws ExpectedError (400, 413, 415) like {@link receiveForm}.
 */
export async function readPostedEdit(
  request: Request,
  schema?: z.ZodType,
  preprocess?: PreprocessForm,
): Promise<PostedEdit> {
  const { formData, fileErrors } = await receiveForm(request, { receiverOf: receiversOf(currentSite().media, schema) })
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
  const conflict = readConflict(typed, formData)
  return {
    intent: intentOf(formData),
    version: textOf(formData, 'version') ?? '',
    entry: textOf(formData, 'entry'),
    choices: readChoices(formData),
    // A list button changes the form that the person sees. The choices are made when the form is saved.
    content: conflict && !typed.has('__intent__') ? settledFields(conflict) : typed,
    conflict,
    fileErrors,
    removeRecoveredForm: () => {
      currentSite().auth.recoveredForms.removeForm(request)
    },
  }
}

/**
 * The places of a form after a conflict, with the choices that were made: see `ConflictNotice`. Throws MalformedBody for
 * places that no form of the site sends.
 */
function readConflict(typed: FormData, formData: FormData): PostedConflict | undefined {
  const text = textOf(formData, 'conflict')
  if (text === undefined) return undefined
  const posted = z.array(postedPlace).max(MAX_PLACES).safeParse(parseJson(text, 'The conflict of the form'))
  if (!posted.success) throw new MalformedBody('The form contains an invalid conflict.')
  checkFieldNames(posted.data.map(({ name }) => name))
  const choices = readChoices(formData)
  const places = posted.data.map(({ choices: offered, ...collision }, at) => ({
    collision,
    choices: offered,
    chosen: choices[at],
  }))
  return { typed, places, isDraftConflict: formData.has('conflict-with') }
}

/** The fields of a form with the chosen versions. */
function settledFields({ typed, places }: PostedConflict): FormData {
  const { payload } = parse(typed, { resolve: (value) => ({ value }) })
  const merged = { value: payload, collisions: places.map(({ collision }) => collision) }
  const chosen = places.map((place) => place.chosen)
  const settled = settleEach(merged, chosen, { newId: newEntryId, isValid: () => true })
  const fields = new FormData()
  for (const [name, value] of fieldsOf(settled.value, '')) fields.append(name, value)
  return fields
}

const MAX_PLACES = 1_000

const fieldName = z.string().regex(/^(?!.*(?:__proto__|constructor))(?:[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*)?$/)

const choice = z.enum(['mine', 'theirs', 'both'])

const postedPlace = z.object({
  name: fieldName.max(500),
  kind: z.enum(['value', 'removed', 'order', 'missing']),
  mine: z.unknown().optional(),
  theirs: z.unknown().optional(),
  order: z.array(z.int().min(0)).optional(),
  moved: z.array(z.int().min(0)).optional(),
  limit: z.string().max(2_000).optional(),
  choices: z.array(choice).default(['mine', 'theirs']),
})

/** The fields of a form with this content. */
function fieldsOf(value: unknown, name: string): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((entry, at) => fieldsOf(entry, `${name}[${at}]`))
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, part]) => fieldsOf(part, name === '' ? key : `${name}.${key}`))
  }
  if (typeof value === 'boolean') return value ? [[name, 'on']] : []
  return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
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

const place = z.int().min(0).optional()

const listIntent = z.object({
  type: z.enum(['validate', 'update', 'reset', 'insert', 'remove', 'reorder']),
  payload: z.looseObject({
    name: fieldName.optional(),
    index: place,
    from: place,
    to: place,
  }),
})

function textOf(formData: FormData, name: string) {
  const value = formData.get(name)
  return typeof value === 'string' ? value : undefined
}
