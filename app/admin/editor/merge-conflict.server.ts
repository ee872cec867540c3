import type { SubmissionResult } from '@conform-to/react'
import type { z } from 'zod'
import type { VersionConflict } from '#app/content/store/errors.ts'
import { schemaLabels } from '#app/sections/schema-labels.ts'
import { listDifferences, type Difference } from '#app/content/compare/content-differences.ts'
import { contentAt } from './content-at.server.ts'
import { mergeEdits, type Collision } from '#app/content/compare/merge-edits.ts'

interface ConflictOptions<Schema extends z.ZodObject> {
  conflict: VersionConflict
  /** Version the form was made from. */
  version: string
  /** The form as it was sent. */
  value: z.output<Schema>
  schema: Schema
  select: (content: unknown) => unknown
}

interface MergedConflict<Schema extends z.ZodObject> {
  /** True where someone has deleted what the form edits. */
  isGone: boolean
  /** True if the merge has no conflicts: `value` can be saved over the current version. */
  isClean: boolean
  value: z.output<Schema>
  /** The merged form, for where it has to be shown. */
  result: SubmissionResult
  /** What stands now beside what was typed, where both have changed the same. */
  conflict: Difference[]
  /** Labels of what only someone else has changed and the form now holds as well. */
  taken: string[]
}

/**
 * Brings together a form and what someone else has saved since the version it was made from. Where history no longer keeps
 * that version, all that differs is a conflict.
 */
export async function mergeConflict<Schema extends z.ZodObject>(
  options: ConflictOptions<Schema>,
): Promise<MergedConflict<Schema>> {
  const { conflict, version, value, schema, select } = options
  const theirs = select(conflict.current.value)
  const guide = schemaLabels(schema)
  const base = await contentAt(conflict.section, version)
  const before = base && select(base.value)
  const merged = base ? mergeEdits(before, value, theirs) : { value, collisions: [{ name: '' }] }
  const parsed = schema.safeParse(merged.value)
  const whole = parsed.success ? merged : { value, collisions: [{ name: '' }] }
  const differences = listDifferences(whole.value, theirs, { guide })
  const asked = differences.filter((difference) => whole.collisions.some((collision) => isMeant(difference, collision)))
  return {
    isGone: before !== undefined && theirs === undefined,
    isClean: asked.length === 0,
    value: parsed.success ? parsed.data : value,
    result: { status: 'success', initialValue: asFormValue(whole.value) },
    conflict: asked,
    taken: listDifferences(whole.value, value, { guide }).map(({ label }) => label),
  }
}

function isMeant({ name, kind, entryId }: Difference, collision: Collision) {
  if (collision.entryId !== undefined) return name === collision.name && entryId === collision.entryId
  if (collision.isOrder) return name === collision.name && kind === 'order'
  return (
    collision.name === '' ||
    name === collision.name ||
    ['.', '['].some((next) => name.startsWith(collision.name + next))
  )
}

type FormValue = NonNullable<SubmissionResult['initialValue']>

/** A content as conform keeps that of a form: texts, and nothing where there is none. */
function asFormValue(value: unknown): FormValue {
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, part]) => [key, asFieldValue(part)]))
}

function asFieldValue(value: unknown): FormValue[string] {
  if (Array.isArray(value)) return value.map(asFieldValue)
  if (typeof value === 'object' && value !== null) return asFormValue(value)
  if (typeof value === 'boolean') return value ? 'on' : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
