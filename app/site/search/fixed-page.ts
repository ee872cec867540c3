import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { proseOf } from '#app/cms/search/texts-of-content.ts'

export type FindContent = <Section extends SectionDefinition>(section: Section) => ContentOf<Section> | undefined

/** A page with a fixed address, and what it says. */
export interface FixedPage {
  href: string
  title: string
  place?: string
  /** Headings of the page that are no content, and what visitors call it. */
  names?: readonly string[]
  /** What its texts depend on. */
  basis: readonly unknown[]
  /** What visitors read on it today. */
  texts: () => readonly string[]
}

/** The page that shows all of one section. Its title is that of the section, if none is given. */
export function* pageOfSection(
  find: FindContent,
  section: SectionDefinition,
  { title, ...more }: { title?: string; place?: string; names?: readonly string[] },
): Iterable<FixedPage> {
  const content = find(section)
  if (content === undefined) return
  const own = (content as { title?: string }).title ?? ''
  yield {
    ...{ href: section.page, title: title ?? own, ...more, basis: [content] },
    texts: () => proseOf(section, content),
  }
}
