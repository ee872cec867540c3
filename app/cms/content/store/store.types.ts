import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { CommittingFile, DataFile, FileMove } from '#app/cms/content/publication-log/publication-record.ts'
import type { SectionDefinition, ContentOf } from '#app/cms/define/define-section.ts'
import type { Author } from '#app/cms/platform/author.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'

/** A section's current content, with the version that forms and API clients send back. */
export interface Snapshot<Content> {
  value: Content
  /** Strong validator of the file's text: 16 hex digits of its SHA-256. */
  version: string
}

/** The approval that a change relies on, if its section needs one. */
export interface ApprovalOptions {
  /** Names the approval of the change. Left out: a section that needs approval refuses the change. */
  approval?: string | undefined
  /** True for changes that need no approval: the undo of a publication, and what the site writes automatically. */
  withoutApproval?: boolean | undefined
}

/** What decides about edits of content, and which files go with them. */
export interface EditPolicy {
  /**
   * Called before anything is published. Returns the id of the person who has approved the change, undefined if no
   * approval is needed. Throws to refuse the change, such as ApprovalRequired.
   */
  approve?(change: ChangeToApprove): string | undefined
  /**
   * The staged files that new content names, if there are any: an edit publishes them with the content. Rejects if one
   * of them cannot be published; then the edit is refused.
   */
  stagedFilesOf?(content: unknown): Promise<PublishedFiles | undefined>
}

/** A change that is about to be published. */
export interface ChangeToApprove {
  section: SectionDefinition
  /** What is public now; undefined if nothing is. */
  current: Snapshot<unknown> | undefined
  next: unknown
  /** Who makes it. */
  author: Author
  /** Names the approval that it relies on. */
  approval: string | undefined
  /** True if it needs none. */
  withoutApproval: boolean
}

export interface UpdateOptions<Content> extends ApprovalOptions {
  /** The author, as the history shows it. */
  author: Author
  /** What was done, in a few words: 'Slide added'. */
  reason: string
  /** The version the change was made from. Without it, the change applies to the current content. */
  expectedVersion?: string
  /** True if it undoes an earlier change: then nothing is made for what only that change had added. */
  isUndo?: boolean | undefined
  /** Set if it undoes one edit: what that edit was, for the history. */
  undoes?: HistoryEntry['undoes']
  /** Makes the next content from the current one. Must not change its argument; may throw to give up. */
  change: (current: Content) => Content
  /**
   * Makes the content of a section whose file could never be read, and of an entry that does not exist. Left out: rejects
   * with ContentUnavailable.
   */
  create?: () => Content
}

export interface RemoveOptions extends ApprovalOptions {
  author: Author
  /** What was done, in a few words: 'Product page removed'. */
  reason: string
  /** Where visitors of its page go: an address of the site. Left out, or '': they read that the page is gone. */
  visitorsGoTo?: string | undefined
  /** The version that the person has seen. */
  expectedVersion?: string
}

export interface Updated<Content> extends Snapshot<Content> {
  /** Id of the history entry that stores the predecessor; undefined if the content did not change. */
  historyEntry: string | undefined
  /** Id of the person who approved it; undefined if that was not needed. */
  approvedBy?: string | undefined
}

/** A change of a section that is published together with others. */
export interface SectionChange {
  section: SectionDefinition
  /**
   * Makes the next content from the current one, which it must not change. Throws to refuse the whole publication. The
   * content of an entry is undefined while it does not exist, and undefined removes the entry.
   */
  change: (current: unknown) => unknown
  /** As of a removal. */
  visitorsGoTo?: string | undefined
}

/** Files that are moved with a publication: staged ones to the uploads, or back. */
export interface PublishedFiles {
  /** Names in the storage. Called when the next content of every section is known and nothing is published yet. */
  moves: () => readonly FileMove[]
  /** Called at the commit: shows the files to visitors, or hides them, where they are. Synchronous. Must not throw. */
  onCommit: () => void
  /** Moves the files. After a disk fault it is called again, also for files that it has moved. */
  apply: () => Promise<void>
}

