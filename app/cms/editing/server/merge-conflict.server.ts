import type { SubmissionResult } from '@conform-to/react'
import type { z } from 'zod'
import { VersionConflict } from '#app/cms/content/store/errors.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import { listDifferences } from '#app/cms/content/compare/content-differences.ts'
import { mergeContent } from '#app/cms/content/compare/merge-content.ts'
import { collisionsToResolve, type CollisionToResolve } from '#app/cms/content/compare/resolve-collision.ts'
import { orderOfAll } from '#app/cms/define/in-entry-order.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The content that a form with this version was made from; undefined if it is no longer stored. */
export type BaseOf = (version: string) => Promise<{ value: unknown } | undefined>

interface ConflictOptions<Schema extends z.ZodObject> {
  conflict: VersionConflict
  /** Version the form was made from. */
  version: string
  /** The form as it was sent. */
  value: z.output<Schema>
  schema: Schema
  baseOf: BaseOf
}

interface MergedConflict<Schema extends z.ZodObject> {
  /** True if the merge has no conflicts: `value` can be saved over the current version. */
  isClean: boolean
  value: z.output<Schema>
  /** The merged form, if it has to be shown. */
  result: SubmissionResult
  /** The current and the typed value of each field that both sides have changed. */
  conflict: CollisionToResolve[]
  /** Labels of the fields that only someone else has changed. The merged form contains their values. */
  merged: string[]
}

/**
 * Merges a form with what someone else has saved since the version it was made from: a three-way merge of base, ours
 * and theirs. If the history has no base, every difference is a conflict.
 */
export async function mergeConflict<Schema extends z.ZodObject>(
  options: ConflictOptions<Schema>,
): Promise<MergedConflict<Schema>> {
  const { conflict, version, value, schema } = options
  const theirs = conflict.current.value
  const fieldLabels = schemaLabels(schema)
  const base = await options.baseOf(version)
  const merge = mergeContent(schema, { base, mine: value, theirs })
  const parsed = schema.safeParse(merge.value)
  return {
    isClean: merge.collisions.length === 0,
    value: parsed.success ? parsed.data : value,
    result: { status: 'success', initialValue: asFormValue(merge.value) },
    conflict: collisionsToResolve(merge, fieldLabels, (content) => schema.safeParse(content).success),
    merged: listDifferences(merge.value, value, { fieldLabels }).map(({ label }) => label),
  }
}

/**
 * The content of a section at an earlier version, as its form showed it; undefined if the history does not have it or it
 * is invalid.
 */
export async function contentAt(sectionId: string, version: string): Promise<{ value: unknown } | undefined> {
  const { content, definition } = currentSite()
  const section = currentSite().sections.resolve(sectionId)
  const entry = section && (await content.history(section)).find((candidate) => candidate.version === version)
  if (!entry) return undefined
  const past = await content.past(section, entry.id)
  if (past.issues.length > 0) return undefined
  const ordered = definition.collections.find(({ id }) => id === section.orderOf)
  return { value: ordered ? orderOfAll(ordered, content, past.value) : past.value }
}

type FormValue = NonNullable<SubmissionResult['initialValue']>

/** Content as conform represents the values of a form: every value is text, and a missing one is empty. */
export function asFormValue(value: unknown): FormValue {
  return Object.fromEntries(Object.entries(value ?? {}).map(([key, part]) => [key, asFieldValue(part)]))
}

function asFieldValue(value: unknown): FormValue[string] {
  if (Array.isArray(value)) return value.map(asFieldValue)
  if (typeof value === 'object' && value !== null) return asFormValue(value)
  if (typeof value === 'boolean') return value ? 'on' : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
