import type { CollectionDefinition } from './define-collection.ts'
import type { ContentOf, SectionDefinition } from './define-section.ts'

/** Reads the content of a section at one moment; undefined if it could never be read. */
export type ReadContent = <Section extends SectionDefinition>(section: Section) => ContentOf<Section> | undefined

/** A change of content that other content may be derived from. */
export interface ContentChange {
  before: ReadContent
  after: ReadContent
  /** Keys of the entries that a collection has before the change. */
  entryKeys: (collection: CollectionDefinition) => readonly string[]
  /** Ids of the sections that change. */
  changed: readonly string[]
  /**
   * The address where visitors of the page of an entry go that is removed, by the id of its section. None, or '': they
   * read that the page is gone.
   */
  goTo: ReadonlyMap<string, string>
  /** True if it undoes an earlier change. */
  isUndo: boolean
  /** The moment of the change. */
  time: Date
}

/**
 * The content of one section that is derived from other sections, such as the redirects from addresses that have changed.
 * It is published with them, at the same moment.
 */
export interface DerivedContent {
  /** Its file is locked after those of all others. */
  section: SectionDefinition
  /** How this section has to change after a change of other ones; undefined if it need not. Must not throw. */
  derive: (change: ContentChange) => DerivedChange | undefined
}

export interface DerivedChange {
  /** What is done, for the history. */
  reason: string
  /** Makes the next content. Must give the same result when it is applied again. */
  change: (current: unknown) => unknown
}
