import type { SubmissionResult } from '@conform-to/react'
import type { z } from 'zod'
import { schemaLabels } from '#app/sections/schema-labels.ts'
import type { FieldGuide } from '#app/content/compare/content-differences.ts'
import { idOf, isRecord } from '#app/content/compare/content-words.ts'
import { newEntryId } from '#app/http/form-envelope.ts'

type FormValue = NonNullable<SubmissionResult['initialValue']>

/**
 * Gives the entries that were just added to a form's lists, without a script, the `_id` that they will be saved with: the form
 * carries it, so that it adds them once however often it is sent.
 */
export function withEntryIds(result: SubmissionResult, schema: z.ZodType): SubmissionResult {
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
