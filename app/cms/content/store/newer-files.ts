import type { HealthReports } from '#app/cms/platform/health.server.ts'

/** Id of the health report while files have a format of a later release. */
const NEWER = 'content-newer'

function newerMessage(count: number) {
  const files = count === 1 ? 'A content file was' : `${count} content files were`
  return `${files} saved by a newer version of this software. Visitors see the last version that this software has saved itself. Install the newer software: it shows what was saved with it.`
}

interface Options {
  health: HealthReports
  /** True if the file of the section with this id has a format of a later release. */
  isNewer: (id: string) => boolean
}

/** Reports files that a later release has written in a format of its own: after the way back to this release. */
export class NewerFiles {
  readonly #ids = new Set<string>()

  constructor(private readonly options: Options) {}

  /** To be called after changes, with the sections that have changed. */
  note(sectionIds: readonly string[]) {
    const before = this.#ids.size
    for (const id of sectionIds) {
      if (this.options.isNewer(id)) this.#ids.add(id)
      else this.#ids.delete(id)
    }
    if (this.#ids.size === before) return
    const { health } = this.options
    if (this.#ids.size === 0) health.clear(NEWER)
    else health.report({ id: NEWER, message: newerMessage(this.#ids.size) })
  }
}
