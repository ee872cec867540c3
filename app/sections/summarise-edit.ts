import type { SectionDefinition } from '#app/content/define-section.ts'
import type { EditSummary } from '#app/content/store.types.ts'
import { listDifferences } from '#app/ui/admin/content-differences.ts'
import { fieldGuide } from './field-guide.ts'

const SHOWN_FIELDS = 3
const LABEL_LENGTH = 100

/** More entries gone at once are brought back by restoring the version: history keeps the summaries in memory. */
const MOST_REMOVED = 100

/**
 * Tells how much an edit changed, the labels of the first three fields, and which list entries with an `_id` it took away:
 * at most the first 100.
 */
export function summariseEdit(section: SectionDefinition, before: unknown, after: unknown): EditSummary {
  const differences = listDifferences(before, after, { guide: fieldGuide(section.schema) })
  const removed = differences.flatMap(({ name, mine, theirs, entryId }) => {
    const list = LIST_ENTRY.exec(name)?.groups?.['list']
    if (mine === undefined || theirs !== undefined || entryId === undefined || list === undefined) return []
    return [{ list, id: entryId, title: mine }]
  })
  const fields = differences.slice(0, SHOWN_FIELDS).map(({ label }) => label.slice(0, LABEL_LENGTH))
  return { changes: differences.length, fields, removed: removed.slice(0, MOST_REMOVED) }
}

/** Name of an entry as a form has it, `products[2]`: of a list of the content or of a record in it, not of an entry. */
const LIST_ENTRY = /^(?<list>[^[\]]+)\[\d+\]$/
