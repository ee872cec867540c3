import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { SubmissionResult } from '@conform-to/react'
import { z } from 'zod'
import { undoOn } from './section-history.server.ts'
import { describeCollisions } from '#app/cms/content/compare/describe-collisions.ts'
import type { SchemaLabels } from '#app/cms/content/compare/content-differences.ts'
import { idOf, isRecord } from '#app/cms/content/compare/content-words.ts'
import { followListChange, readListChange } from '#app/cms/content/compare/resolve-collision.ts'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { questionsTo, type Author } from '#app/cms/platform/author.server.ts'
import { newEntryId } from '#app/cms/platform/http/form-envelope.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { comparePaste } from './paste/compare-paste.server.ts'
import type { PostedEdit, PostedPaste } from './posted-edit.server.ts'

/** The most fields with errors in one reply. Each field of the form searches all of them. */
const MAX_ERRORS = 100

/**
 * The refused form with what was typed, also into the panel for rows of a spreadsheet. After a conflict, the choices are
 * in it again: they were not made, because nothing was saved.
 */
export function asTyped(
  posted: PostedEdit,
  schema: z.ZodType,
  result: SaveReply['result'],
): Omit<SaveReply, 'version'> {
  const { conflict, content, fileErrors, paste, furtherPastes } = posted
  const tableOf = (one: PostedPaste) =>
    schema instanceof z.ZodObject ? comparePaste(posted, schema, one)?.table : undefined
  const pasted = paste && !paste.isAsked ? tableOf(paste) : undefined
  const furtherPasted = furtherPastes.flatMap((one) => tableOf(one) ?? [])
  const kept = { ...(pasted && { pasted }), ...(furtherPasted.length > 0 && { furtherPasted }) }
  if (!conflict) return { ...kept, result: withEntryIds(boundErrors(result), schema) }
  const { typed, collisions, isDraftConflict } = conflict
  const ownId = content.get('_id')
  if (ownId !== null) typed.set('_id', ownId)
  const submission = parseWithZod(typed, { schema })
  const own = submission.reply({ fieldErrors: fileErrors, formErrors: result.error?.[''] ?? [] })
  // A chosen version has other entries at other places than the form that is shown.
  const messages = [...new Set(Object.values(result.error ?? {}).flatMap((texts) => texts ?? []))]
  const error = submission.status !== 'success' || messages.length === 0 ? own.error : { '': messages }
  const pressed = typed.get('__intent__')
  const change = typeof pressed === 'string' ? readListChange(pressed) : undefined
  const followed = collisions.flatMap(({ collision, ...described }) => {
    const next = change ? followListChange(collision, change) : collision
    return next ? [{ ...described, collision: next }] : []
  })
  const inWords = describeCollisions(
    { value: own.initialValue, collisions: followed.map(({ collision }) => collision) },
    schemaLabels(schema),
  )
  const { status: _own, error: _errors, ...form } = own
  const { status } = result
  return {
    ...kept,
    result: withEntryIds(
      boundErrors({ ...form, ...(status && { status }), ...(status === 'error' && error && { error }) }),
      schema,
    ),
    conflict: inWords.flatMap((words, at) => {
      const described = followed[at]
      return described ? [{ ...described, ...words }] : []
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
  /** The former and the present address of its page, if the save has changed it. */
  moved?: { from: string; to: string } | undefined
  /** Address that the undo button posts to. Default: that of the redirect. */
  undoAt?: string
}

/**
 * The response to a saved edit: 303 to `page`, an address below /admin/, which shows the message with an undo button.
 */
export function savedRedirect(
  page: string,
  { message, historyEntry, merged = [], moved, undoAt = page }: Saved,
  author: Author,
) {
  const details = [
    ...(moved ? [`Visitors of ${moved.from} are now led to ${moved.to}.`] : []),
    ...(questionsTo(author)?.accepted ?? [])
      .filter(({ confirm }) => confirm === undefined)
      .map(({ name }) => `The release “${name}” cannot be published now.`),
    ...(merged.length > 0
      ? [`Your changes were merged with changes that someone else saved: ${enumerate(merged)}.`]
      : []),
  ]
  return currentSite().flash.flashRedirect(page, {
    kind: 'success',
    message,
    ...(details.length > 0 && { detail: details.join(' ') }),
    ...undoOn(undoAt, historyEntry),
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
    preview: typeof body === 'string' ? renderMarkdown(body, { firstHeading: 2 }) : undefined,
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

function withIdsIn(record: FormValue, fieldLabels: SchemaLabels | undefined): FormValue {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, withIds(value, fieldLabels?.field(key))]),
  )
}

function withIds(value: FormValue[string], fieldLabels: SchemaLabels | undefined): FormValue[string] {
  if (isFields(value)) return withIdsIn(value, fieldLabels)
  if (!Array.isArray(value)) return value
  const labelsOfEntry = fieldLabels?.entry()
  const hasIds = labelsOfEntry?.field('_id') !== undefined
  return value.map((entry) => {
    if (!hasIds || idOf(entry) !== undefined) return withIds(entry, labelsOfEntry)
    const fields = isFields(entry) ? withIdsIn(entry, labelsOfEntry) : {}
    return { ...fields, _id: newEntryId() }
  })
}

function isFields(value: FormValue[string]): value is FormValue {
  return isRecord(value)
}
