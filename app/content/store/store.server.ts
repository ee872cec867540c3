import { isDeepStrictEqual } from 'node:util'
import { rewriteContentFile, toContentIssues } from '#app/content/format/content-file.ts'
import type { HealthReports } from '#app/platform/health.server.ts'
import type { Logger } from '#app/platform/log.server.ts'
import type { ContentOf, SectionDefinition } from '#app/schema/define-section.ts'
import { DiskTrust } from '#app/storage/disk-trust.server.ts'
import type { Storage } from '#app/storage/storage.ts'
import { StorageError } from '#app/storage/storage-error.ts'
import { ContentUnavailable, InvalidContent } from './errors.ts'
import { ContentHistory } from './history.server.ts'
import { SectionFile } from './section-file.server.ts'
import type { ContentStore, EditSummary, Snapshot, Updated, UpdateOptions } from './store.types.ts'

export interface StoreOptions {
  /** Must be open as long as the store. */
  storage: Storage
  sections: readonly SectionDefinition[]
  /** Describes an edit from the content before and after it. Must not throw. */
  summarise: (section: SectionDefinition, before: unknown, after: unknown) => EditSummary
  log: Logger
  health: HealthReports
}

/**
 * Opens the content of a site: reads and checks the file of every section and watches for hand edits. Synchronous, so that the
 * first request finds everything in memory. A storage that cannot be written is no obstacle: edits are refused until it can.
 */
export function openContentStore(options: StoreOptions): ContentStore {
  return new FileContentStore(options)
}

class FileContentStore implements ContentStore {
  readonly #files: Map<string, SectionFile>
  readonly #history: ContentHistory
  /** What could not be recorded in the history yet. */
  readonly #unrecorded: DiskTrust
  readonly #listeners = new Set<(sectionId: string) => void>()
  readonly #stopWatching: () => void
  #closed = false

  constructor({ storage, sections, summarise, log, health }: StoreOptions) {
    const history = new ContentHistory(storage, log, health)
    const unrecorded = new DiskTrust(health)
    this.#history = history
    this.#unrecorded = unrecorded
    this.#files = new Map(
      sections.map((section) => [
        section.id,
        new SectionFile({
          section,
          storage,
          history,
          unrecorded,
          summarise,
          log,
          onChange: () => {
            for (const listener of this.#listeners) listener(section.id)
          },
        }),
      ]),
    )
    this.#stopWatching = storage.watch('content', (changed) => {
      for (const file of this.#files.values()) {
        if (file.name !== changed && !file.name.startsWith(`${changed}/`)) continue
        file
          .runExclusive(() => file.readHandEdit())
          .catch((err: unknown) => {
            log.error({ err, file: file.name }, 'A hand edit could not be taken in')
          })
      }
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

  brokenFile(section: SectionDefinition) {
    return this.#file(section).brokenFile()
  }

  async update<Section extends SectionDefinition>(
    section: Section,
    { change, create, ...by }: UpdateOptions<ContentOf<Section>>,
  ): Promise<Updated<ContentOf<Section>>> {
    return this.#openFile(section).edit(by, async (good, text) => {
      if (!good && !create) throw new ContentUnavailable(section.id)
      const parsed = section.schema.safeParse(good ? change(good.value) : create?.())
      if (!parsed.success) throw new InvalidContent(section.id, toContentIssues(parsed.error.issues))
      if (good && isDeepStrictEqual(parsed.data, good.value)) return good
      // The schema's output is ContentOf by definition; TypeScript cannot follow it through the generic.
      const content = parsed.data as ContentOf<Section>
      return { text: await rewriteContentFile(section, text || (good?.text ?? ''), content), content }
    })
  }

  async restore<Section extends SectionDefinition>(
    section: Section,
    entryId: string,
    by: { author: string; expectedVersion?: string },
  ): Promise<Updated<ContentOf<Section>>> {
    const text = await this.#history.text(section.id, entryId)
    return this.#openFile(section).edit({ ...by, reason: 'Earlier version restored' }, () => Promise.resolve({ text }))
  }

  async writeLastGood<Section extends SectionDefinition>(section: Section, by: { author: string }) {
    return this.#openFile(section).edit({ ...by, reason: 'Last good version written back' }, (good) => {
      if (!good) throw new ContentUnavailable(section.id)
      return Promise.resolve(good)
    })
  }

  async history(section: SectionDefinition) {
    // After a start, the history may still be brought up to date.
    return this.#file(section).runExclusive(() => this.#history.list(section.id))
  }

  async past(section: SectionDefinition, entryId: string) {
    return this.#file(section).past(entryId)
  }

  async pastTexts(section: SectionDefinition, entryId: string) {
    return this.#history.texts(section.id, entryId)
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
    await this.#history.close()
    this.#unrecorded.stop()
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
