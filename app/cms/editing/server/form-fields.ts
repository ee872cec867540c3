import { isRecord } from '#app/cms/content/compare/content-words.ts'

/** The fields of a form with this content, by their names. */
export function formFields(value: unknown, name: string): [name: string, value: string][] {
  if (Array.isArray(value)) return value.flatMap((entry, at) => formFields(entry, `${name}[${at}]`))
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, part]) => formFields(part, name === '' ? key : `${name}.${key}`))
  }
  if (typeof value === 'boolean') return value ? [[name, 'on']] : []
  return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
}
