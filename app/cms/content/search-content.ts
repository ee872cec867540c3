import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { labelOfPath, schemaLabels } from './compare/schema-labels.ts'
import { fieldAddress, pathOf } from './field-address.ts'
import { findFolded, foldText } from '#app/cms/platform/format/fold-text.ts'

/** A place in the content where the words were found. */
export interface SearchHit {
  /** Address of the editor, at the field. */
  href: string
  /** Labels of the field and of the lists around it: `Members › 2 › Title`. */
  field: string
  /** The text before the words, the words as they are written, and the text after them. */
  before: string
  match: string
  after: string
}

interface SectionHits {
  /** `collection` is set for an entry. */
  section: { id: string; label: string; collection: string | undefined }
  hits: SearchHit[]
}

interface Searched {
  section: Pick<SectionDefinition, 'id' | 'label' | 'schema' | 'entry' | 'editor'>
  content: unknown
}

/** Characters shown on either side of the match. */
const CONTEXT = 60

/**
 * Searches every text of the content for `query`, whatever the case and accents: the sections with hits, in the given
 * order, with one hit for each field. A query of digits also finds them with spaces or hyphens between, as in telephone numbers.
 */
export function searchContent(searched: Iterable<Searched>, query: string): SectionHits[] {
  const find = finderOf(query)
  return [...searched].flatMap(({ section, content }) => {
    const fieldLabels = schemaLabels(section.schema)
    const hits = [...textsWithNames(content)].flatMap(({ name, text }): SearchHit[] => {
      const found = find(text)
      if (!found) return []
      const shown = around(text, found.start, found.end)
      return [{ href: fieldAddress(section, name), field: labelOfPath(fieldLabels, pathOf(name)), ...shown }]
    })
    return hits.length === 0
      ? []
      : [{ section: { id: section.id, label: section.label, collection: section.entry?.collection }, hits }]
  })
}

/** Finds the words of a query in a text. */
function finderOf(query: string): (text: string) => { start: number; end: number } | undefined {
  const digits = query.replace(/[\s-]/g, '')
  if (!/^\+?\d{5,}$/.test(digits)) {
    const wanted = foldText(query)
    return (text) => findFolded(text, wanted)
  }
  const wanted = new RegExp(digits.replace('+', '\\+').replace(/\d/g, '$&[\\s-]*'))
  return (text) => {
    const found = wanted.exec(text)
    return found ? { start: found.index, end: found.index + found[0].length } : undefined
  }
}

function around(text: string, from: number, to: number) {
  const [start, end] = [Math.max(0, from - CONTEXT), Math.min(text.length, to + CONTEXT)]
  return {
    before: (start > 0 ? '…' : '') + text.slice(start, from),
    match: text.slice(from, to),
    after: text.slice(to, end) + (end < text.length ? '…' : ''),
  }
}

/** Every text in `content` with the name of its form field, as in `members[0].title`. Skips keys such as `_id`. */
function* textsWithNames(content: unknown, name = ''): Generator<{ name: string; text: string }> {
  if (typeof content === 'string') yield { name, text: content }
  else if (Array.isArray(content)) {
    for (const [index, entry] of content.entries()) yield* textsWithNames(entry, `${name}[${index}]`)
  } else if (typeof content === 'object' && content !== null) {
    for (const [key, value] of Object.entries(content)) {
      if (!key.startsWith('_')) yield* textsWithNames(value, name === '' ? key : `${name}.${key}`)
    }
  }
}
