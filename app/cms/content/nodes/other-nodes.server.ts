import path from 'node:path'
import type { ContentHistory } from '#app/cms/content/history/content-history.server.ts'
import type { SectionFile } from '#app/cms/content/section-file/section-file.server.ts'
import type { FollowedPublication, OtherPublication } from '#app/cms/content/store/store.types.ts'
import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { DiskTrust } from '#app/cms/storage/disk/disk-trust.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { FollowedPublications } from './followed-publications.server.ts'

/** Intervals of the searches for publications and for records that ended nodes have left (ms). */
const LOOK_AFTER_MS = 2_000
const RECOVER_MS = 3600_000

interface Options {
  storage: Storage
  health: HealthReports
  log: Logger
  files: ReadonlyMap<string, SectionFile>
  history: ContentHistory
  diskTrust: DiskTrust
  /** As for FollowedPublications. */
  show: (publication: OtherPublication) => FollowedPublication
  /** Called with the sections whose content has changed. */
  notify: (sectionIds: readonly string[]) => void
}

/** Takes over what other nodes change in the content, and completes what ended nodes have left. */
export class OtherNodes {
  readonly #followed: FollowedPublications
  readonly #timer: NodeJS.Timeout
  #lookingAfter: Promise<void> | undefined
  #recoveredAt = performance.now()

  constructor(private readonly options: Options) {
    this.#followed = new FollowedPublications(options)
    this.#timer = setInterval(() => {
      this.#lookingAfter ??= this.#lookAfter().finally(() => (this.#lookingAfter = undefined))
    }, LOOK_AFTER_MS).unref()
  }

  noteOwn(id: string): void {
    this.#followed.noteOwn(id)
  }

  /** Shows publications whose record is new. Rejects if the storage fails unexpectedly. */
  showPublications(): Promise<void> {
    return this.#followed.takeOver()
  }

  /** Reads again what other nodes have changed. `names` are the changed files. Never rejects. */
  async takeOver(names: readonly string[]): Promise<void> {
    try {
      // Publications before sections, so that the sections of one publication change together.
      await this.#followed.takeOver()
      await this.#takeOverSections(names)
    } catch (err) {
      this.options.log.error({ err }, 'Content that another node has changed could not be loaded')
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#lookingAfter
  }

  async #takeOverSections(names: readonly string[]) {
    const { files, history } = this.options
    await Promise.all(
      Array.from(files, async ([id, file]) => {
        const records = names.filter((name) => name.startsWith(`data/history/${id}/`))
        if (records.length === 0 && !names.includes(file.name)) return
        await file.runExclusive(async () => {
          await history.nodes.takeOver(
            id,
            records.map((name) => path.posix.basename(name)),
          )
          await file.readHandEdit()
        })
      }),
    )
  }

  /** Completes what ended nodes have left. Only the leader does it. */
  async #lookAfter() {
    const { storage, files, log } = this.options
    await this.#followed.completeAbandoned().catch((err: unknown) => {
      log.error({ err }, 'A publication that a stopped node left unfinished could not be completed')
    })
    if (!storage.isLeader() || storage.refusal() || performance.now() - this.#recoveredAt < RECOVER_MS) return
    this.#recoveredAt = performance.now()
    for (const file of files.values()) await file.runExclusive(() => file.recoverRemoteRecords())
  }
}
