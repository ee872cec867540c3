import type { SectionDefinition, ContentOf } from '#app/schema/define-section.ts'

/** A section's current content, with the version that forms and API clients send back. */
export interface Snapshot<Content> {
  value: Content
  /** Strong validator of the file's text: 16 hex digits of its SHA-256. */
  version: string
}

/** What a change relies on where its section needs approval. */
export interface ApprovalOptions {
  /** Names the approval of the change. Left out: a section that needs approval refuses the change. */
  approval?: string | undefined
  /** True for what is published without approval: what takes back a publication, and what the site writes by itself. */
  withoutApproval?: boolean | undefined
}

/** A change that is about to be published. */
export interface ChangeToApprove {
  section: SectionDefinition
  /** What is public now; undefined if nothing is. */
  current: Snapshot<unknown> | undefined
  next: unknown
  /** Names the approval that it relies on. */
  approval: string | undefined
}

export interface UpdateOptions<Content> extends ApprovalOptions {
  /** Who asked for it, as history shows it. */
  author: string
  /** What was done, in a few words: 'Slide added'. */
  reason: string
  /** The version the change was made from. Without it, the change applies to the current content. */
  expectedVersion?: string
  /** Makes the next content from the current one. Must not change its argument; may throw to give up. */
  change: (current: Content) => Content
  /** Makes the content of a section whose file never could be read. Left out: rejects with ContentUnavailable. */
  create?: () => Content
}

export interface Updated<Content> extends Snapshot<Content> {
  /** Names the history entry that holds the predecessor; undefined where the content did not change. */
  historyEntry: string | undefined
  /** Id of the person who approved it; undefined if that was not needed. */
  approvedBy?: string | undefined
}

/** A change of a section that is published together with others. */
export interface SectionChange {
  section: SectionDefinition
  /** Makes the next content from the current one, which it must not change. Throws to refuse the whole publication. */
  change: (current: unknown) => unknown
}

/** Files that are moved with a publication: staged ones to the uploads, or back. */
export interface PublishedFiles {
  /** Names in the storage. Asked for when the next content of every section is known, and nothing is published yet. */
  moves: () => readonly { from: string; to: string }[]
  /** Makes staged files public from where they lie, at once. Must not throw. */
  reveal: () => void
  /** Moves the files. Is called again after a fault of the disk, also for what it has moved. */
  publish: () => Promise<void>
}

/** What a publication of another node changes beside content: files that are moved, and files of the data folder that are put. */
export interface OtherPublication {
  id: string
  files: readonly { from: string; to: string }[]
  puts: readonly { name: string; text: string }[]
}

/** What a publication of another node has made public beside content, as long as that node writes it to its places. */
export interface FollowedPublication {
  /** Moves its files in the place of that node, which has ended. Is called again after a fault, also for what it has moved. */
  moveFiles?: () => Promise<void>
  /** Its files are in their places now, and its records on disk. */
  end: () => void
  /** This node has completed it. Must not reject. */
  onCompleted: () => Promise<void>
}

export interface PublishOptions extends ApprovalOptions {
  author: string
  /** What is published, in a few words, for the history of each section. */
  reason: string
  /** Names the record while it is being published: letters, digits and dashes. */
  id: string
  /** The files that are moved with it. */
  files?: PublishedFiles | undefined
  /** Files of the data folder that tell of the publication: written with it, also by the next start after a kill. */
  record?: (published: readonly PublishedSection[]) => readonly { name: string; text: string }[]
}

/** A section that a publication has changed. */
export interface PublishedSection {
  section: string
  /** Versions of its content before and after. */
  before: string
  version: string
  historyEntry: string | undefined
}

/** One past edit: the predecessor it kept, when it was replaced, by whom and why. */
export interface HistoryEntry {
  id: string
  section: string
  /** ISO 8601, UTC. */
  time: string
  author: string
  /** Id of the second person, where the section needed approval. */
  approvedBy?: string | undefined
  reason: string
  /** Version of the kept predecessor. */
  version: string
  /** Version that replaced it. */
  replacedBy: string
  /** What the edit did. Undefined where one of the two states cannot be read, and for entries of long ago. */
  summary?: EditSummary | undefined
}

/** What an edit did, kept with it so that lists of edits need not read the texts. */
export interface EditSummary {
  /** In how many fields and list entries the two states differ. */
  changes: number
  /** Words for the first few of them. */
  fields: string[]
  /** List entries with an `_id` that are gone with it. */
  removed: RemovedEntry[]
  /** Entries that the edit added or changed. Undefined if there are too many, and in records written before this field existed. */
  changed?: EntryPlace[] | undefined
}

/** Where an entry is: the path of its list, with dots between the keys (`disclaimer.paragraphs`), and its `_id`. */
export interface EntryPlace {
  list: string
  id: string
}

export interface RemovedEntry extends EntryPlace {
  title: string
}

