import { parseWithZod } from '@conform-to/zod/v4'
import { data, type TypedResponse } from '@remix-run/node'
import type { SubmissionResult } from '@conform-to/react'
import type { z } from 'zod'
import { InvalidContent, VersionConflict } from '#app/cms/content/store/errors.ts'
import { undoOn } from '#app/cms/admin/history/section-history.server.ts'
import type { FieldGuide } from '#app/cms/content/compare/content-differences.ts'
import { idOf, isRecord } from '#app/cms/content/compare/content-words.ts'
import { acceptedConsequences, ConfirmationNeeded } from '#app/cms/platform/http/confirmation.server.ts'
import { requireExpected } from '#app/cms/platform/http/error-responses.server.ts'
import { enumerate } from '#app/cms/editing/ui/format.ts'
import { placesOf } from '#app/cms/content/compare/collision-places.ts'
import { followListChange, isUndecided, readListChange } from '#app/cms/content/compare/settle-collision.ts'
import { formatPath, newEntryId } from '#app/cms/platform/http/form-envelope.ts'
import { findSection } from '#app/site/sections/definitions.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { mergeConflict } from './merge-conflict.server.ts'
import type { PostedEdit } from './posted-edit.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

interface SaveOptions<Schema extends z.ZodObject> {
  posted: PostedEdit
  schema: Schema
  /** Shown if nothing could be saved: `Failed to update stats`. */
  failedMessage: string
  /** Selects what the form edits from the content of its section; undefined if it does not exist. */
  select: (content: unknown) => unknown
  /** See {@link mergeConflict}: its option `baseOf`. */
  baseOf?: ((version: string) => Promise<{ value: unknown } | undefined>) | undefined
  /**
   * Saves the parsed form, with `version` as the expected version, and redirects. Called again after a merge: `merged`
   * are the labels of the fields that then have someone else's value.
   */
  save: (value: z.output<Schema>, version: string, merged: readonly string[]) => Promise<TypedResponse<never>>
}

/** The most fields with errors in one reply. Each field of the form searches all of them. */
const MAX_ERRORS = 100

/** How often a save is merged with the saves of others before the person is asked. */
const MAX_MERGES = 3

const DELETED =
  'Someone else deleted this entry while you were editing. Your text is still here. Save again to add it as a new entry.'

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
  const undecided = posted.conflict?.places.filter(isUndecided) ?? []
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

const CHOOSE = 'Choose which version to keep at each place where the changes do not fit together'

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
  const { posted, schema, failedMessage, select, baseOf, save } = options
  try {
    return await save(value, version, merged)
  } catch (error) {
    if (error instanceof VersionConflict) {
      const merge = await mergeConflict({ conflict: error, version, value, schema, select, baseOf })
      const next = error.current.version
      if (merge.isDeleted) {
        const failure = { message: failedMessage, detail: DELETED }
        return refuse(409, { ...asTyped(posted, schema, result), version: next, failure })
      }
      const allMerged = [...new Set([...merged, ...merge.merged])]
      if (merge.isClean && merges < MAX_MERGES) {
        const attempt = { value: merge.value, version: next, result: merge.result, merged: allMerged }
        return trySave(options, attempt, merges + 1)
      }
      return refuse(409, { result: merge.result, version: next, conflict: merge.conflict, merged: allMerged })
    }
    if (error instanceof ConfirmationNeeded) {
      const question = { intent: posted.intent ?? 'save', consequences: [...error.consequences] }
      return refuse(409, { ...asTyped(posted, schema, result), version, question })
    }
    if (error instanceof InvalidContent) {
      const refused = { ...result, status: 'error' as const, error: errorsOf(error, schema) }
      return refuse(422, { ...asTyped(posted, schema, refused), version })
    }
    const { status, message } = requireExpected(error)
    const failure = { message: failedMessage, detail: message }
    return refuse(status, { ...asTyped(posted, schema, result), version, failure })
  }
}

/** The errors of a form, at its fields if it has all fields of the section. */
function errorsOf({ section, issues }: InvalidContent, schema: z.ZodType): Record<string, string[]> {
  const isWhole = findSection(section)?.schema === schema
  const errors: Record<string, string[]> = {}
  for (const { path, message } of issues) {
    const steps = path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
    const field = isWhole ? formatPath(steps) : ''
    ;(errors[field] ??= []).push(message)
  }
  return errors
}

/**
 * The refused form with what was typed. After a conflict, the choices are in it again: they were not made, because
 * nothing was saved.
 */