export interface PublishOptions extends ApprovalOptions {
  author: Author
  /** What is published, in a few words, for the history of each section. */
  reason: string
  /** With a unique part, it names its record in the log of publications: letters, digits and dashes. */
  id: string
  /** As for an update. */
  isUndo?: boolean | undefined
  /** The files that are moved with it. */
  files?: PublishedFiles | undefined
  /** Files of the data folder that describe the publication: written with it, or after a kill by the next start. */
  dataFiles?: (published: readonly PublishedSection[]) => readonly DataFile[]
  /**
   * The file that commits the publication. Called after `dataFiles`. While the file does not have exactly this text, the
   * publication has no effect. Left out: the record in the log commits it.
   */
  committingFile?: ((published: readonly PublishedSection[]) => CommittingFile) | undefined
  /** The moment of a publication that is staged before it (ms since 1970). */
  time?: number | undefined
  /** True at its moment: it is committed at once, whether or not its record was seen before. */
  isDue?: boolean | undefined
}

/** A publication that is prepared for its moment. It has no effect before `publish`. */
export interface StagedPublication {
  /**
   * Publishes it, and rejects as `publish` of the store does. Resolves with undefined, and without a change, if a section
   * was changed since: then it is discarded.
   */
  publish: () => Promise<PublishedSection[] | undefined>
  /** Never rejects. */
  discard: () => Promise<void>
}

/** A section that a publication has changed. */
export interface PublishedSection {
  section: string
  /** Versions of its content before and after. */
  before: string
  version: string
  historyEntry: string | undefined
}

/** One problem of a content, with the dotted path of the field it belongs to ('' for the whole). */
export interface ContentIssue {
  path: string
  message: string
  /** Its line in the file, from 1. Undefined for content that is in no file, and after the first hundred issues. */
  line?: number | undefined
}

/** An entry that cannot get its next content, and why. */
export interface RefusedEntry {
  /** Id of its section. */
  section: string
  issues: ContentIssue[]
}

/** A past state of a section that the history stores, as far as it can be read now. */
export interface PastState {
  /** Empty if the record is damaged. */
  version: string
  /**
   * The output of the schema; if the schema refuses it, the content as parsed. Undefined if it cannot be parsed, and
   * without an issue if the entry did not exist.
   */
  value: unknown
  /** Why the section's schema refuses it. Empty: it can be restored. */
  issues: ContentIssue[]
}

/** A content file that cannot be used as it is, as far as it can be read. */
export interface BrokenFile extends PastState {
  fault: ContentProblem
  /** Version that an edit is made from: that of the last good content, else that of the file. */
  version: string
  /** Undefined if there is no file, or it cannot be read. */
  text: string | undefined
}

/** A content file that cannot be used as it is. Lines and columns count from 1. */
export interface ContentProblem {
  section: string
  file: string
  /** Undefined if the file is missing or cannot be read. */
  line?: number
  column?: number
  message: string
  /** True if the last good version is served; false if there never was one. */
  servesLastGood: boolean
  /** Since when that version exists: ISO 8601, UTC. */
  lastGoodSince?: string | undefined
  /** True if a later release has written the file, in a format that this release does not know. */
  isOfNewerFormat?: boolean
}

/** The part of a publication that is files. */
export interface FollowedFiles {
  /**
   * Hides the files that a publication is about to make public. To be called as soon as its record is known, because the
   * files may be moved before its content can be shown. Synchronous, must not throw. Returns the function that ends this:
   * to be called after `show`, or when the record is gone.
   */
  hold: (moves: readonly FileMove[]) => () => void
  /**
   * Makes the files known that a publication is about to move. Resolves with false if some of them do not come in time.
   * Rejects if the storage fails unexpectedly.
   */
  prepare: (moves: readonly FileMove[]) => Promise<boolean>
  /**
   * Shows and hides files as a publication moves them. Synchronous, must not throw. Returns the function that ends this,
   * to be called when the files are in their new places.
   */
  show: (moves: readonly FileMove[]) => () => Promise<void>
}

/** Where the log is written, and the files that commit publications. */
export type PublicationSource = Pick<Storage, 'list' | 'read' | 'watch'>

