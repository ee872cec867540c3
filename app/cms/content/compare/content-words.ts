export type Fields = Record<string, unknown>

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof File)
}

/** The fields of a value; none if it is no record. */
export function asRecord(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

/** The `_id` of a list entry. An entry that was just added in a form has none yet. */
export function idOf(entry: unknown): string | undefined {
  const id = asRecord(entry)['_id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** The value at a path of keys such as `disclaimer.paragraphs`; undefined if there is none. */
export function partAt(content: unknown, path: string): unknown {
  let here = content
  for (const key of path.split('.')) here = Object.hasOwn(asRecord(here), key) ? asRecord(here)[key] : undefined
  return here
}

/** The list at such a path; empty if there is none. */
export function listAt(content: unknown, path: string): unknown[] {
  const found = partAt(content, path)
  return Array.isArray(found) ? found : []
}

/**
 * The title of an entry: the entry itself if it is a text, else one of the usual text fields, else its first text
 * field. A person's `title` is a job title, so `name` comes first. Yearly documents share a title: the year is added.
 */
export function titleOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry === '' ? undefined : shorten(entry)
  const { _id, name, title, year, text, alt, ...others } = asRecord(entry)
  if (isFilledText(year) && isFilledText(title) && !isFilledText(name)) return shorten(`${title}, ${year}`)
  const found = [name, title, text, alt, year, ...Object.values(others)].find(isFilledText)
  return found && shorten(found)
}

/** `buttonText` → `Button text`, `paragraph1` → `Paragraph 1`: for a field without a label. */
export function wordsOf(key: string) {
  const spaced = key.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const MAX_TITLE_LENGTH = 80

function shorten(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_TITLE_LENGTH ? `${line.slice(0, MAX_TITLE_LENGTH - 1)}…` : line
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
