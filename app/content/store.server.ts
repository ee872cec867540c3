import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { toContentIssues } from './content-file.ts'
import { watchContentFiles } from './content-watch.server.ts'
import type { ContentOf, SectionDefinition } from './define-section.ts'
import { isTemporaryName } from './durable-file.server.ts'
import { ContentUnavailable, InvalidContent } from './errors.ts'
import { ContentHistory } from './history.server.ts'
import { acquireOwnerLock, type OwnerLock } from './owner-lock.server.ts'
import { SectionFile } from './section-file.server.ts'
import type { ContentStore, EditSummary, Logger, Snapshot, Updated, UpdateOptions } from './store.types.ts'
import { contentFormat } from './content-format.ts'

export interface StoreOptions {
  contentDir: string
  dataDir: string
  sections: readonly SectionDefinition[]
  /** Tells what an edit did, from the content before and after it. Must not throw. */
  summarise: (section: SectionDefinition, before: unknown, after: unknown) => EditSummary
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

class FileContentStore implements ContentStore {
  readonly #files: Map<string, SectionFile>
  readonly #history: ContentHistory
  readonly #lock: OwnerLock
  readonly #listeners = new Set<(sectionId: string) => void>()
  readonly #stopWatching: () => void
  #closed = false

  constructor({ contentDir, dataDir, sections, summarise, log }: StoreOptions) {
    this.#lock = acquireOwnerLock(dataDir)
    this.#history = new ContentHistory(path.join(dataDir, 'history'), log)
    const lastGoodDir = path.join(dataDir, 'last-good')
    const folders = sections.map((section) => path.dirname(path.join(contentDir, section.file)))
    new Set([...folders, lastGoodDir]).forEach(tidyFolder)
    this.#files = new Map(
      sections.map((section) => [
        section.id,
        new SectionFile({
          section,
          path: path.join(contentDir, section.file),
          lastGoodPath: path.join(lastGoodDir, `${section.id}.txt`),
          history: this.#history,
          summarise,
          log,
          mayWrite: () => !this.#closed && this.#lock.isHeld(),
          onChange: () => {
            for (const listener of this.#listeners) listener(section.id)
          },
        }),
      ]),
    )
    const byPath = new Map([...this.#files.values()].map((file) => [file.path, file]))
    this.#stopWatching = watchContentFiles(contentDir, [...byPath.keys()], {
      onTouched: (touched) => {
        const file = byPath.get(touched)
        void file?.inTurn(() => file.readHandEdit())
      },
      onError: (err) => {
        log.error({ err }, 'Hand edits of content files may go unnoticed')
      },
    })
  }

  read<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>> {
    const snapshot = this.find(section)
    if (!snapshot) throw new ContentUnavailable(section.id)
    return snapshot
  }

  find<Section extends SectionDefinition>(section: Section): Snapshot<ContentOf<Section>> | undefined {
    return this.#file(section).good
  }

  async update<Section extends SectionDefinition>(
    section: Section,
    { change, ...by }: UpdateOptions<ContentOf<Section>>,
  ): Promise<Updated<ContentOf<Section>>> {
    return this.#file(section).edit(by, (good) => {
      const parsed = section.schema.safeParse(change(good.value))
      if (!parsed.success) throw new InvalidContent(section.id, toContentIssues(parsed.error.issues))
      return isDeepStrictEqual(parsed.data, good.value) ? good.text : contentFormat(section.file).rewrite(good.text, parsed.data)
    })
  }

  async restore<Section extends SectionDefinition>(
    section: Section,
    entryId: string,
    by: { author: string; expectedVersion?: string },
  ): Promise<Updated<ContentOf<Section>>> {
    const text = await this.#history.text(section.id, entryId)
    return this.#file(section).edit({ ...by, reason: 'Earlier version restored' }, () => text)
  }

  async history(section: SectionDefinition) {
    // In its turn: after a start, history may still be brought up to date.
    return this.#file(section).inTurn(() => this.#history.list(section.id))
  }

  async past(section: SectionDefinition, entryId: string) {
    return this.#file(section).past(entryId)
  }

  faults() {
    return [...this.#files.values()].flatMap((file) => file.fault() ?? [])
  }

  subscribe(listener: (sectionId: string) => void) {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  async close() {
    this.#closed = true
    this.#stopWatching()
    await Promise.all([...this.#files.values()].map((file) => file.settled()))
    this.#lock.release()
  }

  #file<Section extends SectionDefinition>(section: Section) {
    const file = this.#files.get(section.id)
    if (!file) throw new Error(`The section "${section.id}" is not in the registry`)
    // Found under the section's own id; a map over all sections cannot carry the type of each.
    return file as unknown as SectionFile<Section>
  }
}

/** Makes the folder where it is missing and removes what a killed process may have left in it. */
function tidyFolder(folder: string) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (isTemporaryName(name)) rmSync(path.join(folder, name))
}
