import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { toContentIssues } from '#app/content/format/content-file.ts'
import { watchContentFiles } from './content-watch.server.ts'
import type { ContentOf, SectionDefinition } from '#app/schema/define-section.ts'
import { DiskTrust } from '#app/storage/disk-trust.server.ts'
import { ContentUnavailable, InvalidContent } from './errors.ts'
import { StorageError } from '#app/storage/storage-error.ts'
import { ContentHistory } from './history.server.ts'
import { acquireOwnerLock, type OnRefusalChange, type OwnerLock } from '#app/storage/owner-lock.server.ts'
import { ReplacedFiles } from './replaced-files.server.ts'
import { SectionFile } from './section-file.server.ts'
import type { ContentStore, EditSummary, Snapshot, Updated, UpdateOptions } from './store.types.ts'
import type { HealthReports, Logger } from '#app/platform/reports.ts'
import { contentFormat } from '#app/content/format/content-format.ts'

export interface StoreOptions {
  contentDir: string
  dataDir: string
  sections: readonly SectionDefinition[]
  /** Tells what an edit did, from the content before and after it. Must not throw. */
  summarise: (section: SectionDefinition, before: unknown, after: unknown) => EditSummary
  log: Logger
  health: HealthReports
  /** Told whether this process may write: at once, and whenever that changes. */
  onRefusalChange?: OnRefusalChange
}

/**
 * Opens the content of a site: takes the owner lock, reads and checks every section's file, and watches for hand edits.
 * Synchronous, so that the first request already finds everything in memory. Throws where another process holds the lock.
 * A disk that cannot be written is no obstacle: edits are refused until it can.
 */
export function openContentStore(options: StoreOptions): ContentStore {
  return new FileContentStore(options)
}

class FileContentStore implements ContentStore {
  readonly #files: Map<string, SectionFile>
  readonly #history: ContentHistory
  readonly #lock: OwnerLock
  readonly #disk: DiskTrust
  readonly #replacedFiles = new ReplacedFiles()
  readonly #listeners = new Set<(sectionId: string) => void>()
  readonly #stopWatching: () => void
  #closed = false

  constructor({ contentDir, dataDir, sections, summarise, log, health, onRefusalChange }: StoreOptions) {
    this.#lock = acquireOwnerLock(dataDir, onRefusalChange)
    this.#history = new ContentHistory(path.join(dataDir, 'history'), log, health)
    this.#disk = new DiskTrust(health)
    const lastGoodDir = path.join(dataDir, 'last-good')
    this.#files = new Map(
      sections.map((section) => [
        section.id,
        new SectionFile({
          section,
          contentDir,
          lastGoodPath: path.join(lastGoodDir, `${section.id}.txt`),
          history: this.#history,
          disk: this.#disk,
          replacedFiles: this.#replacedFiles,
          summarise,
          log,
          refusal: () => this.#lock.refusal(),
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
        file?.runExclusive(() => file.readHandEdit()).catch((err: unknown) => {
          log.error({ err, file: touched }, 'A hand edit could not be taken in')
        })
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

  unreadable(section: SectionDefinition) {
    return this.#file(section).unreadable()
  }

  async update<Section extends SectionDefinition>(
    section: Section,
    { change, create, ...by }: UpdateOptions<ContentOf<Section>>,
  ): Promise<Updated<ContentOf<Section>>> {
    return this.#openFile(section).edit(by, (good, text) => {
      if (!good && !create) throw new ContentUnavailable(section.id)
      const parsed = section.schema.safeParse(good ? change(good.value) : create?.())
      if (!parsed.success) throw new InvalidContent(section.id, toContentIssues(parsed.error.issues))
      if (good && isDeepStrictEqual(parsed.data, good.value)) return good.text
      return contentFormat(section.file).rewrite(good?.text ?? text, parsed.data)
    })
  }

  async restore<Section extends SectionDefinition>(
    section: Section,
    entryId: string,
    by: { author: string; expectedVersion?: string },
  ): Promise<Updated<ContentOf<Section>>> {
    const text = await this.#history.text(section.id, entryId)
    return this.#openFile(section).edit({ ...by, reason: 'Earlier version restored' }, () => text)
  }

  async writeLastGood<Section extends SectionDefinition>(section: Section, by: { author: string }) {
    return this.#openFile(section).edit({ ...by, reason: 'Last good version written back' }, (good) => {
      if (!good) throw new ContentUnavailable(section.id)
      return good.text
    })
  }

  async history(section: SectionDefinition) {
    // In its turn: after a start, history may still be brought up to date.
    return this.#file(section).runExclusive(() => this.#history.list(section.id))
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
    await this.#replacedFiles.close()
    this.#disk.stop()
    this.#lock.release()
  }

  #openFile<Section extends SectionDefinition>(section: Section) {
    if (this.#closed) throw new StorageError('lock-lost')
    return this.#file(section)
  }

  #file<Section extends SectionDefinition>(section: Section) {
    const file = this.#files.get(section.id)
    if (!file) throw new Error(`The section "${section.id}" is not among those of the store`)
    // Found under the section's own id; a map over all sections cannot carry the type of each.
    return file as unknown as SectionFile<Section>
  }
}
