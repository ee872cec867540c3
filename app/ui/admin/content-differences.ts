/** One field in which two states of a content differ. A missing side: the entry is not there. */
export interface Difference {
  /** Name of the form field on the first side, as in `products[0].title`; of the list, where an entry is missing. */
  name: string
  /** Words for it, as in `Products › HFFR Compound › Title`. */
  label: string
  mine: string | undefined
  theirs: string | undefined
}

/**
 * Compares two states of a content field by field. Empty text, `undefined` and a missing key mean the same, and so do a
 * number and its digits: one side may come from a form. Entries with an `_id` are compared by it, others by their place.
 */
export function listDifferences(mine: unknown, theirs: unknown): Difference[] {
  return compare(mine, theirs, '', [])
}

function compare(mine: unknown, theirs: unknown, name: string, labels: string[]): Difference[] {
  if (Array.isArray(mine) || Array.isArray(theirs)) return compareLists(asList(mine), asList(theirs), name, labels)
  if (isRecord(mine) || isRecord(theirs)) return compareRecords(asRecord(mine), asRecord(theirs), name, labels)
  const [mineText, theirsText] = [asText(mine), asText(theirs)]
  if (mineText === theirsText) return []
  return [{ name, label: labels.join(' › '), mine: mineText, theirs: theirsText }]
}

function compareRecords(mine: Fields, theirs: Fields, name: string, labels: string[]) {
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  return [...keys]
    .filter((key) => key !== '_id')
    .flatMap((key) => compare(mine[key], theirs[key], name ? `${name}.${key}` : key, [...labels, words(key)]))
}

function compareLists(mine: unknown[], theirs: unknown[], name: string, labels: string[]): Difference[] {
  const isKeyed = [...mine, ...theirs].some((entry) => idOf(entry) !== undefined)
  const mineKeys = mine.map((entry, at) => keyOf(entry, at, isKeyed))
  const theirsKeys = theirs.map((entry, at) => keyOf(entry, at, isKeyed))
  const labelsOf = (entry: unknown, at: number) => [...labels, titleOf(entry) ?? String(at + 1)]

  const mineEntries = mine.map((entry, at) => ({ entry, at, other: theirsKeys.indexOf(mineKeys[at] ?? '') }))
  const theirsEntries = theirs.map((entry, at) => ({ entry, at, other: mineKeys.indexOf(theirsKeys[at] ?? '') }))
  const order = orderDifference(
    mineEntries.filter(({ other }) => other !== -1).map(({ entry }) => entry),
    theirsEntries.filter(({ other }) => other !== -1).map(({ entry }) => entry),
  )
  return [
    ...mineEntries.flatMap(({ entry, at, other }) => {
      const place = `${name}[${at}]`
      if (other !== -1) return compare(entry, theirs[other], place, labelsOf(entry, at))
      return [{ name: place, label: labelsOf(entry, at).join(' › '), mine: describe(entry), theirs: undefined }]
    }),
    ...theirsEntries
      .filter(({ other }) => other === -1)
      .map(({ entry, at }) => ({
        name,
        label: labelsOf(entry, at).join(' › '),
        mine: undefined,
        theirs: describe(entry),
      })),
    ...(order ? [{ name, label: [...labels, 'Order'].join(' › '), ...order }] : []),
  ]
}

/** An entry that was just added has no id yet and matches none. */
function keyOf(entry: unknown, at: number, isKeyed: boolean) {
  return idOf(entry) ?? (isKeyed ? `new ${at}` : String(at))
}

function orderDifference(mine: unknown[], theirs: unknown[]) {
  if (mine.every((entry, at) => idOf(entry) === idOf(theirs[at]))) return undefined
  return { mine: mine.map(describe).join(', '), theirs: theirs.map(describe).join(', ') }
}

type Fields = Record<string, unknown>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !(value instanceof File)
}

function asRecord(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === '' ? [] : [value]
}

function asText(value: unknown): string {
  if (value instanceof File) return value.name
  if (typeof value === 'number') return String(value)
  // Browsers send CRLF for the line breaks of a textarea.
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

function idOf(entry: unknown) {
  const id = asRecord(entry)['_id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** What an entry is called by: the first of the texts that entries of sections have. */
function titleOf(entry: unknown) {
  const { title, text, alt, image } = asRecord(entry)
  return [title, text, alt, image].find((value) => typeof value === 'string' && value !== '')?.toString()
}

function describe(entry: unknown) {
  return titleOf(entry) ?? asText(entry)
}

/** `buttonText` → `Button text`, `paragraph1` → `Paragraph 1`. */
function words(key: string) {
  const spaced = key.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
