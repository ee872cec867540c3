/** The fields of a record; none where the value is no record. */
export type Fields = Record<string, unknown>

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof File)
}

export function asRecord(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

/** The `_id` of a list entry; one that was just added in a form has none yet. */
export function idOf(entry: unknown): string | undefined {
  const id = asRecord(entry)['_id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** What is at a path of records such as `disclaimer.paragraphs`. */
export function partAt(content: unknown, path: string): unknown {
  let here = content
  for (const key of path.split('.')) here = Object.hasOwn(asRecord(here), key) ? asRecord(here)[key] : undefined
  return here
}

/** The list at such a path; an empty one where there is none. */
export function listAt(content: unknown, path: string): unknown[] {
  const found = partAt(content, path)
  return Array.isArray(found) ? found : []
}

/**
 * What an entry is called by: the text it is, else one of the texts entries usually have, else the first one it has. A
 * person's title is their post; documents that appear each year all have the same one.
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

const TITLE_LIMIT = 80

function shorten(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > TITLE_LIMIT ? `${line.slice(0, TITLE_LIMIT - 1)}…` : line
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
