import type { ChoiceTitles } from '#app/cms/define/fields.ts'
import { asRecord, idOf, isRecord, titleOf, wordsOf } from './content-words.ts'
import { matchEntries, movedEntries, type Matches } from './match-entries.ts'

/** One field in which two states of a content differ. A side is undefined if it does not have the entry. */
export interface Difference {
  /** Name of the form field on the first side: `members[0].title`; of the list for an order or a missing entry. */
  name: string
  /** Label of the field, as in `Members › Ada Lopez › Title`. */
  label: string
  mine: string | undefined
  theirs: string | undefined
  /** What the sides are if not text: file names, the title of an entry that only one side has, or an order. */
  kind?: 'image' | 'file' | 'entry' | 'order' | undefined
  /** `_id` of an entry that only one side has. */
  entryId?: string | undefined
  /** The fields of that entry, if `withEntryFields` was set. */
  fields?: Difference[] | undefined
}

/** What a schema says about a field. */
export interface SchemaLabels {
  label: string | undefined
  /** Set if the field names a stored file. */
  file: 'image' | 'file' | undefined
  /** What people read of the values, by value. */
  titles?: ChoiceTitles | undefined
  /** The list of the content that has the names of the entries, if this is a list of values. */
  namedBy?: string | undefined
  /** What it says about a field, if this is a record. */
  field: (key: string) => SchemaLabels | undefined
  /** What it says about the entries, if this is a list. */
  entry: () => SchemaLabels | undefined
}

interface Options {
  fieldLabels?: SchemaLabels | undefined
  /** Lists the fields of an entry that only one side has. */
  withEntryFields?: boolean
}

/**
 * Compares two states of a content field by field. Empty text, `undefined` and a missing key mean the same, and so do a
 * number and its digits, `true` and a ticked box: one side may come from a form. Entries are matched by
 * {@link matchEntries}; their order is a difference of its own.
 */
export function listDifferences(
  mine: unknown,
  theirs: unknown,
  { fieldLabels, withEntryFields = false }: Options = {},
) {
  return compare(mine, theirs, { name: '', labels: [], fieldLabels, withEntryFields, wholes: [mine, theirs] })
}

/** The location at which two values are compared. */
interface Location {
  name: string
  labels: string[]
  fieldLabels: SchemaLabels | undefined
  withEntryFields: boolean
  /** The two states. */
  wholes: readonly [unknown, unknown]
}

function compare(mine: unknown, theirs: unknown, location: Location): Difference[] {
  if (Array.isArray(mine) || Array.isArray(theirs)) return compareLists(asList(mine), asList(theirs), location)
  if (isRecord(mine) || isRecord(theirs)) return compareRecords(mine, theirs, location)
  const asText = typeof mine === 'boolean' || typeof theirs === 'boolean' ? switchText : fieldText
  const [mineText, theirsText] = [asText(mine), asText(theirs)]
  if (mineText === theirsText) return []
  const kind = location.fieldLabels?.file
  const [mineShown, theirsShown] = [titleOfChoice(mineText, location), titleOfChoice(theirsText, location)]
  return [
    { name: location.name, label: labelOf(location), mine: mineShown, theirs: theirsShown, ...(kind && { kind }) },
  ]
}

function compareRecords(mine: unknown, theirs: unknown, location: Location): Difference[] {
  const [mineFields, theirsFields] = [asRecord(mine), asRecord(theirs)]
  return [...new Set([...Object.keys(theirsFields), ...Object.keys(mineFields)])]
    .filter((key) => key !== '_id')
    .flatMap((key) => {
      const fieldLabels = location.fieldLabels?.field(key)
      const name = location.name ? `${location.name}.${key}` : key
      const labels = [...location.labels, fieldLabels?.label ?? wordsOf(key)]
      return compare(mineFields[key], theirsFields[key], { ...location, name, labels, fieldLabels })
    })
}

