import { adminLoader } from '#app/cms/guard.server.ts'
import { historyHref, textsHref } from '#app/cms/editing/server/section-history.server.ts'
import { UNUSED_DAYS, type Removal } from '#app/cms/operations/housekeeping/housekeeping-state.server.ts'
import {
  findLibraryFile,
  libraryDocuments,
  libraryImages,
  findFiles,
} from '#app/cms/media/library/library-files.server.ts'
import { MAX_STAGED_BYTES } from '#app/cms/media/uploads/staged-files.server.ts'
import type { TrashedFile } from '#app/cms/media/uploads/file-trash.server.ts'
import type { FileUse } from '#app/cms/content/site-files.server.ts'
import { formatTime } from '#app/cms/platform/format/time.ts'
import type { LibraryFile } from '#app/cms/media/library/library-file.ts'
import { focusHref, MOVE_ALL_SIZE, PAGE_SIZE, readFilesView } from './files-address.ts'
import { mayHaveFocus } from './picture-focus.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** How long a page waits for the search of the history (ms). After a start the search may take minutes. */
const SEARCH_MS = 1_500

export interface ShownFile extends LibraryFile {
  when: string
  /** The sections that use it; for a staged file, the drafts. */
  uses: FileUse[]
  /** True if it is not public yet. */
  isStaged: boolean
  /** The screen that sets its focus point; undefined if it can have none. */
  focusHref: string | undefined
}

/** A file that no section uses. */
export interface ShownUnused extends ShownFile {
  /** The last version that showed it, if the history has one. */
  lastUse: { label: string; href: string; until: string } | undefined
  /** True if it was uploaded within the last day. */
  isRecent: boolean
  /** The draft that shows it. */
  draft: FileUse | undefined
}

export interface ShownTrashed extends TrashedFile {
  when: string
  /** True if it was a staged file. After a restore it is staged again, not public. */
  isStaged: boolean
}

/** A removal by the housekeeping as the screen shows it. */
export interface ShownRemoval {
  when: string
  what: string
  name: string
}

export interface MoveQuestion {
  isAll: boolean
  count: number
  bytes: number
  /** Their names; only the first ones if all files of the view are meant. */
  files: string[]
}

/**
 * The files of the view in the address, and the question whether to delete a file (`?delete=`) or to move files to the
 * trash (`?move=`).
 */
export const filesLoader = adminLoader('editor', async ({ request }) => {
  const search = new URL(request.url).searchParams
  const { kind, query, page } = readFilesView(search)
  const { media, files: siteFiles, unusedFiles } = currentSite()
  const isSearched = kind === 'unused' && (await unusedFiles.refreshWithin(SEARCH_MS))
  const [images, documents, staged, unused, deleted] = [
    libraryImages(media),
    libraryDocuments(media),
    media.staged.list(),
    unusedFiles.list(),
    listTrashed(),
  ]
  const uses = siteFiles.fileUses()
  const draftUses = kind === 'staged' ? unusedFiles.draftUses() : new Map<string, FileUse[]>()
  const describe = (file: LibraryFile): ShownFile => {
    const isStaged = media.staged.find(file.file) !== undefined
    return {
      ...file,
      when: formatTime(file.modified),
      uses: (isStaged ? draftUses : uses).get(file.file) ?? [],
      isStaged,
      focusHref: kind === 'image' && mayHaveFocus(file.file) ? focusHref(file.file) : undefined,
    }
  }
  const shown = { query, page, pageSize: PAGE_SIZE }
  const lists = { image: images, document: documents, staged, unused, deleted: [], housekeeping: [] }
  const files = findFiles<LibraryFile>(lists[kind], shown)
  const trashed = findFiles(kind === 'deleted' ? deleted : [], shown)
  const asked = findLibraryFile(media.forStaff, search.get('delete') ?? '')
  return {
    view: { kind, query, page: kind === 'deleted' ? trashed.page : files.page },
    total: kind === 'deleted' ? trashed.total : files.total,
    counts: {
      image: images.length,
      document: documents.length,
      staged: staged.length,
      unused: unused.length,
      deleted: deleted.length,
    },
    files: files.files.map(describe),
    stagedBytes: staged.reduce((sum, { bytes }) => sum + bytes, 0),
    mostStagedBytes: MAX_STAGED_BYTES,
    trashed: trashed.files.map(describeTrashed),
    unused: files.files.length > 0 && kind === 'unused' ? files.files.map(describe).map(describeUnused) : [],
    /** Number of unused files that may be moved to the trash; undefined until the history has been searched. */
    freeCount: isSearched ? freeFiles(query).length : undefined,
    housekeeping: describeHousekeeping(),
    isMissing: search.has('delete') && !asked,
    deleting: asked && describe(asked),
    moving: isSearched ? readMoveQuestion(search, query) : undefined,
  }
})

