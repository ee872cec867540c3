import { Listeners } from '#app/cms/platform/listeners.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { PreconditionFailed, type Storage } from '#app/cms/storage/storage.ts'
import { readRelease, recordName, writeRelease, type StoredRelease } from './release-records.server.ts'
import { isOpen, ReleaseChanged, ReleaseRefused, type Release } from './release-format.ts'

interface KnownReleasesOptions {
  storage: Storage
  log: Pick<Logger, 'error' | 'warn'>
}

/** The releases of a site in memory, with the versions of their records as they were read or written last. */
export class KnownReleases {
  readonly #releases = new Map<string, Release>()
  readonly #versions = new Map<string, string>()
  readonly #listeners = new Listeners()

  constructor(
    private readonly options: KnownReleasesOptions,
    stored: ReadonlyMap<string, StoredRelease>,
  ) {
    for (const { release, version } of stored.values()) this.keep(release, version)
  }

  /** Calls `listener` at each `announce`. Returns a function that removes it. */
  readonly subscribe = this.#listeners.subscribe

  announce(): void {
    this.#listeners.announce()
  }

  all(): Release[] {
    return [...this.#releases.values()]
  }

  find(id: string): Release | undefined {
    return this.#releases.get(id)
  }

  /** Throws ReleaseRefused (404) if there is none. */
  require(id: string): Release {
    const release = this.#releases.get(id)
    if (release) return release
    throw new ReleaseRefused('This release no longer exists.', 404)
  }

  /** Throws ReleaseRefused if there is none, or if it is published. */
  requireOpen(id: string): Release {
    const release = this.require(id)
    if (isOpen(release)) return release
    throw new ReleaseRefused('This release is published already.')
  }

  /** The version of the record of a release; null: there is none. */
  versionOf({ id }: Pick<Release, 'id'>): string | null {
    return this.#versions.get(id) ?? null
  }

  keep(release: Release, version: string): void {
    this.#releases.set(release.id, release)
    this.#versions.set(release.id, version)
  }

  forget(id: string): void {
    this.#releases.delete(id)
    this.#versions.delete(id)
  }

  /** Stores a release on the condition that its record has the version `ifVersion`. Rejects as `ifUnchanged` does. */
  async store(release: Release, ifVersion = this.versionOf(release)): Promise<void> {
    const version = await this.ifUnchanged([release.id], () => writeRelease(this.options.storage, release, ifVersion))
    this.keep(release, version)
  }

  /** Makes a change of releases. If another program has changed a record, that counts, and ReleaseChanged is thrown. */
  async ifUnchanged<Result>(ids: readonly string[], change: () => Promise<Result>): Promise<Result> {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error
      for (const id of ids) await this.#readAgain(id)
      throw new ReleaseChanged()
    }
  }

  async #readAgain(id: string) {
    const { storage, log } = this.options
    try {
      const stored = await readRelease(storage, id)
      if (stored) this.keep(stored.release, stored.version)
      else this.forget(id)
    } catch (err) {
      log.error({ err, release: id }, 'The record of a release that was changed by another program cannot be read')
    }
    this.announce()
  }

  /** Removes the records of these releases. Never rejects. */
  async removeOld(releases: readonly Release[]): Promise<void> {
    if (releases.length === 0) return
    try {
      await this.options.storage.remove(releases.map(({ id }) => recordName(id)))
      for (const { id } of releases) this.forget(id)
    } catch (err) {
      this.options.log.warn({ err }, 'Old releases could not be removed')
    }
  }
}
