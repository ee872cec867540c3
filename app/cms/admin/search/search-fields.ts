import type { z } from 'zod'
import { walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import { wordsOf } from '#app/cms/content/compare/content-words.ts'
import type { SearchHit } from './content-hits.ts'
import { findFolded, foldText } from '#app/cms/platform/format/fold-text.ts'
import { markedPlaces } from '#app/cms/search/marked-line.ts'

/** A form whose fields are searched by their names. */
interface SearchedForm {
  label: string
  /** Address of its screen. */
  href: string
  schema: z.ZodObject
  /** False if the screen is a list: it has no fields that an address could name. */
  hasFields: boolean
}

/**
 * Finds the fields whose name contains `query`, whatever the case and accents, for staff who look for the place of a
 * text that is still empty. A field of a list is found once: the address is that of the first entry.
 */
export function searchFields(forms: Iterable<SearchedForm>, query: string): SearchHit[] {
  const wanted = foldText(query)
  return [...forms].flatMap(({ label, href, schema, hasFields }) =>
    [...namedFields(walkSchema(schema), { name: '', parents: '' })].flatMap(({ name, parents, own }): SearchHit[] => {
      const found = findFolded(own, wanted)
      if (!found) return []
      const text = parents + own
      const place = { start: parents.length + found.start, end: parents.length + found.end }
      return [
        {
          href: hasFields ? `${href}#editor-${encodeURIComponent(name)}` : href,
          field: label,
          parts: markedPlaces(text, [place], { start: 0, end: text.length }),
        },
      ]
    }),
  )
}

interface NamedField {
  /** Its name in the form. */
  name: string
  /** Labels of the lists and groups around it, as in `Members › `. */
  parents: string
  own: string
}

function* namedFields(node: SchemaNode, around: Omit<NamedField, 'own'>): Generator<NamedField> {
  for (const [key, field] of node.fields) {
    if (key.startsWith('_')) continue
    const name = around.name === '' ? key : `${around.name}.${key}`
    const own = field.label ?? wordsOf(key)
    yield { name, parents: around.parents, own }
    const parents = `${around.parents}${own} › `
    yield* namedFields(field.element ?? field, { name: field.element ? `${name}[0]` : name, parents })
  }
}