/** One problem of a content, with the dotted path of the field it belongs to ('' for the whole). */
export interface ContentIssue {
  path: string
  message: string
  /** Where it is in the file, from 1. Undefined for content that is in no file, and after the first hundred issues. */
  line?: number | undefined
}

/** A state of a section that history keeps, as far as it can be used now. */
export interface PastState {
  /** Empty where the record is damaged. */
  version: string
  /** As the schema yields it; where it refuses it, as the file has it; undefined where not even that can be read. */
  value: unknown
  /** Why the section's schema refuses it. Empty: it can be restored. */
  issues: ContentIssue[]
}

/** What is known of a content file that cannot be used as it is. */
export interface BrokenFile extends PastState {
  fault: ContentProblem
  /** Version that an edit is made from: that of the last good content, else of what the file holds. */
  version: string
  /** Undefined if there is no file, or it cannot be read. */
  text: string | undefined
}

/** A content file that cannot be used as it is. Lines and columns count from 1. */
export interface ContentProblem {
  section: string
  file: string
  line: number
  column: number
  message: string
  /** True where the last good version serves on; false where there never was one. */
  servesLastGood: boolean
  /** Since when there is that version: ISO 8601, UTC. */
  lastGoodSince?: string | undefined
}

export interface ContentStore {
  /** Content of a section, from memory. Throws ContentUnavailable where the file never could be read. */
  read<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>>
  /** As read, but undefined where the file never could be read. */
  find<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>> | undefined
  /** What the file of a section says that cannot be used as it is. Undefined if it can. */
  brokenFile(section: SectionDefinition): BrokenFile | undefined
  /**
   * Changes a section. Resolves when the new file is on disk and every later read sees it. Rejects with VersionConflict,
   * InvalidContent, ApprovalRequired, StorageError (disk full, read-only, lock lost), or with what `change` threw; then nothing
   * has changed. Staged files that the new content names are published with it, at the same moment.
   */
  update<Section extends SectionDefinition>(
    section: Section,
    options: UpdateOptions<ContentOf<Section>>,
  ): Promise<Updated<ContentOf<Section>>>
  /**
   * Changes any number of sections, and publishes staged files, at one moment: readers see all of it or nothing, and so does
   * the next start after a kill. Resolves to the sections that have changed when everything is on disk, or when the disk
   * refuses a part: then that is tried again, and the site's health says so. Rejects as update does, with what a `change` or
   * `record` threw, and with a PreconditionFailed if a publication of this id is not completed; then nothing has changed.
   */
  publish(changes: readonly SectionChange[], options: PublishOptions): Promise<PublishedSection[]>
  /**
   * From now on, what other nodes publish is public here at one moment. `reveal` makes public what a publication changes beside
   * content; it is called in the turn of the event loop in which its content becomes public, and must not throw. Resolves when
   * what is being published now is public. Never rejects. Does nothing where there are no other nodes.
   */
  followOthers(reveal: (publication: OtherPublication) => FollowedPublication): Promise<void>
  /** Takes over what other nodes have changed, by the names of the files. Never rejects. */
  takeOver(names: readonly string[]): Promise<void>
  /** Completes the publications that were cut short before this start. Never rejects. To be awaited before anything is served. */
  finishPublications(): Promise<void>
  /**
   * Puts the predecessor kept by a history entry back, as an edit of its own. Rejects as update does, InvalidContent with
   * every issue where the schema no longer takes it, and with HistoryEntryNotFound or
   * HistoryEntryDamaged. Needs no readable content: it is the way back from a file that never could be read.
   */
  restore<Section extends SectionDefinition>(
    section: Section,
    entryId: string,
    by: { author: string; expectedVersion?: string },
  ): Promise<Updated<ContentOf<Section>>>
  /**
   * Writes the content that serves while the file is missing or broken into the file, as an edit of its own. Rejects as update
   * does, and with ContentUnavailable where there is none.
   */
  writeLastGood<Section extends SectionDefinition>(
    section: Section,
    by: { author: string },
  ): Promise<Updated<ContentOf<Section>>>
  /** Past edits, newest first. */
  history(section: SectionDefinition): Promise<HistoryEntry[]>
  /** The predecessor kept by a history entry, read from disk. Rejects with HistoryEntryNotFound. */
  past(section: SectionDefinition, entryId: string): Promise<PastState>
  /**
   * The texts that the record of a history entry stores: the version that was replaced, and the one that replaced it. They are
   * neither parsed nor checked. Undefined if the record cannot be read, or is gone.
   */
  pastTexts(section: SectionDefinition, entryId: string): Promise<string[] | undefined>
  /** Files that cannot be used as they are, in the order of the sections. */
  faults(): ContentProblem[]
  /** Calls `listener` after each change of what reads return, before the change is acknowledged. Returns a function that removes it. */
  subscribe(listener: (sectionId: string) => void): () => void
  /** Finishes queued writes, stops watching, frees the lock. */
  close(): Promise<void>
}
