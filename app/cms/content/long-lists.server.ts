import type { ContentReader } from '#app/cms/define/content-reader.ts'
import { longLists, type LongList } from '#app/cms/define/list-length.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'

/** A list of the published content that is too long. */
interface PublishedLongList<Section> {
  section: Section
  message: string
}

/** The long lists of contents, which never change. */
const known = new WeakMap<object, LongList[]>()

/** The lists of the published content that are too long, in the order of the sections. */
export function publishedLongLists<Section extends SectionDefinition>(
  sections: readonly Section[],
  content: Pick<ContentReader, 'find'>,
): PublishedLongList<Section>[] {
  return sections.flatMap((section) => {
    const value: unknown = content.find(section)?.value
    if (typeof value !== 'object' || value === null) return []
    const lists = known.get(value) ?? longLists(section.schema, value)
    known.set(value, lists)
    return lists.map(({ message }) => ({ section, message }))
  })
}
