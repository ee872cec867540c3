import { actorOf, authorId, type Author } from '#app/cms/platform/author.server.ts'
import { randomBytes } from 'node:crypto'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import type { AuditEvent } from '#app/cms/people/audit/audit-event.ts'
import { EntryKept, EntryRemoved, VersionConflict } from '#app/cms/content/store/errors.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { inOrderOf, type SiteSections } from '#app/cms/define/site-sections.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import {
  nextRevision,
  writeDraftRecord,
  DraftConflict,
  DraftNotFound,
  type CommittingRecords,
  type DraftChanges,
  type Drafts,
} from './draft.ts'
import { createDraftWriter, type NewRevision } from './draft-writer.server.ts'
import { dropEqualDrafts } from './drop-equal-drafts.server.ts'
import { effectiveDraft } from './effective-draft.ts'
import { createNewRevisions } from './new-revisions.server.ts'
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

  const { commit, write, drop } = createDraftWriter({
    storage,
    log,
    folders,
    maxRevisions: limits.revisions,
    announce,
  })
  const { folderOf, record, requireRevision, revisionOfSave, revisionsOfMove, endOf } = createNewRevisions({
    content,
    folders,
    now,
  })

  function find(section: SectionDefinition, release?: string) {
    return folders.get(keyOf(section, release))?.draft
  }

  function list() {
    const drafts = [...folders.values()].flatMap(({ draft }) => draft ?? [])
    return inOrderOf(sections.all(), drafts)
  }

  function change<Result>(task: () => Promise<Result>): Promise<Result> {
    if (isUnreadable) return Promise.reject(new StorageError('io'))
    return runExclusive(task)
  }

  function announce(section: SectionDefinition) {
    listeners.announce(section.id)
  }

  function checkRoom(added = 1) {
    if (list().length + added > limits.drafts)
      throw new ExpectedError(507, `There are ${limits.drafts} drafts already. Publish or discard one of them first.`, {
        code: 'too-many-drafts',
      })
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

  function tell(
    kind: 'draft.saved' | 'draft.discarded',
    { id }: SectionDefinition,
    release: string | undefined,
    author: Author,
  ) {
    audit.record({ kind, about: id, detail: { release }, actor: actorOf(author) })
  }

  const stopDropping = isUnreadable ? undefined : dropEqualDrafts({ content, folders, drop, runExclusive, log })

  return {
    find,
    list,
    effective: (section, release) => effectiveDraft(content, folders.get(keyOf(section, release))),
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
      stopDropping?.()
      await runExclusive.onIdle()
    },
  }
}
