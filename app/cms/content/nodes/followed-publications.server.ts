import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { DiskTrust } from '#app/cms/storage/disk/disk-trust.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { PendingPublication } from '#app/cms/content/publication-log/pending-publication.server.ts'
import { listPendingPublications, readPublication } from '#app/cms/content/publication-log/publication-log.server.ts'
import { publicationRecordName, type PublicationRecord } from '#app/cms/content/publication-log/publication-record.ts'
import type { SectionFile } from '#app/cms/content/section-file/section-file.server.ts'
import type { FollowedPublication, OtherPublication } from '#app/cms/content/store/store.types.ts'

interface Options {
  storage: Storage
  files: ReadonlyMap<string, SectionFile>
  diskTrust: DiskTrust
  health: HealthReports
  /** Makes the other parts public, in the same turn of the event loop as the content. Must not throw. */
  show: (publication: OtherPublication) => FollowedPublication
  /** Called with the sections whose content has changed. */
  notify: (sectionIds: readonly string[]) => void
}

/** How long a node knows of a publication before it completes it (ms). Its publisher has ended by then. */
const COMPLETE_AFTER_MS = 15_000

interface Followed {
  publication: PublicationRecord
  /** When this node first saw it, by the monotonic clock of this process (ms). */
  since: number
  /** False if this release cannot read a part of it: that part would be lost if this node completed the publication. */
  isWhole: boolean
  shown: FollowedPublication
}

/**
 * The pending publications of other nodes: committed, but not complete. When this node sees the record of
 * one, it shows its whole content at once, from the record.
 */
export class FollowedPublications {
  readonly #followed = new Map<string, Followed>()
  /** Ids of the publications that this node writes itself. */
  readonly #own = new Set<string>()
  #takingOver: Promise<void> = Promise.resolve()

  constructor(private readonly options: Options) {}

  /** Notes a publication that this node writes. To be called in the turn of the event loop that follows its commit. */
  noteOwn(id: string): void {
    this.#own.add(id)
  }

  /**
   * Shows publications whose record is new, and ends those whose record was removed. To be called before content of
   * other nodes is read, because that may be a part of a publication. Rejects if the storage fails unexpectedly.
   */
  takeOver(): Promise<void> {
    const taken = this.#takingOver.catch(() => undefined).then(() => this.#takeOver())
    this.#takingOver = taken
    return taken
  }

  async #takeOver() {
    const { storage, health } = this.options
    const ids = new Set(await listPendingPublications(storage))
    for (const id of this.#own) if (!ids.has(id)) this.#own.delete(id)
    for (const id of this.#followed.keys()) if (!ids.has(id)) await this.#end(id)
    for (const id of ids) {
      if (this.#followed.has(id) || this.#own.has(id)) continue
      const publication = await readPublication(storage, id, health)
      if (publication) await this.#show(publication)
    }
  }

  /** Completes the publications of nodes that have ended, if this node is the leader. Rejects as `takeOver` does. */
  async completeAbandoned(): Promise<void> {
    const { storage, diskTrust, health } = this.options
    for (const [id, { publication, since, isWhole, shown }] of this.#followed) {
      if (!isWhole || performance.now() - since < COMPLETE_AFTER_MS || !storage.isLeader() || storage.refusal())
        continue
      await new PendingPublication(publication, {
        storage,
        health,
        diskTrust,
        applySections: this.#filesOf(publication).map(
          ([, file]) =>
            () =>
              file.runExclusive(() => file.pending.apply()),
        ),
        moveFiles: shown.moveFiles,
      }).complete()
      await this.takeOver()
      if (!this.#followed.has(id)) await shown.onCompleted()
    }
  }

  async #show(publication: PublicationRecord) {
    const { storage, show, notify } = this.options
    const { id } = publication
    const files = this.#filesOf(publication)
    // The files are always locked in the same order, so that this and a publication never wait for each other.
    const run = files.reduceRight<() => Promise<void>>(
      (next, [, file]) =>
        () =>
          file.runExclusive(next),
      async () => {
        // By now it may be known as a publication of this node, or be complete.
        if (this.#own.has(id) || !(await storage.stat(publicationRecordName(id)))) return
        const edits = await Promise.all(
          files.map(async ([section, file]) => {
            const part = publication.sections.find((one) => one.section === section)
            return {
              section,
              file,
              edit: part ? await file.prepareRemote(part) : 'unreadable',
            } as const
          }),
        )
        const isWhole = files.length === publication.sections.length && edits.every(({ edit }) => edit !== 'unreadable')
        // In one turn of the event loop, so that no request reads a part of it.
        const shown = show(publication)
        const changed = edits.flatMap(({ section, file, edit }) => {
          if (edit === undefined || typeof edit === 'string') return []
          file.pending.show(edit)
          return section
        })
        this.#followed.set(id, { publication, since: performance.now(), isWhole, shown })
        notify(changed)
      },
    )
    await run()
  }

  /** The publication is complete: from now on the files count, and no longer the record. */
  async #end(id: string) {
    const followed = this.#followed.get(id)
    if (!followed) return
    this.#followed.delete(id)
    await Promise.all(
      this.#filesOf(followed.publication).map(([, file]) => file.runExclusive(() => file.pending.drop())),
    )
    followed.shown.end()
  }

  /** Its sections with their files, in the order of the store. */
  #filesOf({ sections }: PublicationRecord): [string, SectionFile][] {
    const ids = new Set(sections.map(({ section }) => section))
    return [...this.options.files].filter(([id]) => ids.has(id))
  }
}
