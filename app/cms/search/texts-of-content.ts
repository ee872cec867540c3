import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'

/** A path of this site, a fragment, or an address such as https://… and mailto:… */
const ADDRESS = /^(?:[/#]\S*|[a-z][a-z+.-]*:\S+)$/i

/**
 * The texts of a content for people: without keys, files, addresses, and choices. Fields in `leftOut`, at any depth, are
 * left out too: those that no page shows, and those that name something by its address.
 */
export function proseOf<Section extends SectionDefinition>(
  { schema }: Section,
  content: ContentOf<Section> | undefined,
  ...leftOut: readonly string[]
): string[] {
  return content === undefined ? [] : [...textsOf(walkSchema(schema), content, new Set(leftOut))]
}

function* textsOf(node: SchemaNode, value: unknown, leftOut: ReadonlySet<string>): Generator<string> {
  if (node.upload ?? node.reference ?? node.titles) return
  if (typeof value === 'string') {
    if (value !== '' && !ADDRESS.test(value)) yield value
  } else if (Array.isArray(value) && node.element) {
    for (const item of value) yield* textsOf(node.element, item, leftOut)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of node.fields) {
      if (name.startsWith('_') || leftOut.has(name)) continue
      yield* textsOf(field, (value as Record<string, unknown>)[name], leftOut)
    }
  }
}
