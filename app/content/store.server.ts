import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { commitEdit, type Edit } from './commit-edit.server.ts'
import { parseContentFile, toContentIssues, versionOf, type FileFault, type ReadableFile } from './content-file.ts'
import { watchContentFiles } from './content-watch.server.ts'
import type { ContentOf, SectionDefinition } from './define-section.ts'
import { isTemporaryName, writeDurably } from './durable-file.server.ts'
import { ContentUnavailable, ContentWriteFailed, InvalidContent, VersionConflict } from './errors.ts'
import { ContentHistory } from './history.server.ts'
import { acquireOwnerLock, type OwnerLock } from './owner-lock.server.ts'
import { readText, readTextSync, type FileText } from './read-text.server.ts'
import type { ContentFault, ContentStore, Logger, Snapshot, Updated, UpdateOptions } from './store.types.ts'
import { rewriteYaml } from './yaml-document.ts'

export interface StoreOptions {
  contentDir: string
  dataDir: string
  sections: readonly SectionDefinition[]
  log: Logger
}

/**
 * Opens the content of a site: takes the owner lock, reads and checks every section's file, and watches for hand edits.
 * Synchronous, so that the first request already finds everything in memory. Throws where another process holds the lock
 * or the data folder cannot be made.
 */
export function openContentStore(options: StoreOptions): ContentStore {
  return new FileContentStore(options)
}

/** What the store knows of one section. */
interface SectionState {
  section: SectionDefinition
  path: string
  /** Copy of the last good text in the data folder: serves on when the file is broken at the next start. */
  lastGoodPath: string
  /** Version of that copy. */
  lastGoodVersion: string | undefined
  good: ReadableFile<unknown> | undefined
  /** What is on disk now and cannot be used, if anything. Without a text where not even that could be read. */
  broken: { text: string | null; fault: FileFault } | undefined
  /** Tail of the section's queue: edits and the reading of hand edits come one after the other. */
  queue: Promise<unknown>
}

interface EditedBy {
  author: string
  reason: string
  expectedVersion?: string | undefined
}

class FileContentStore implements ContentStore {
  readonly #states: Map<string, SectionState>
  readonly #history: ContentHistory
  readonly #lock: OwnerLock
  readonly #log: Logger
  readonly #listeners = new Set<(sectionId: string) => void>()
  readonly #stopWatching: () => Promise<void>
  #closed = false

  constructor({ contentDir, dataDir, sections, log }: StoreOptions) {
    this.#log = log
    this.#lock = acquireOwnerLock(dataDir)
    this.#history = new ContentHistory(path.join(dataDir, 'history'), log)
    this.#states = new Map(sections.map((section) => [section.id, newState(section, contentDir, dataDir)]))
    const states = [...this.#states.values()]
    new Set(states.flatMap((state) => [path.dirname(state.path), path.dirname(state.lastGoodPath)])).forEach(tidyFolder)
    states.forEach((state) => this.#open(state))
    this.#stopWatching = watchContentFiles(
      contentDir,
      states.map((state) => state.path),
      {
        onTouched: (file) => {
          for (const state of states) if (state.path === file) void this.#noticeHandEdit(state)
        },
        onError: (err) => log.error({ err }, 'Hand edits of content files may go unnoticed'),
      },
    )
  }

  read<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>> {
    const snapshot = this.find(section)
    if (!snapshot) throw new ContentUnavailable(section.id)
    return snapshot
  }

  find<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>> | undefined {
    return goodContent<Section>(this.#state(section))
  }

  async update<Section extends SectionDefinition>(
    section: Section,
    { change, ...by }: UpdateOptions<ContentOf<Section>>,
  ): Promise<Updated<ContentOf<Section>>> {
    return this.#edit(section, by, (good) => {
      const parsed = section.schema.safeParse(change(good.value))
      if (!parsed.success) throw new InvalidContent(section.id, toContentIssues(parsed.error.issues))
      return isDeepStrictEqual(parsed.data, good.value) ? good.text : rewriteYaml(good.text, parsed.data)
    })
  }

  async restore<Section extends SectionDefinition>(
    section: Section,
    entryId: string,
    by: { author: string; expectedVersion?: string },
  ): Promise<Updated<ContentOf<Section>>> {
    const text = await this.#history.text(section.id, entryId)
    return this.#edit(section, { ...by, reason: 'Earlier version restored' }, () => text)
  }

  async history(section: SectionDefinition) {
    return this.#history.list(section.id)
  }

  faults(): ContentFault[] {
    return [...this.#states.values()].flatMap(({ section, good, broken }) =>
      broken
        ? [{ section: section.id, file: section.file, ...broken.fault, servesLastGood: good !== undefined }]
        : [],
    )
  }

  subscribe(listener: (sectionId: string) => void) {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  async close() {
    this.#closed = true
    await this.#stopWatching()
    await Promise.all([...this.#states.values()].map((state) => state.queue))
    this.#lock.release()
  }

  /** Reads a section at start. A broken file falls back to the last good text; one edited meanwhile is taken in. */
  #open(state: SectionState) {
    const lastGood = parseFileText(state.section, readTextSync(state.lastGoodPath))
    if ('file' in lastGood) {
      state.good = lastGood.file
      state.lastGoodVersion = lastGood.file.version
    }
    const replaced = this.#take(state, readTextSync(state.path))
    void this.#enqueue(state, () => this.#keepAfterHandEdit(state, replaced))
  }

  /** A content file may have changed on disk: takes it in, in its turn. */
  async #noticeHandEdit(state: SectionState) {
    await this.#enqueue(state, () => this.#readHandEdit(state))
  }

  async #readHandEdit(state: SectionState) {
    const read = await readText(state.path)
    if (isKnown(state, read)) return
    const replaced = this.#take(state, read)
    this.#notify(state.section.id)
    await this.#keepAfterHandEdit(state, replaced)
  }

