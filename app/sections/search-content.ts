import type { SectionDefinition } from '#app/schema/define-section.ts'

/** A place in the content where the words were found. */
export interface SearchHit {
  /** Address of the editor, at the field. */
  href: string
  /** Label of the section. */
  section: string
  /** The text before the words, the words as they are written, and the text after them. */
  before: string
  match: string
  after: string
}

interface Searched {
  section: Pick<SectionDefinition, 'id' | 'label'>
  content: unknown
}

/** Characters shown on either side of the match. */
const CONTEXT = 60

/**
 * Searches every text of the content for `query`, in the given order, case-insensitively. At most `limit` hits; one for
 * each field.
 */
export function searchContent(searched: Iterable<Searched>, query: string, limit: number): SearchHit[] {
  const hits: SearchHit[] = []
  const wanted = new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'iu')
  for (const { section, content } of searched) {
    for (const { name, text } of textsWithNames(content)) {
      const found = wanted.exec(text)
      if (!found) continue
      const shown = around(text, found.index, found[0].length)
      hits.push({ href: editorAddress(section.id, name), section: section.label, ...shown })
      if (hits.length === limit) return hits
    }
  }
  return hits
}

/** Conform gives fields of the generic editor the id `editor-{name}`. */
function editorAddress(sectionId: string, name: string) {
  return `/admin/${sectionId}#editor-${encodeURIComponent(name)}`
}

function around(text: string, at: number, length: number) {
  const [start, end] = [Math.max(0, at - CONTEXT), Math.min(text.length, at + length + CONTEXT)]
  return {
    before: (start > 0 ? '…' : '') + text.slice(start, at),
    match: text.slice(at, at + length),
    after: text.slice(at + length, end) + (end < text.length ? '…' : ''),
  }
}

/** Every text in `content` with the name of its form field, as in `products[0].title`. Skips keys such as `_id`. */
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