function describeUnused(file: ShownFile): ShownUnused {
  const protection = currentSite().unusedFiles.protectionOf(file)
  const kept = { ...file, lastUse: undefined, isRecent: protection?.kind === 'recent', draft: undefined }
  if (protection?.kind === 'draft') return { ...kept, draft: protection.use }
  if (protection?.kind !== 'past') return kept
  const { section, entry, until } = protection.use
  // Of a section that this version of the website does not have, the version can only be read.
  const isKnown = currentSite().sections.resolve(section.id) !== undefined
  const href = isKnown ? `${historyHref(section.id)}/${entry}` : textsHref(section.id, entry)
  return { ...kept, lastUse: { label: section.label, href, until: formatTime(until) } }
}

/** The unused files that may be moved to the trash and whose names contain the words of the query, newest first. */
export function freeFiles(query: string): LibraryFile[] {
  const { unusedFiles } = currentSite()
  const free = unusedFiles.list().filter((file) => !unusedFiles.protectionOf(file))
  return findFiles(free, { query, page: 1, pageSize: MOVE_ALL_SIZE }).files
}

/** The question of `?move=chosen&file=…` or `?move=all`; undefined if the address has neither. */
function readMoveQuestion(search: URLSearchParams, query: string): MoveQuestion | undefined {
  const move = search.get('move')
  if (move !== 'all' && move !== 'chosen') return undefined
  const isAll = move === 'all'
  const chosen = new Set(search.getAll('file').slice(0, PAGE_SIZE))
  const free = freeFiles(isAll ? query : '')
  const files = isAll ? free : free.filter(({ file }) => chosen.has(file))
  return {
    isAll,
    count: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: files.slice(0, PAGE_SIZE).map(({ file }) => file),
  }
}

function describeHousekeeping() {
  const { unusedDays, lastRun, removals, paused } = currentSite().housekeeping.status()
  return {
    unusedDays,
    choices: UNUSED_DAYS,
    lastRun: lastRun === undefined ? undefined : formatTime(lastRun),
    paused,
    removals: removals.map(({ at, kind, name }): ShownRemoval => ({ when: formatTime(at), what: REMOVED[kind], name })),
  }
}

const REMOVED: Record<Removal['kind'], string> = {
  unused: 'Unused file, moved to the trash',
  staged: 'File that no draft shows, moved to the trash',
  draft: 'Discarded draft, removed permanently',
  trash: 'Deleted file, removed permanently',
  message: 'Message past its retention period, removed permanently',
  'damaged-message': 'Damaged message, removed permanently',
  temporary: 'Temporary file',
  variants: 'Smaller versions of a missing image',
}

/** Deleted files, public and staged ones, last deleted first. */
export function listTrashed(): (TrashedFile & { isStaged: boolean })[] {
  const { trash, staged } = currentSite().media
  return [
    ...trash.list().map((entry) => ({ ...entry, isStaged: false })),
    ...staged.trash.list().map((entry) => ({ ...entry, isStaged: true })),
  ].sort((a, b) => b.deleted - a.deleted)
}

function describeTrashed(entry: TrashedFile & { isStaged: boolean }): ShownTrashed {
  return { ...entry, when: formatTime(new Date(entry.deleted).toISOString()) }
}
