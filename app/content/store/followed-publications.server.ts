import type { HealthReports } from '#app/platform/health.server.ts'
import type { DiskTrust } from '#app/storage/disk-trust.server.ts'
import type { Storage } from '#app/storage/storage.ts'
import {
  Publication,
  listPublications,
  owedTextOf,
  publishingRecordName,
  readPublication,
  type PublishingRecord,
} from './publication.server.ts'
import type { SectionFile } from './section-file.server.ts'
import type { FollowedPublication, OtherPublication } from './store.types.ts'

interface Options {
  storage: Storage
  files: ReadonlyMap<string, SectionFile>
  unrecorded: DiskTrust
  health: HealthReports
  /** Makes what is not content public, in the same turn of the event loop. Must not throw. */
  reveal: (publication: OtherPublication) => FollowedPublication
  /** Tells of sections whose content has changed. */
  notify: (sectionIds: readonly string[]) => void
}

/** Another node completes a publication once it has known of it for so long (ms). The one that published it has ended by then. */
const COMPLETE_AFTER_MS = 15_000

interface Followed {
  publication: PublishingRecord
  /** By the clock of this process (ms). */
  since: number
  /** False if this release cannot read a part of it: it would be lost if this node completed it. */
  isWhole: boolean
  revealed: FollowedPublication
}

/**
 * The publications of other nodes that are public and not yet written to their places. Their record shows what they consist of:
 * it is public here from the moment at which the record is, all of it at once.
 */
export class FollowedPublications {
  readonly #followed = new Map<string, Followed>()
  /** Ids of those that this node writes itself. */
  readonly #own = new Set<string>()
  #takingOver: Promise<void> = Promise.resolve()

  constructor(private readonly options: Options) {}

  /** This node publishes it, and writes it to its places. To be called in the turn in which its record is there. */
  noteOwn(id: string): void {
    this.#own.add(id)
  }

  /**
   * Takes over which records there are. To be called before content is taken over that has come from other nodes: it may be a part
   * of a publication. Rejects if the storage throws what is no StorageError.
   */
  takeOver(): Promise<void> {
    const taken = this.#takingOver.catch(() => undefined).then(() => this.#takeOver())
    this.#takingOver = taken
    return taken
  }

  async #takeOver() {
    const { storage, health } = this.options
    const ids = new Set(await listPublications(storage))
    for (const id of this.#own) if (!ids.has(id)) this.#own.delete(id)
    for (const id of this.#followed.keys()) if (!ids.has(id)) await this.#end(id)
    for (const id of ids) {
      if (this.#followed.has(id) || this.#own.has(id)) continue
      const publication = await readPublication(storage, id, health)
      if (publication) await this.#show(publication)
    }
  }

  /** Completes those whose node has ended, where this node is to do what is done once for the whole site. Never rejects. */
  async completeLeftOver(): Promise<void> {
    const { storage, unrecorded, health } = this.options
    for (const [id, { publication, since, isWhole, revealed }] of this.#followed) {
      if (!isWhole || performance.now() - since < COMPLETE_AFTER_MS || !storage.isLeader() || storage.refusal())
        continue
      await new Publication(publication, {
        storage,
        health,
        unrecorded,
        writeSections: this.#filesOf(publication).map(
          ([, file]) =>
            () =>
              file.runExclusive(() => file.writeOwed()),
        ),
        moveFiles: revealed.moveFiles,
      }).finish()
      await this.takeOver()
      if (!this.#followed.has(id)) await revealed.onCompleted()
    }
  }

  async #show(publication: PublishingRecord) {
    const { storage, reveal, notify } = this.options
    const { id } = publication
    const files = this.#filesOf(publication)
    // Always in the same order, so that it and a publication never wait for each other.
    const run = files.reduceRight<() => Promise<void>>(
      (next, [, file]) =>
        () =>
          file.runExclusive(next),
      async () => {
        // It may be one of this node, or complete by now.
        if (this.#own.has(id) || !(await storage.stat(publishingRecordName(id)))) return
        const edits = await Promise.all(
          files.map(async ([section, file]) => {
            const part = publication.sections.find((one) => one.section === section)
            return { section, file, edit: part ? await file.prepareOwed(owedTextOf(part)) : 'unreadable' } as const
          }),
        )
        const isWhole = files.length === publication.sections.length && edits.every(({ edit }) => edit !== 'unreadable')
        // The moment. All of it in one turn of the event loop, so that nobody reads a part of it.
        const revealed = reveal(publication)
        const changed = edits.flatMap(({ section, file, edit }) => {
          if (typeof edit === 'string') return []
          file.switchTo(edit)
          return section
        })
        this.#followed.set(id, { publication, since: performance.now(), isWhole, revealed })
        notify(changed)
      },
    )
    await run()
  }

  /** It is written to its places: from here on these count. */
  async #end(id: string) {
    const followed = this.#followed.get(id)
    if (!followed) return
    this.#followed.delete(id)
    await Promise.all(this.#filesOf(followed.publication).map(([, file]) => file.runExclusive(() => file.dropOwed())))
    followed.revealed.end()
  }

  /** Its sections with their files, in the order of the store. */
  #filesOf({ sections }: PublishingRecord): [string, SectionFile][] {
    const ids = new Set(sections.map(({ section }) => section))
    return [...this.options.files].filter(([id]) => ids.has(id))
  }
}