  /** Uses a text as the content, or notes why it cannot be used. Answers the content it took the place of, if any. */
  #take(state: SectionState, read: FileText): ReadableFile<unknown> | undefined {
    const parsed = parseFileText(state.section, read)
    if ('fault' in parsed) {
      state.broken = { text: read.text, fault: parsed.fault }
      const { id, file } = state.section
      const servesLastGood = state.good !== undefined
      this.#log.error({ section: id, file, ...parsed.fault, servesLastGood }, 'A content file cannot be used')
      return undefined
    }
    const replaced = state.good
    state.good = parsed.file
    state.broken = undefined
    return replaced?.version === parsed.file.version ? undefined : replaced
  }

  /** What a hand edit replaced goes into history; what it brought is kept as the last good text. */
  async #keepAfterHandEdit(state: SectionState, replaced: ReadableFile<unknown> | undefined) {
    try {
      if (replaced && state.good) {
        const entry = await this.#history.stage({
          section: state.section.id,
          author: 'hand edit',
          reason: 'File edited on disk',
          version: replaced.version,
          replacedBy: state.good.version,
          text: replaced.text,
        })
        await entry.commit()
      }
    } catch (err) {
      this.#log.error({ err, section: state.section.id }, 'The version before a hand edit could not be kept')
    }
    await this.#keepLastGood(state)
  }

  async #keepLastGood(state: SectionState) {
    const { good } = state
    if (!good || good.version === state.lastGoodVersion) return
    try {
      await writeDurably(state.lastGoodPath, good.text)
      state.lastGoodVersion = good.version
    } catch (err) {
      this.#log.error({ err, section: state.section.id }, 'The last good version of a content file could not be kept')
    }
  }

  /** One edit, in its turn. `makeText` gives the file's next text, or throws to give up. */
  #edit<Section extends SectionDefinition>(
    section: Section,
    by: EditedBy,
    makeText: (good: ReadableFile<ContentOf<Section>>) => string,
  ): Promise<Updated<ContentOf<Section>>> {
    const state = this.#state(section)
    return this.#enqueue(state, async () => {
      await this.#readHandEdit(state)
      const good = goodContent<Section>(state)
      if (!good) throw new ContentUnavailable(section.id)
      if (by.expectedVersion !== undefined && by.expectedVersion !== good.version) {
        throw new VersionConflict(section.id, good)
      }
      const text = makeText(good)
      if (text === good.text && !state.broken) return { ...good, historyEntry: undefined }
      const next = parseContentFile(section, text)
      if ('fault' in next) throw new InvalidContent(section.id, [{ path: '', message: next.fault.message }])

      if (this.#closed || !this.#lock.isHeld()) throw new ContentWriteFailed('lock-lost')
      const entry = await commitEdit(this.#history, describeEdit(state, good.text, next.file, by))
      state.good = next.file
      state.broken = undefined
      this.#notify(section.id)
      // After the answer: it is only needed when the file is broken at the next start.
      void this.#enqueue(state, () => this.#keepLastGood(state))
      return { value: next.file.value, version: next.file.version, historyEntry: entry.id }
    })
  }

  #state(section: SectionDefinition) {
    const state = this.#states.get(section.id)
    if (!state) throw new Error(`The section "${section.id}" is not in the registry`)
    return state
  }

  #notify(sectionId: string) {
    this.#listeners.forEach((listener) => {
      listener(sectionId)
    })
  }

  #enqueue<Result>(state: SectionState, task: () => Promise<Result>): Promise<Result> {
    const result = state.queue.then(task)
    // A failure is its caller's to handle; the next task goes on.
    state.queue = result.catch(() => undefined)
    return result
  }
}

function newState(section: SectionDefinition, contentDir: string, dataDir: string): SectionState {
  return {
    section,
    path: path.join(contentDir, section.file),
    lastGoodPath: path.join(dataDir, 'last-good', `${section.id}.yaml`),
    lastGoodVersion: undefined,
    good: undefined,
    broken: undefined,
    queue: Promise.resolve(),
  }
}

/** An unreadable file that the edit replaces is kept as well, behind the good content it had hidden. */
function describeEdit(state: SectionState, goodText: string, next: ReadableFile<unknown>, by: EditedBy): Edit {
  const common = { section: state.section.id, author: by.author, replacedBy: next.version }
  const unreadable = state.broken?.text
  return {
    path: state.path,
    text: next.text,
    previousText: unreadable ?? goodText,
    predecessors: [
      { ...common, reason: by.reason, version: versionOf(goodText), text: goodText },
      ...(unreadable == null
        ? []
        : [{ ...common, reason: 'Unreadable file replaced', version: versionOf(unreadable), text: unreadable }]),
    ],
  }
}

/** The content came out of this very section's schema; a map over all sections cannot carry that type. */
function goodContent<Section extends SectionDefinition>(state: SectionState) {
  return state.good as ReadableFile<ContentOf<Section>> | undefined
}

function parseFileText(section: SectionDefinition, read: FileText) {
  if (read.text === null) return { fault: { line: 1, column: 1, message: read.problem } }
  return parseContentFile(section, read.text)
}

/** True where a file still is what the store knows of it. */
function isKnown({ broken, good }: SectionState, read: FileText) {
  if (!broken) return good?.text === read.text
  return read.text === null ? broken.fault.message === read.problem : broken.text === read.text
}

function tidyFolder(folder: string) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (isTemporaryName(name)) rmSync(path.join(folder, name))
}
