import { z } from 'zod'
import { walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import { type SchemaLabels, listDifferences, type Difference } from '#app/cms/content/compare/content-differences.ts'
import { wordsOf, idOf, listAt } from '#app/cms/content/compare/content-words.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { EditSummary, EntryRef } from '#app/cms/content/history/history-entry.ts'

/** The labels of a section's fields by its schema, and which of them name a stored file. */
export function schemaLabels(schema: unknown): SchemaLabels | undefined {
  return schema instanceof z.ZodType ? labelsOf(walkSchema(schema)) : undefined
}

function labelsOf({ label, upload, titles, namedBy, fields, element }: SchemaNode): SchemaLabels {
  return {
    label,
    file: upload && (upload.accepts === 'image' ? 'image' : 'file'),
    titles,
    namedBy,
    field(key) {
      const field = fields.get(key)
      return field && labelsOf(field)
    },
    entry: () => element && labelsOf(element),
  }
}

/**
 * Labels for the path of an issue, as zod or the store writes it: `members.0.title` → `Members › 1 › Title`. Empty
 * for the whole content.
 */
export function labelOfPath(fieldLabels: SchemaLabels | undefined, path: string): string {
  let here = fieldLabels
  return (path === '' ? [] : path.split('.'))
    .map((step) => {
      const isIndex = /^\d+$/.test(step)
      here = isIndex ? here?.entry() : here?.field(step)
      return here?.label ?? (isIndex ? String(Number(step) + 1) : wordsOf(step))
    })
    .join(' › ')
}

const SHOWN_FIELDS = 3
const LABEL_LENGTH = 100

/**
 * Maximum number of entries that a summary names, because the history has all summaries in memory. Further removed
 * entries can only be restored with the whole version. If more entries were changed, no changed entry is named.
 */
const MAX_ENTRIES = 100

/**
 * Summarises an edit: the number of changes, the labels of the first three fields, and the list entries with an `_id`
 * that were removed (at most the first 100) and those that were added or changed (undefined if more than 100). Moving
 * an entry does not change it.
 */
export function summariseEdit(section: SectionDefinition, before: unknown, after: unknown): EditSummary {
  const differences = listDifferences(before, after, { fieldLabels: schemaLabels(section.schema) })
  const removed = differences.flatMap(({ name, mine, theirs, entryId }) => {
    const list = LIST_ENTRY.exec(name)?.groups?.['list']
    if (mine === undefined || theirs !== undefined || entryId === undefined || list === undefined) return []
    return [{ list, id: entryId, title: mine }]
  })
  const changed = changedEntries(differences, before)
  const values = shortValues(differences)
  return {
    changes: differences.length,
    fields: differences.slice(0, SHOWN_FIELDS).map(({ label }) => label.slice(0, LABEL_LENGTH)),
    ...(values && { values }),
    removed: removed.slice(0, MAX_ENTRIES),
    ...(changed.length <= MAX_ENTRIES && { changed }),
  }
}

/** Letters of a value that lists of edits show. */
const VALUE_LENGTH = 30

/** The two values of a single change, if both are short. */
function shortValues(differences: readonly Difference[]): EditSummary['values'] {
  const [one, ...more] = differences
  if (!one || more.length > 0) return undefined
  const { mine: before = '', theirs: after = '' } = one
  const isShort = [before, after].every((value) => value !== '' && value.length <= VALUE_LENGTH)
  return isShort ? { before, after } : undefined
}

function changedEntries(differences: readonly Difference[], before: unknown): EntryRef[] {
  const refs = differences.flatMap(({ name, mine, entryId }): EntryRef[] => {
    // A new entry has the name of its list.
    if (mine === undefined && entryId !== undefined) return name.includes('[') ? [] : [{ list: name, id: entryId }]
    const { list, at } = IN_ENTRY.exec(name)?.groups ?? {}
    const id = list === undefined ? undefined : idOf(listAt(before, list)[Number(at)])
    return list === undefined || id === undefined ? [] : [{ list, id }]
  })
  return [...new Map(refs.map((ref) => [`${ref.list} ${ref.id}`, ref])).values()]
}

/** Form name of an entry, `members[2]`, of a list of the content or of a record in it, not of a list in an entry. */
const LIST_ENTRY = /^(?<list>[^[\]]+)\[\d+\]$/

/** Form name of a field in such an entry: `members[2].title`. */
const IN_ENTRY = /^(?<list>[^[\]]+)\[(?<at>\d+)\]\./
