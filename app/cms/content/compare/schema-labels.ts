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
  const values = differences.slice(0, SHOWN_FIELDS).flatMap((difference) => valuesOf(difference) ?? [])
  const isComplete = values.length > 0 && values.length === differences.length
  return {
    changes: differences.length,
    fields: differences.slice(0, SHOWN_FIELDS).map(({ label }) => label.slice(0, LABEL_LENGTH)),
    ...(isComplete && (values.length === 1 ? { values: values[0] } : { each: values })),
    removed: removed.slice(0, MAX_ENTRIES),
    ...(changed.length <= MAX_ENTRIES && { changed }),
  }
}

/** Letters of a value that lists of edits show whole, and of a longer one that is cut to what has changed. */
const VALUE_LENGTH = 30
const CUT_LENGTH = 40

/** The two values of one change; undefined if a side has none, or if they are no texts but files, an entry or an order. */
function valuesOf({ mine = '', theirs = '', kind }: Difference): EditSummary['values'] {
  const [before, after] = [mine, theirs].map((value) => value.replace(/\s+/g, ' ').trim()) as [string, string]
  if (before === '' || after === '' || before === after) return undefined
  if (before.length <= VALUE_LENGTH && after.length <= VALUE_LENGTH) return { before, after }
  return kind === undefined ? cutToChange(before.split(' '), after.split(' ')) : undefined
}

/** The words that differ, with dots in place of the others. */
function cutToChange(before: readonly string[], after: readonly string[]) {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let end = 0
  while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end += 1
  // Words that were only added or removed are shown after the word before them, or before the one after them.
  if (from + end === shorter) {
    if (from > 0) from -= 1
    else end -= 1
  }
  const cut = (words: readonly string[]) => {
    const text = words.slice(from, words.length - end).join(' ')
    const isLong = text.length > CUT_LENGTH
    const shown = isLong ? text.slice(0, CUT_LENGTH).trimEnd() : text
    return `${from > 0 ? '… ' : ''}${shown}${isLong || end > 0 ? ' …' : ''}`
  }
  return { before: cut(before), after: cut(after) }
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
