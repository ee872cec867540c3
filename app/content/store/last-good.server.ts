import { parseContentFile, type ReadableFile } from '#app/content/format/content-file.ts'
import type { ContentOf, SectionDefinition } from '#app/schema/define-section.ts'
import { writeDurably } from '#app/storage/durable-file.server.ts'
import { readTextSync } from '#app/content/format/read-text.server.ts'
import type { Logger } from '#app/platform/reports.ts'

/** Copy of a section's last good file in the data folder: it serves on when the file is broken at the next start. */
export class LastGoodCopy<Section extends SectionDefinition> {
  #version: string | undefined

  constructor(
    private readonly section: Section,
    private readonly path: string,
    private readonly log: Logger,
  ) {}

  /** The copy, if there is one that fits the section's schema. */
  read(): ReadableFile<ContentOf<Section>> | undefined {
    const read = readTextSync(this.path)
    const parsed = read.kind === 'text' ? parseContentFile(this.section, read.text) : undefined
    if (!parsed || 'fault' in parsed) return undefined
    this.#version = parsed.file.version
    return parsed.file
  }

  /** Brings the copy up to date. A failure is logged: nothing that was acknowledged depends on it. */
  async keep(file: ReadableFile<unknown> | undefined): Promise<void> {
    if (!file || file.version === this.#version) return
    try {
      await writeDurably(this.path, file.text, { mode: 0o600 })
      this.#version = file.version
    } catch (err) {
      this.log.error({ err, section: this.section.id }, 'The last good version of a content file could not be kept')
    }
  }
}
