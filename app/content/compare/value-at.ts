import { isRecord } from './content-words.ts'

/** Content as a form holds it while it is edited. */
export interface FormContent {
  [name: string]: FormPart
}
type FormPart = string | FormContent | FormPart[] | undefined

/** A copy of a form's content with another value at the field of this name: `title`, `products[2].image`. */
export function withValueAt(content: unknown, name: string, value: string): FormContent {
  const steps = [...name.matchAll(/[^.[\]]+/g)].map(([step]) => step)
  return fieldsOf(content, steps, value)
}

/** Copies what is at a place. `steps` lead on from there; none are left at the field itself, undefined is elsewhere. */
function copy(part: unknown, steps: string[] | undefined, value: string): FormPart {
  if (steps?.length === 0) return value
  if (Array.isArray(part)) return part.map((entry, at) => copy(entry, restOf(steps, String(at)), value))
  if (isRecord(part) || steps) return fieldsOf(part, steps, value)
  return typeof part === 'string' ? part : undefined
}

function fieldsOf(part: unknown, steps: string[] | undefined, value: string): FormContent {
  const fields = isRecord(part) ? part : {}
  const names = new Set([...Object.keys(fields), ...(steps?.slice(0, 1) ?? [])])
  return Object.fromEntries([...names].map((name) => [name, copy(fields[name], restOf(steps, name), value)]))
}

function restOf(steps: string[] | undefined, step: string) {
  return steps?.[0] === step ? steps.slice(1) : undefined
}