function compareLists(mine: unknown[], theirs: unknown[], location: Location): Difference[] {
  const matches = matchEntries(mine, theirs)
  const partnerOf = new Map(matches.both.map((match) => [match.mine, match.theirs]))
  const locationOf = (entry: unknown, at: number, name: string): Location => ({
    ...location,
    name,
    labels: [...location.labels, (isRecord(entry) && titleOf(entry)) || nameAt(at, location) || String(at + 1)],
    fieldLabels: location.fieldLabels?.entry(),
  })
  const order = orderDifference(mine, theirs, matches)
  return [
    ...mine.flatMap((entry, at) => {
      const partner = partnerOf.get(at)
      // A shortcut: in a long list nearly all entries are equal.
      if (partner !== undefined && isEqual(entry, theirs[partner])) return []
      const here = locationOf(entry, at, `${location.name}[${at}]`)
      return partner === undefined
        ? [{ ...oneSided(entry, here), mine: entryText(entry, at), theirs: undefined }]
        : compare(entry, theirs[partner], here)
    }),
    ...matches.onlyTheirs.map((at) => {
      const entry = theirs[at]
      return { ...oneSided(entry, locationOf(entry, at, location.name)), mine: undefined, theirs: entryText(entry, at) }
    }),
    ...(order ? [{ name: location.name, label: labelOf({ labels: [...location.labels, 'Order'] }), ...order }] : []),
  ]
}

/** The name that another list of the content has for the entry of this one; undefined if there is none. */
function nameAt(at: number, { fieldLabels, wholes }: Location): string | undefined {
  const list = fieldLabels?.namedBy
  if (list === undefined) return undefined
  return wholes.map((whole) => fieldText(asList(asRecord(whole)[list])[at])).find(Boolean)
}

/** An entry that only one side has. Whichever side that is, the values of its fields are listed as `theirs`. */
function oneSided(entry: unknown, location: Location): Omit<Difference, 'mine' | 'theirs'> {
  const entryId = idOf(entry)
  const isDetailed = location.withEntryFields && isRecord(entry)
  return {
    name: location.name,
    label: labelOf(location),
    kind: 'entry',
    ...(entryId !== undefined && { entryId }),
    ...(isDetailed && { fields: compareRecords({}, entry, { ...location, name: '', labels: [] }) }),
  }
}

const SHOWN_MOVES = 12

/** The entries that moved, each with its place (from 1) on either side. */
function orderDifference(mine: readonly unknown[], theirs: readonly unknown[], matches: Matches) {
  const moved = movedEntries(matches)
  if (moved.length === 0) return undefined
  const locationsIn = (entries: readonly unknown[], side: 'mine' | 'theirs') => {
    const lines = moved
      .map((match) => match[side])
      .sort((a, b) => a - b)
      .map((at) => `${at + 1}. ${entryText(entries[at], at)}`)
    const rest = lines.splice(SHOWN_MOVES).length
    return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
  }
  return { kind: 'order' as const, mine: locationsIn(mine, 'mine'), theirs: locationsIn(theirs, 'theirs') }
}

function labelOf({ labels }: Pick<Location, 'labels'>) {
  return labels.join(' › ')
}

function entryText(entry: unknown, at: number) {
  return titleOf(entry) ?? `Entry ${at + 1}`
}

/** True only for values that are the same to the last character. Browsers have no `isDeepStrictEqual`. */
function isEqual(one: unknown, other: unknown): boolean {
  // Versions of a long list share the objects of unchanged entries.
  if (one === other) return true
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((part, at) => isEqual(part, other[at]))
  if (!isRecord(one) || !isRecord(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  )
}

/** What people read of the value of a choice. */
function titleOfChoice(value: string, { fieldLabels }: Location) {
  const { titles = {} } = fieldLabels ?? {}
  return Object.hasOwn(titles, value) ? titles[value] : value
}

function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === '' ? [] : [value]
}

function fieldText(value: unknown): string {
  if (value instanceof File) return value.name
  if (typeof value === 'number') return String(value)
  // Browsers send CRLF for the line breaks of a textarea.
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

/** The text of a boolean field. A ticked checkbox sends `on`, an unticked one sends nothing. */
function switchText(value: unknown) {
  return value === true || value === 'on' ? 'Yes' : 'No'
}
