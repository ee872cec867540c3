import type { SiteReader } from '#app/cms/define/content-reader.ts'

/** What is found of a thing, as visitors read it. */
export interface SearchEntry {
  title: string
  /** Where it is: the name of a page, of a product. */
  place: string
  /** A day, YYYY-MM-DD; '' for a thing without one. */
  date: string
  href: string
  /** What it is also found by, and never shown: another spelling of its title, its years. */
  names?: readonly string[]
  /** What it says, a paragraph each. What nobody can read on the website must not be among them. */
  texts: readonly string[]
  /** What is behind it, such as the text of a file. It counts less. */
  furtherTexts?: readonly string[]
}

/** A thing that is found, with what its entry is made of. */
export interface SearchedThing {
  /** Unique in its group. */
  id: string
  /** The values that its entry depends on. Its entry is made again when one of them is another value. */
  basis: readonly unknown[]
  entry: () => SearchEntry
}

/** Things of one kind. */
export interface SearchGroup {
  /** Kebab-case. */
  id: string
  /** The heading of what is found: `Documents`. */
  label: string
  /** Below 1 for things that count less than others with the same words, such as news of the past. */
  weight?: number
  /** What visitors find of it now, from memory. Called at each change of content, so it must be cheap. */
  things: (site: SiteReader) => Iterable<SearchedThing>
}