function asTyped(posted: PostedEdit, schema: z.ZodType, result: SaveReply['result']): Omit<SaveReply, 'version'> {
  const { conflict, content, fileErrors } = posted
  if (!conflict) return { result: withEntryIds(boundErrors(result), schema) }
  const { typed, places, isDraftConflict } = conflict
  const ownId = content.get('_id')
  if (ownId !== null) typed.set('_id', ownId)
  const submission = parseWithZod(typed, { schema })
  const own = submission.reply({ fieldErrors: fileErrors, formErrors: result.error?.[''] ?? [] })
  // A chosen version has other entries at other places than the form that is shown.
  const messages = [...new Set(Object.values(result.error ?? {}).flatMap((texts) => texts ?? []))]
  const error = submission.status !== 'success' || messages.length === 0 ? own.error : { '': messages }
  const pressed = typed.get('__intent__')
  const change = typeof pressed === 'string' ? readListChange(pressed) : undefined
  const followed = places.flatMap(({ collision, ...place }) => {
    const next = change ? followListChange(collision, change) : collision
    return next ? [{ ...place, collision: next }] : []
  })
  const inWords = placesOf(
    { value: own.initialValue, collisions: followed.map(({ collision }) => collision) },
    schemaLabels(schema),
  )
  const { status: _own, error: _errors, ...form } = own
  const { status } = result
  return {
    result: withEntryIds(
      boundErrors({ ...form, ...(status && { status }), ...(status === 'error' && error && { error }) }),
      schema,
    ),
    conflict: inWords.flatMap((words, at) => {
      const place = followed[at]
      return place ? [{ ...words, ...place }] : []
    }),
    isDraftConflict,
  }
}

/** Limits the errors to those of the first 100 fields, and adds a message with the number of the others. */
export function boundErrors(result: SaveReply['result']): SaveReply['result'] {
  const errors = Object.entries(result.error ?? {})
  if (errors.length <= MAX_ERRORS) return result
  const more = (errors.length - MAX_ERRORS).toLocaleString('en')
  const first = Object.fromEntries(errors.slice(0, MAX_ERRORS))
  const ofForm = [
    ...(first[''] ?? []),
    `${more} more fields need a correction. They are shown after you correct these fields`,
  ]
  return { ...result, error: { ...first, '': ofForm } }
}

export function refuse(status: number, reply: SaveReply) {
  return data(reply, { status })
}

interface Saved {
  message: string
  /** The history entry that undoes the edit; undefined if there is nothing to undo. */
  historyEntry: string | undefined
  /** Labels of the fields that were merged from someone else's save. */
  merged?: readonly string[]
}

/**
 * The response to a saved edit: 303 to `page`, an address below /admin/, which shows the message with an undo button.
 */
export function savedRedirect(page: string, { message, historyEntry, merged = [] }: Saved) {
  const details = [
    ...acceptedConsequences().map(({ name }) => `The release “${name}” cannot be published now.`),
    ...(merged.length > 0
      ? [`Your changes were merged with changes that someone else saved: ${enumerate(merged)}.`]
      : []),
  ]
  return currentSite().flash.flashRedirect(page, {
    kind: 'success',
    message,
    ...(details.length > 0 && { detail: details.join(' ') }),
    ...undoOn(page, historyEntry),
  })
}

/**
 * The response to a preview: the posted form with the names of its stored files, and its Markdown text (`body`) as
 * HTML. Nothing is saved. An empty field is no error; a refused file and a wrong link of the text are.
 */
export function previewEdit(posted: PostedEdit, schema: z.ZodObject) {
  const { content, version, fileErrors } = posted
  const { result, ...kept } = asTyped(posted, schema, parseWithZod(content, { schema }).reply())
  const { initialValue = null, fields = [], error } = result
  const body = content.get('body')
  // Wrong links of the text belong to its preview. All other errors are shown when the form is saved.
  const bodyErrors = body === '' ? undefined : error?.['body']
  const reply: SaveReply = {
    ...kept,
    result: { initialValue, fields, error: { ...(bodyErrors && { body: bodyErrors }), ...fileErrors } },
    version,
    preview: typeof body === 'string' ? renderMarkdown(body) : undefined,
  }
  return data(reply)
}

type FormValue = NonNullable<SubmissionResult['initialValue']>

/**
 * Gives entries that a list button has added without a script the `_id` that they will be saved with. The form then
 * contains the `_id`, so that a form that is sent twice adds the entry once.
 */
function withEntryIds(result: SubmissionResult, schema: z.ZodType): SubmissionResult {
  const { initialValue } = result
  return initialValue ? { ...result, initialValue: withIdsIn(initialValue, schemaLabels(schema)) } : result
}

function withIdsIn(record: FormValue, guide: FieldGuide | undefined): FormValue {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, withIds(value, guide?.field(key))]))
}

function withIds(value: FormValue[string], guide: FieldGuide | undefined): FormValue[string] {
  if (isFields(value)) return withIdsIn(value, guide)
  if (!Array.isArray(value)) return value
  const entryGuide = guide?.entry()
  const hasIds = entryGuide?.field('_id') !== undefined
  return value.map((entry) => {
    if (!hasIds || idOf(entry) !== undefined) return withIds(entry, entryGuide)
    const fields = isFields(entry) ? withIdsIn(entry, entryGuide) : {}
    return { ...fields, _id: newEntryId() }
  })
}

function isFields(value: FormValue[string]): value is FormValue {
  return isRecord(value)
}
