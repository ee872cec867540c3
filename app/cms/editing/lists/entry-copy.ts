import { partOfForm } from './form-part.ts'
import { newEntryId } from '#app/cms/platform/http/form-envelope.ts'

/** The values of a form, as conform reads them: texts, lists and records. */
type FormPart = string | { [key: string]: FormPart } | FormPart[] | undefined

/**
 * The values of an entry of a form for a copy of it. Each `_id` in it is new, so that merges and drafts know the copy
 * as an entry of its own. The fields `without` stay empty: what no two entries may share, such as an address.
 */
export function copyOfEntry(form: unknown, list: string, index: number, without: readonly string[] = []): FormPart {
  return copyOf(partOfForm(form, `${list}[${index}]`), without)
}

function copyOf(value: unknown, without: readonly string[]): FormPart {
  if (Array.isArray(value)) return value.map((part) => copyOf(part, []))
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : undefined
  const fields = Object.entries(value).filter(([key]) => !without.includes(key))
  return Object.fromEntries(fields.map(([key, part]) => [key, key === '_id' ? newEntryId() : copyOf(part, [])]))
}
