import { actorOf, authorId, type Author } from '#app/cms/platform/author.server.ts'
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import type { AuditEvent } from '#app/cms/people/audit/audit-event.ts'
import { mergeContent } from '#app/cms/content/compare/merge-content.ts'
import { listDifferences } from '#app/cms/content/compare/content-differences.ts'
import { toContentIssues } from '#app/cms/content/format/content-file.ts'
import { MAX_YAML_BYTES } from '#app/cms/content/format/yaml-document.ts'
import { EntryKept, EntryRemoved, InvalidContent, NewerFormat, VersionConflict } from '#app/cms/content/store/errors.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { inOrderOf, type SiteSections } from '#app/cms/define/site-sections.ts'
import { issuesOfChange } from '#app/cms/define/list-length.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { Put } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import {
  baseOf,
  nextRevision,
  resultOf,
  writeDraftRecord,
  DraftConflict,
  DraftNotFound,
  type CommittedWith,
  type CommittingRecords,
  type Draft,
  type DraftBase,
  type DraftChanges,
  type DraftMove,
  type Drafts,
  type EffectiveDraft,
  type SaveDraft,
} from './draft.ts'
import {
  fileOf,
  folderName,
  keyOf,
  readRevision,
  readStoredDrafts,
  showRevision,
  type DraftFolder,
  type StoredDraftsOptions,
} from './stored-drafts.server.ts'

/** Delay before drafts are compared with what is published (ms). */
const DROP_EQUAL_MS = 1_000
export interface DraftLimits {
  drafts: number
  /** Revisions that are stored of each draft, including the current one. */
  revisions: number
}

interface DraftsOptions extends StoredDraftsOptions {
  /** Records every draft that a person saves, restores or discards. */
  audit: { record: (event: AuditEvent) => void }
  content: Pick<ContentStore, 'find' | 'history' | 'past' | 'subscribe' | 'brokenFile'>
  sections: Pick<SiteSections, 'resolve' | 'all'>
  limits?: DraftLimits | undefined
}

type RevisionValues = Omit<Draft, 'section' | 'release' | 'revision'>

/** A revision that is about to be written. */
interface NewRevision {
  folder: DraftFolder
  values: RevisionValues
  committedWith?: CommittedWith
}

/**
 * Opens the drafts of a site: reads the newest revision of each. A file that cannot be read is reported to `health`,
 * and the revision before it is used. Never rejects: if the folder cannot be read, drafts are refused until a restart.
 */