export interface ContentStore {
  /** Content of a section, from memory. Throws ContentUnavailable if the file could never be read. */
  read<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>>
  /** As read, but undefined if the file could never be read. */
  find<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>> | undefined
  /** Sorted keys of the entries that a collection has now. An entry whose file could never be read is one of them. */
  entryKeys(collection: CollectionDefinition): readonly string[]
  /**
   * Why entries cannot get this next content at one moment, by the ids of their sections (undefined: removed): two would
   * have one address, or a collection too many. Undefined if they can. From memory.
   */
  refusalOf(next: ReadonlyMap<string, unknown>): RefusedEntry | undefined
  /** The file of a section, if it cannot be used as it is; otherwise undefined. */
  brokenFile(section: SectionDefinition): BrokenFile | undefined
  /**
   * Changes a section. Resolves when the new file is on disk and every later read sees it. Rejects, without any change,
   * with VersionConflict, InvalidContent, ApprovalRequired, StorageError (disk full, read-only, lock lost), or with
   * what `change` threw. Staged files that the new content names are published with it, at the same moment.
   */
  update<Section extends SectionDefinition>(
    section: Section,
    options: UpdateOptions<ContentOf<Section>>,
  ): Promise<Updated<ContentOf<Section>>>
  /**
   * Removes an entry of a collection: its file is removed, and its history stays. Resolves as update does; without a
   * history entry, it did not exist. Rejects as update does, and with EntryRemoved if another person has removed it.
   */
  remove(section: SectionDefinition, options: RemoveOptions): Promise<Pick<Updated<unknown>, 'historyEntry'>>
  /**
   * Changes any number of sections, and publishes staged files, at one moment: readers see all of it or nothing, and so
   * does the next start after a kill. Resolves to the changed sections when everything is on disk, or when the disk
   * refuses a part: then that is retried, and the site's health reports it. Rejects, without any change, as update
   * does, with what `change` or `dataFiles` threw, and with PreconditionFailed if `committingFile` has changed.
   */
  publish(changes: readonly SectionChange[], options: PublishOptions): Promise<PublishedSection[]>
  /**
   * Prepares a publication shortly before its moment: then its record was seen, and its publication is one small write.
   * Only with a `committingFile`. Rejects as publish does.
   */
  stage(changes: readonly SectionChange[], options: PublishOptions): Promise<StagedPublication>
  /**
   * For a store that is only read: shows each publication of the log at one moment, with its files. Resolves when the
   * current publications are shown. Never rejects.
   */
  followPublications(source: PublicationSource, files: FollowedFiles): Promise<void>
  /** Resolves when no publication is pending because of a fault of the disk. Rejects with StorageError. */
  completePublications(): Promise<void>
  /** Completes publications interrupted before this start. Never rejects. To be awaited before anything is served. */
  recoverPublications(): Promise<void>
  /**
   * Restores the predecessor that a history entry stores, as an edit of its own. Rejects as update does, with
   * InvalidContent and every issue if the schema refuses it now, and with HistoryEntryNotFound or HistoryEntryDamaged.
   * Needs no readable content: it also repairs a file that could never be read.
   */
  restore<Section extends SectionDefinition>(
    section: Section,
    entryId: string,
    by: { author: Author; expectedVersion?: string },
  ): Promise<Updated<ContentOf<Section>>>
  /**
   * Writes the content that is served while the file is missing or broken into the file, as an edit of its own. Rejects
   * as update does, and with ContentUnavailable if there is none.
   */
  writeLastGood<Section extends SectionDefinition>(
    section: Section,
    by: { author: Author },
  ): Promise<Updated<ContentOf<Section>>>
  /**
   * When the published content of a section last changed. Undefined if it has not been changed here, because a file has
   * the time at which it was copied, and if some read copies of the files. From memory.
   */
  lastChange(section: SectionDefinition): Date | undefined
  /**
   * Past edits, newest first, also of a section that this site does not have any more. With `newest` at most so many,
   * without waiting for the others after a start.
   */
  history(section: Pick<SectionDefinition, 'id'>, newest?: number): Promise<HistoryEntry[]>
  /** The newest edits of these sections together, newest first. Their other edits are not read. */
  latestEdits(sections: readonly SectionDefinition[], count: number): Promise<HistoryEntry[]>
  /** Reads the lists of past edits, so that no page has to wait for them. Rejects if the store is closed meanwhile. */
  readHistory(): Promise<void>
  /** The predecessor that a history entry stores, read from disk. Rejects with HistoryEntryNotFound. */
  past(section: SectionDefinition, entryId: string): Promise<PastState>
  /**
   * The texts that the record of a history entry stores: the version that was replaced, and the one that replaced it.
   * They are neither parsed nor checked. Undefined if the record cannot be read, or was removed.
   */
  pastTexts(section: Pick<SectionDefinition, 'id'>, entryId: string): Promise<string[] | undefined>
  /** Files that cannot be used as they are, in the order of the sections. */
  faults(): ContentProblem[]
  /** Calls `listener` after each change, before the change is acknowledged. Returns a function that removes it. */
  subscribe(listener: (sectionId: string) => void): () => void
  /** Finishes queued writes, stops watching, frees the lock. */
  close(): Promise<void>
}
