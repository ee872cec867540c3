import type { Author } from '#app/cms/platform/author.server.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import type { MergedContent } from '#app/cms/content/compare/merge-content.ts'
import type { Collision } from '#app/cms/content/compare/merge-edits.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { Put } from '#app/cms/storage/storage.ts'
import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'

/** The content of one section that is not published yet. */
export interface Draft {
  section: SectionDefinition
  /** Id of the release that it belongs to; undefined: the draft of the section outside any release. */
  release: string | undefined
  /** Id of the current revision. The next change sends it back, so that no editor replaces an unseen revision. */
  revision: string
  /** The published content that it was made from. */
  base: DraftBase
  /** The output of the section's schema. */
  content: unknown
  /** True if it removes the entry when it is published. `content` is then what the entry had when that was decided. */
  removes?: true | undefined
  /** Where visitors of its page go then: an address of the site. Undefined, or '': they read that the page is gone. */
  visitorsGoTo?: string | undefined
  /** Id of the person who saved this revision. */
  author: string
  /** Ids of all people who have saved a revision of the draft, the newest last. */
  authors: readonly string[]
  /** When this revision was saved: ISO 8601, UTC. */
  time: string
}

export interface DraftBase {
  version: string
  content: unknown
}

/** A draft merged with what is published now. */
export interface EffectiveDraft {
  draft: Draft
  /**
   * The content that would be published; undefined if the entry would be removed. At the places of conflicts it has the
   * value of the draft.
   */
  value: unknown
  /** Version of what is published now. */
  version: string
  /** The places that the draft and the published content have changed differently. */
  conflicts: readonly Collision[]
  /** Set if the schema refuses the merge of all changes: see `mergeContent`. */
  refused?: MergedContent['refused'] | undefined
}

export interface SaveDraft {
  release?: string | undefined
  /** The content to save. It has to fit the schema of the section. */
  content: unknown
  /** The person who saves. */
  author: Author
  /** Version of the published content that the change was made from. */
  version: string
  /** Revision of the draft that the change was made from; null: there was none. Left out: any draft is replaced. */
  expectedRevision?: string | null | undefined
}

interface InRelease {
  release?: string | undefined
}

/** A draft that goes to another release, or out of one. */
export interface DraftMove {
  section: SectionDefinition
  from?: string | undefined
  to?: string | undefined
  /** The person who moves it. */
  author: Author
}

/** Changes of drafts that are made in one commit. */
export interface DraftChanges {
  saved?: readonly (SaveDraft & { section: SectionDefinition })[]
  moved?: readonly DraftMove[]
  /** Ids of releases whose records are removed, and the person who does it. Drafts that are not moved are discarded. */
  ended?: { releases: readonly string[]; author: Author } | undefined
}

/** The records of releases that are written, or removed, in one commit with drafts. */
export interface CommittingRecords {
  puts: readonly Put[]
  /** Called when the commit has happened, in the turn of the event loop that shows the drafts. Must not throw. */
  onCommit: () => void
}

/** Drafts that a publication writes. */
export interface PreparedDrafts {
  /** Their files, to be written at any time after the publication is public. */
  files: readonly { name: string; text: string }[]
  /** Shows them, synchronously. Must not throw. */
  show: () => void
}

export interface Drafts {
  /** The draft of a section; undefined if there is none. From memory. */
  find(section: SectionDefinition, release?: string): Draft | undefined
  /** Every draft, in the order of the sections. From memory. */
  list(): Draft[]
  /** The draft of a section merged with what is published now; undefined if there is none. From memory. */
  effective(section: SectionDefinition, release?: string): EffectiveDraft | undefined
  /**
   * Saves a draft as a new revision; resolves when it is on disk. Content that does not differ from its published base
   * needs no draft: an existing one is discarded, and the result is undefined. Content that does not differ from the
   * draft makes no revision. Rejects with InvalidContent,
   * DraftConflict (another revision is current), VersionConflict (the version is neither published nor in the history),
   * or another ExpectedError, such as a StorageError. Then nothing has changed.
   */
  save(section: SectionDefinition, draft: SaveDraft): Promise<Draft | undefined>
  /**
   * Saves a draft that removes an entry when it is published. It replaces an earlier draft, whose revision stays stored.
   * Rejects as `save` does, and with EntryRemoved if the entry does not exist.
   */
  saveRemoval(
    section: SectionDefinition,
    draft: Omit<SaveDraft, 'content'> & Pick<Draft, 'visitorsGoTo'>,
  ): Promise<Draft>
  /**
   * Discards a draft. Resolves with the revision to pass to `undoDiscard`; undefined if there is no draft. Rejects with
   * DraftConflict or StorageError.
   */
  discard(
    section: SectionDefinition,
    options: InRelease & { author: Author; expectedRevision?: string | undefined },
  ): Promise<string | undefined>
  /**
   * Restores a discarded draft. `check` gets it before and may throw to give up. Rejects with that error, DraftNotFound,
   * DraftConflict or another ExpectedError.
   */
  undoDiscard(
    section: SectionDefinition,
    options: InRelease & {
      author: Author
      revision: string
      check?: (draft: Pick<Draft, 'base' | 'content'>) => void
    },
  ): Promise<Draft>
  /**
   * Permanently removes discarded drafts whose time is over. `isOver` gets the folder of a draft and the time at which it
   * was discarded (milliseconds since 1970). Resolves with their folders. Rejects with StorageError.
   */
  removeDiscarded(isOver: (folder: string, discarded: number) => boolean): Promise<string[]>
  /**
   * Makes several changes at one moment, with the record of a release if one is made or removed: all of it, or nothing.
   * Drafts of a release count only while that has a record. Rejects as `save` does, with DraftNotFound or
   * DraftConflict (there is one already) for a move, and with PreconditionFailed if the record is not as expected. Does not tell the audit log.
   */
  changeTogether(changes: DraftChanges, records?: CommittingRecords): Promise<void>
  /**
   * Removes drafts that are published now, except those that have another revision by then. Rejects with StorageError.
   */
  dropPublished(drafts: readonly Pick<Draft, 'section' | 'release' | 'revision'>[]): Promise<void>
  /** Prepares drafts that appear together with a publication. Each is a new revision in its place. */
  prepare(drafts: readonly Omit<Draft, 'revision' | 'time'>[]): PreparedDrafts
  /** An earlier revision; undefined if it is no longer stored or cannot be read. */
  revision(section: SectionDefinition, options: InRelease & { revision: string }): Promise<Draft | undefined>
  /** Calls `listener` after each change. Returns a function that removes it. */
  subscribe(listener: (sectionId: string) => void): () => void
  /** Finishes queued changes. */
  close(): Promise<void>
}