export async function openDrafts(options: DraftsOptions): Promise<Drafts> {
  const { storage, content, sections, audit, log, limits = { drafts: 200, revisions: 20 }, now = Date.now } = options
  const { folders, isUnreadable } = await readStoredDrafts(options)
  const listeners = new Listeners<[sectionId: string]>()
  /** One change at a time: each depends on the current revision. */
  const runExclusive = limitConcurrency({ running: 1, waiting: 1000 })

  function find(section: SectionDefinition, release?: string) {
    return folders.get(keyOf(section, release))?.draft
  }

  function list() {
    const drafts = [...folders.values()].flatMap(({ draft }) => draft ?? [])
    return inOrderOf(sections.all(), drafts)
  }

  function effective(section: SectionDefinition, release?: string) {
    const folder = folders.get(keyOf(section, release))
    if (!folder?.draft) return undefined
    const published = content.find(section)
    const { draft, effective: known } = folder
    const isGone = section.entry !== undefined && !published && draft.base.version !== ''
    const version = published?.version ?? (isGone ? '' : draft.base.version)
    if (known?.draft === draft && known.version === version) return known
    const current = published ? published.value : isGone ? undefined : baseOf(draft)
    folder.effective = mergeDraft(draft, version, current)
    return folder.effective
  }

  function change<Result>(task: () => Promise<Result>): Promise<Result> {
    if (isUnreadable) return Promise.reject(new StorageError('io'))
    return runExclusive(task)
  }

  function announce(section: SectionDefinition) {
    listeners.announce(section.id)
  }

  /**
   * Writes revisions and the record of a release in one commit, shows them, and removes revisions beyond the limit.
   * `ends` are written last. Resolves with the id of each revision.
   */
  async function commit(
    revisions: readonly NewRevision[],
    { records, ends = [] }: { records?: CommittingRecords | undefined; ends?: readonly NewRevision[] } = {},
  ): Promise<string[]> {
    const withId = ({ folder, values, committedWith }: NewRevision) => {
      const revision = nextRevision(folder.revisions.at(-1), randomBytes(4).toString('hex'))
      const put: Put = { name: fileOf(folder, revision), bytes: writeDraftRecord(values, committedWith) }
      return { folder, values, revision, put }
    }
    const [first, last] = [revisions.map(withId), ends.map(withId)]
    const puts = [...first.map(({ put }) => put), ...(records?.puts ?? []), ...last.map(({ put }) => put)]
    const committing = puts.pop()
    if (!committing) return []
    await storage.commit([...puts, committing])
    const made = [...first, ...last]
    for (const { folder, values, revision } of made) {
      const { section, release } = folder
      folders.set(keyOf(section, release), folder)
      folder.revisions.push(revision)
      folder.draft = values.content === null ? undefined : { section, release, revision, ...values }
      folder.discarded = folder.draft ? undefined : values.time
    }
    records?.onCommit()
    for (const section of new Set(made.map(({ folder }) => folder.section))) announce(section)
    await removeSurplus(made.map(({ folder }) => folder))
    return made.map(({ revision }) => revision)
  }

  /** Removes revisions beyond the limit. Never rejects: a file that stays is removed with the next revision. */
  async function removeSurplus(changed: readonly DraftFolder[]) {
    const over = changed.filter(({ revisions }) => revisions.length > limits.revisions)
    if (over.length === 0) return
    const surplus = over.flatMap((folder) =>
      folder.revisions.slice(0, -limits.revisions).map((name) => fileOf(folder, name)),
    )
    try {
      await storage.remove(surplus)
      for (const folder of over) folder.revisions = folder.revisions.slice(-limits.revisions)
    } catch (err) {
      log.warn({ err, files: surplus }, 'Earlier revisions of drafts could not be removed')
    }
  }

  async function write(folder: DraftFolder, values: RevisionValues): Promise<string | undefined> {
    const [revision] = await commit([{ folder, values }])
    return revision
  }

  /** The content of a version of a section: the published one, the base of the draft, or one of the history. */
  async function baseAt(section: SectionDefinition, version: string, draft: Draft | undefined): Promise<DraftBase> {
    const published = content.find(section)
    if (published?.version === version) return { version, content: published.value }
    if (draft?.base.version === version) return draft.base
    const entry = (await content.history(section)).find((candidate) => candidate.version === version)
    const past = entry && (await content.past(section, entry.id))
    if (past?.issues.length === 0) return { version, content: past.value }
    // The section is not published, so there is nothing to merge with.
    if (!published) return { version, content: {} }
    throw new VersionConflict(section.id, published)
  }

  function folderOf(section: SectionDefinition, release: string | undefined): DraftFolder {
    return folders.get(keyOf(section, release)) ?? { section, release, revisions: [], draft: undefined }
  }

  function checkRoom(added = 1) {
    if (list().length + added > limits.drafts)
      throw new ExpectedError(507, `There are ${limits.drafts} drafts already. Publish or discard one of them first.`, {
        code: 'too-many-drafts',
      })
  }

  function record(draft: Pick<Draft, 'base' | 'content' | 'removes' | 'visitorsGoTo' | 'authors'>, by: Author) {
    const author = authorId(by)
    const { base, content: value, removes, visitorsGoTo, authors } = draft
    const others = authors.filter((other) => other !== author)
    const time = new Date(now()).toISOString()
    return {
      base,
      content: value,
      ...(removes && { removes, visitorsGoTo }),
      author,
      authors: [...others, author],
      time,
    }
  }

  function requireRevision(
    { section, draft }: DraftFolder,
    { expectedRevision, author }: Pick<SaveDraft, 'expectedRevision' | 'author'>,
  ) {
    if (expectedRevision !== undefined && expectedRevision !== (draft?.revision ?? null))
      throw new DraftConflict(section.id, draft, authorId(author))
  }

  /**
   * Removes the folders of drafts for good. The newest revision of each goes last, so that an interruption never shows an
   * earlier one. Rejects with StorageError; then those that are removed do not exist any more.
   */
  async function drop(dropped: readonly DraftFolder[]) {
    if (dropped.length === 0) return
    const earlier = dropped.flatMap((folder) => folder.revisions.slice(0, -1).map((name) => fileOf(folder, name)))
    if (earlier.length > 0) await storage.remove(earlier)
    const removed = await Promise.allSettled(
      dropped.map(async (folder) => {
        await storage.remove(`${folderName(folder)}/`)
        folders.delete(keyOf(folder.section, folder.release))
        announce(folder.section)
      }),
    )
    for (const result of removed) if (result.status === 'rejected') throw result.reason
  }

  /** The revision that a save makes; undefined if it makes none. Rejects as `save` does. */
  async function revisionOfSave(
    section: SectionDefinition,
    { release, content: next, author, version, expectedRevision }: SaveDraft,
  ): Promise<NewRevision | undefined> {
    const folder = folderOf(section, release)
    const { draft } = folder
    requireRevision(folder, { expectedRevision, author })
    // The newest revision may be in the later format, too: a new one would hide it.
    if (content.brokenFile(section)?.fault.isOfNewerFormat) throw new NewerFormat(section)
    const parsed = section.schema.safeParse(next)
    if (!parsed.success) throw new InvalidContent(section.id, toContentIssues(parsed.error.issues, next))
    const published = content.find(section)?.value
    const issues = issuesOfChange(section, parsed.data, { published, draft: draft?.content })
    if (issues.length > 0) throw new InvalidContent(section.id, issues)
    if (Buffer.byteLength(JSON.stringify(parsed.data)) > MAX_YAML_BYTES) {
      throw new ExpectedError(
        413,
        `The draft is larger than ${formatLimit(MAX_YAML_BYTES)}. Shorten it, then save again.`,
      )
    }
    if (draft && isUnchanged(effective(section, release), parsed.data, version)) return undefined
    const base = await baseAt(section, version, draft)
    const authors = draft?.authors ?? []
    if (isSame(parsed.data, base.content))
      return draft && { folder, values: record({ base: draft.base, content: null, authors }, author) }
    return { folder, values: record({ base, content: parsed.data, authors }, author) }
  }

  /** The revisions that move a draft: the new one, and the one that ends it where it was. Throws as `changeTogether` does. */
  function revisionsOfMove({ section, from, to, author }: DraftMove): { next: NewRevision; end: NewRevision } {
    const source = folderOf(section, from)
    const target = folderOf(section, to)
    const { draft } = source
    if (!draft) throw new DraftNotFound(section.id)
    if (target.draft) throw new DraftConflict(section.id, target.draft)
    // A person who only moves it does not become an author: the authors may not approve it.
    const { section: _section, release: _release, revision, ...values } = draft
    return {
      next: { folder: target, values, committedWith: { movedFrom: { release: from, revision } } },
      end: { folder: source, values: record({ ...draft, content: null, removes: undefined }, author) },
    }
  }

  function changeTogether({ saved = [], moved = [], ended }: DraftChanges, records?: CommittingRecords) {
    return change(async () => {
      const saves: NewRevision[] = []
      for (const { section, ...save } of saved) {
        const revision = await revisionOfSave(section, save)
        if (revision) saves.push(revision)
      }
      const added = saves.filter(({ folder, values }) => !folder.draft && values.content !== null)
      if (added.length > 0) checkRoom(added.length)
      const moves = moved.map((move) => ({
        ...revisionsOfMove(move),
        isOfEnded: move.from !== undefined && ended?.releases.includes(move.from) === true,
      }))
      const isLeft = ({ release, draft, section }: DraftFolder) =>
        draft &&
        release !== undefined &&
        ended?.releases.includes(release) &&
        !moved.some((move) => move.section.id === section.id && move.from === release)
      const left = ended ? [...folders.values()].filter(isLeft) : []
      const discards = left.flatMap((folder) =>
        ended && folder.draft ? endOf(folder, folder.draft, ended.author) : [],
      )
      const gone = moves.filter(({ isOfEnded }) => isOfEnded).map(({ end }) => end)
      await commit([...saves, ...discards, ...moves.map(({ next }) => next)], {
        // Without the record of their release, its drafts do not count.
        ends: moves.filter(({ isOfEnded }) => !isOfEnded).map(({ end }) => end),
        records: records && {
          ...records,
          onCommit() {
            for (const { folder, values } of gone) {
              folder.draft = undefined
              folder.discarded = values.time
            }
            records.onCommit()
          },
        },
      })
      // They are stored in their new places.
      await drop(gone.map(({ folder }) => folder)).catch((err: unknown) => {
        log.warn({ err, releases: ended?.releases }, 'The folders of drafts that were moved could not be removed')
      })
    })
  }

  function endOf(folder: DraftFolder, draft: Draft, author: Author): NewRevision {
    const values = record({ ...draft, content: null, removes: undefined }, author)
    return { folder, values, committedWith: { endsWithRelease: true } }
  }

  function tell(
    kind: 'draft.saved' | 'draft.discarded',
    { id }: SectionDefinition,
    release: string | undefined,
    author: Author,
  ) {
    audit.record({ kind, about: id, detail: { release }, actor: actorOf(author) })
  }

  /** Sections that have changed since their drafts were compared with them. */
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  /**
   * Removes the draft of a section outside releases if it is equal to what is published. The drafts of a release stay
   * until that is published: without them a scheduled release would be empty at its time, and could not be published.
   */
  async function dropEqual(sectionId: string) {
    const equal = [...folders.values()].filter(({ section, release, draft }) => {
      const isOutside = section.id === sectionId && release === undefined && draft !== undefined
      if (!isOutside) return false
      const next = effective(section)
      const published = content.find(section)
      // An entry that the draft removes, and that another person has removed.
      if (!published) return draft.removes === true && next?.conflicts.length === 0
      return next?.value !== undefined && isSame(next.value, published.value)
    })
    await drop(equal)
  }

  /** Delayed: a publication removes its drafts itself, and merging all others of the section takes time. */
  function dropEqualSoon(sectionId: string) {
    if (isUnreadable || ![...folders.values()].some(({ section, draft }) => section.id === sectionId && draft)) return
    changed.add(sectionId)
    timer ??= setTimeout(compareChanged, DROP_EQUAL_MS).unref()
  }

  function compareChanged() {
    clearTimeout(timer)
    timer = undefined
    for (const id of changed) {
      runExclusive(() => dropEqual(id)).catch((err: unknown) => {
        log.warn({ err, section: id }, 'A draft could not be removed after it was published')
      })
    }
    changed.clear()
  }

  const unsubscribe = content.subscribe(dropEqualSoon)
  // A kill may have happened between the publication and the removal.
  for (const { section } of folders.values()) dropEqualSoon(section.id)

  return {
    find,
    list,
    effective,
    async save(section, save) {
      const { release, author } = save
      const { saved, isChanged } = await change(async () => {
        const revision = await revisionOfSave(section, save)
        if (revision && !revision.folder.draft) checkRoom()
        if (revision) await commit([revision])
        return { saved: find(section, release), isChanged: revision !== undefined }
      })
      if (isChanged) tell(saved ? 'draft.saved' : 'draft.discarded', section, release, author)
      return saved
    },
    async saveRemoval(section, { release, author, version, expectedRevision, visitorsGoTo }) {
      const draft = await change(async () => {
        const folder = folderOf(section, release)
        requireRevision(folder, { expectedRevision, author })
        const published = content.find(section)
        if (!published || !section.entry) throw new EntryRemoved(section)
        if (published.version !== version) throw new VersionConflict(section.id, published)
        const kept = section.lifecycle?.keptBecause?.(published.value, new Date(now()))
        if (kept !== undefined) throw new EntryKept(kept)
        if (!folder.draft) checkRoom()
        const base = { version, content: published.value }
        const authors = folder.draft?.authors ?? []
        await write(folder, record({ base, content: published.value, removes: true, visitorsGoTo, authors }, author))
        return folder.draft
      })
      tell('draft.saved', section, release, author)
      if (!draft) throw new DraftNotFound(section.id)
      return draft
    },
    async discard(section, { release, author, expectedRevision }) {
      const revision = await change(async () => {
        const folder = folderOf(section, release)
        const { draft } = folder
        requireRevision(folder, { expectedRevision, author })
        return draft && write(folder, record({ ...draft, content: null, removes: undefined }, author))
      })
      if (revision !== undefined) tell('draft.discarded', section, release, author)
      return revision
    },
    async undoDiscard(section, { release, author, revision, check }) {
      const back = await change(async () => {
        const folder = folderOf(section, release)
        if (folder.draft) throw new DraftConflict(section.id, folder.draft, authorId(author))
        const discarded = folder.revisions.at(-1) === revision ? folder.revisions.at(-2) : undefined
        const before = discarded === undefined ? undefined : (await readRevision(storage, folder, discarded)).draft
        if (!before) throw new DraftNotFound(section.id)
        checkRoom()
        check?.(before)
        await write(folder, record(before, author))
        return find(section, release) ?? before
      })
      tell('draft.saved', section, release, author)
      return back
    },
    removeDiscarded: (isOver) =>
      change(async () => {
        const old = [...folders.values()].filter(
          (folder) =>
            !folder.draft && folder.discarded !== undefined && isOver(folderName(folder), Date.parse(folder.discarded)),
        )
        await drop(old)
        return old.map(folderName)
      }),
    changeTogether,
    dropPublished: (published) =>
      change(() =>
        drop(
          published.flatMap(({ section, release, revision }) => {
            const folder = folders.get(keyOf(section, release))
            return folder?.draft?.revision === revision ? folder : []
          }),
        ),
      ),
    prepare(prepared) {
      const shown = prepared.map(({ section, release, ...values }) => {
        const folder = folderOf(section, release)
        const revision = nextRevision(folder.revisions.at(-1), randomBytes(4).toString('hex'))
        const draft = { ...values, section, release, revision, time: new Date(now()).toISOString() }
        return { folder, draft }
      })
      return {
        files: shown.map(({ folder, draft: { section: _section, release: _release, revision, ...record } }) => ({
          name: fileOf(folder, revision),
          text: writeDraftRecord(record),
        })),
        show() {
          for (const { draft } of shown) showRevision(folders, folderOf(draft.section, draft.release), draft)
          for (const { draft } of shown) announce(draft.section)
        },
      }
    },
    revision: (section, { release, revision }) => {
      const folder = folders.get(keyOf(section, release))
      return folder?.revisions.includes(revision)
        ? readRevision(storage, folder, revision).then(
            ({ draft }) => draft,
            () => undefined,
          )
        : Promise.resolve(undefined)
    },
    subscribe: listeners.subscribe,
    async close() {
      unsubscribe()
      compareChanged()
      await runExclusive.onIdle()
    },
  }
}

/** True if a form that shows a draft is saved as it is, on the published version that it was made from. */
function isUnchanged(effective: EffectiveDraft | undefined, next: unknown, version: string) {
  return effective?.version === version && effective.conflicts.length === 0 && isDeepStrictEqual(next, effective.value)
}

function mergeDraft(draft: Draft, version: string, published: unknown): EffectiveDraft {
  const result = resultOf(draft)
  if (version === draft.base.version) return { draft, value: result, version, conflicts: [] }
  const sides = { base: { value: baseOf(draft) }, mine: result, theirs: published }
  const { value, collisions, refused } = mergeContent(draft.section.schema, sides)
  return { draft, value, version, conflicts: collisions, refused }
}

function isSame(one: unknown, other: unknown) {
  return listDifferences(one, other).length === 0
}
