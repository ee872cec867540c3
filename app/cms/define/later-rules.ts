import type { z } from 'zod'

/**
 * Marks a rule of a field that is stricter than an earlier release was: `refine(…, { params: laterRule('2000') })`. Forms,
 * the API and edited files are refused by it like by any other rule. Content that was public under the earlier release is
 * read on, see {@link parseFormer}. `standIn` is a value of the field that every rule accepts.
 */
export function laterRule(standIn: string) {
  return { standIn }
}

/**
 * Parses content that was public before a later rule came: what breaks only such rules stays as it is. Otherwise the
 * result is that of the schema.
 */
export function parseFormer<Schema extends z.ZodType>(schema: Schema, content: unknown) {
  const strict = schema.safeParse(content)
  if (strict.success || !strict.error.issues.every((issue) => standInOf(issue) !== undefined)) return strict
  const former = strict.error.issues.map((issue) => ({ path: issue.path, value: valueAt(content, issue.path) }))
  const stand = structuredClone(content)
  for (const issue of strict.error.issues) setAt(stand, issue.path, standInOf(issue))
  const parsed = schema.safeParse(stand)
  if (!parsed.success) return strict
  for (const { path, value } of former) setAt(parsed.data, path, value)
  return parsed
}

function standInOf(issue: z.core.$ZodIssue): unknown {
  return issue.code === 'custom' ? issue.params?.['standIn'] : undefined
}

function valueAt(content: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((part, key) => (isObject(part) ? Reflect.get(part, key) : undefined), content)
}

function setAt(content: unknown, path: readonly PropertyKey[], value: unknown) {
  const owner = valueAt(content, path.slice(0, -1))
  const key = path.at(-1)
  if (isObject(owner) && key !== undefined) Reflect.set(owner, key, value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