/** The draft is not at the revision that a change was made from; nothing was changed. */
export class DraftConflict extends ExpectedError {
  override name = 'DraftConflict'
  constructor(
    readonly section: string,
    /** The current draft; undefined if it is published or discarded. */
    readonly current: Draft | undefined,
    /** Id of the person who has tried it. */
    by?: string,
  ) {
    const isOwn = by !== undefined && current?.author === by
    const who = isOwn ? 'You have' : 'Someone else has'
    super(409, `${who} changed this draft since you opened it. Nothing was changed.`)
  }
}

/** There is no such draft, or it does not exist any more. */
export class DraftNotFound extends ExpectedError {
  override name = 'DraftNotFound'
  constructor(readonly section: string) {
    super(404, 'This draft no longer exists.')
  }
}

/** The file of a revision. A change of the layout needs a new format. */
export const draftRecord = jsonText(
  z.object({
    format: z.literal(1),
    base: z.object({ version: z.string(), content: z.unknown() }),
    author: z.string(),
    authors: z.array(z.string()),
    time: z.iso.datetime(),
    /** Null: the draft was discarded. */
    content: z.record(z.string(), z.unknown()).nullable(),
    removes: z.literal(true).optional(),
    visitorsGoTo: z.string().optional(),
    /**
     * Where it was before it was moved here, and its revision there. It counts once that is not the newest revision there
     * any more, or that release has no record.
     */
    movedFrom: z.object({ release: z.string().optional(), revision: z.string() }).optional(),
    /** True for a draft that is discarded with its release. It counts once the release has no record. */
    endsWithRelease: z.literal(true).optional(),
  }),
)

/** What commits a revision that is written together with other files. Left out: its own file. */
export type CommittedWith = Pick<DraftRecord, 'movedFrom' | 'endsWithRelease'>

/** The text of a revision's file. */
export function writeDraftRecord(
  draft: Omit<Draft, 'section' | 'release' | 'revision'>,
  committedWith: CommittedWith = {},
): string {
  const { removes, visitorsGoTo, ...common } = draft
  const removal = removes && draft.content !== null && { removes, visitorsGoTo }
  return JSON.stringify({ format: 1, ...common, ...removal, ...committedWith })
}

/** The state that a draft was made from; undefined for one of an entry that did not exist. */
export function baseOf({ section, base }: Pick<Draft, 'section' | 'base'>): unknown {
  return section.entry && base.version === '' ? undefined : base.content
}

/** The state that a draft makes; undefined if it removes the entry. */
export function resultOf({ content, removes }: Pick<Draft, 'content' | 'removes'>): unknown {
  return removes ? undefined : content
}

export type DraftRecord = z.output<typeof draftRecord>

/** Name of the folder, below that of a section, with the draft that belongs to no release. */
export const NO_RELEASE = 'draft'

/** The folder name of a release, or of no release. Throws a TypeError for an id that is no safe file name. */
export function releaseFolder(release: string | undefined): string {
  if (release === undefined) return NO_RELEASE
  if (release === NO_RELEASE || !isRelease(release)) throw new TypeError(`“${release}” is not the id of a release`)
  return release
}

export function isRelease(name: string) {
  return /^[\da-z][\da-z-]{0,63}$/i.test(name)
}

/**
 * The id of the revision after `previous`. Ids sort in the order of the revisions, independent of the clock. Because of
 * the random part, the form of a removed draft never matches a later draft.
 */
export function nextRevision(previous: string | undefined, random: string): string {
  const count = previous === undefined ? 0 : Number.parseInt(previous, 10)
  return `${String(count + 1).padStart(8, '0')}-${random}`
}

/** The revision in the name of a file; undefined for other files. */
export function revisionOf(fileName: string): string | undefined {
  return /^(\d{8}-[\da-f]{8})\.json$/.exec(fileName)?.[1]
}
