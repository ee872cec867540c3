import { isDeepStrictEqual } from 'node:util'
import { mergeContent } from '#app/cms/content/compare/merge-content.ts'
import { rewriteContentFile } from '#app/cms/content/format/content-file.ts'
import type { ContentHistory } from '#app/cms/content/history/content-history.server.ts'
import { readRecord } from '#app/cms/content/history/history-record.ts'
import type { PendingText } from '#app/cms/content/publication-log/publication-record.ts'
import { readBytes, readContentFile } from '#app/cms/content/section-file/file-read.ts'
import type { PreparedEdit } from '#app/cms/content/section-file/pending-change.server.ts'
import type { SectionContent } from '#app/cms/content/section-file/section-content.server.ts'
import type { SectionRecords } from '#app/cms/content/section-file/section-records.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { versionOf, type Storage } from '#app/cms/storage/storage.ts'

interface Options<Section extends SectionDefinition> {
  section: Section
  /** The name of the file in the storage. */
  name: string
  storage: Storage
  content: SectionContent<Section>
  records: SectionRecords<Section>
  history: ContentHistory
  log: Logger
}

/** The edits that other nodes make to a section, beside the publications of this one. */
export class RemoteEdits<Section extends SectionDefinition> {
  constructor(private readonly options: Options<Section>) {}

  /**
   * A pending text merged with what another node has saved since. Resolves with `applied` if the file has contained the
   * text already, even if later saves have replaced it. `text` is the text of the file.
   */
  async merge(text: string, pending: PendingText): Promise<PreparedEdit<ContentOf<Section>> | 'applied' | undefined> {
    return (await this.#isApplied(pending, text)) ? 'applied' : this.#merge(text, pending)
  }

  /**
   * Prepares a text that another node has published, merged with later saves, so that it can be shown. Only within the
   * queue of the section. Resolves with `applied` if the file has contained it already, and with `unreadable` if this
   * release of the program cannot read it. Never rejects.
   */
  async prepare(pending: PendingText): Promise<PreparedEdit<ContentOf<Section>> | 'applied' | 'unreadable'> {
    const { name, section, storage, content, log } = this.options
    try {
      const read = readContentFile(storage, name)
      const other = read.kind === 'text' && read.text !== pending.text ? read.text : undefined
      if (other !== undefined && (await this.#isApplied(pending, other))) return 'applied'
      const file = content.parseNext(pending.text)
      const merged = other === undefined ? undefined : this.#merge(other, pending)
      return merged ?? { ...pending, file }
    } catch (err) {
      log.error({ err, section: section.id }, 'A publication of another node cannot be read')
      return 'unreadable'
    }
  }

  /** Commits or removes the prepared records that nodes have left. Never rejects. */
  async recoverRecords(): Promise<void> {
    const { name, section, storage, history, log } = this.options
    const held = readBytes(readContentFile(storage, name))
    if (held === undefined) return
    await history.nodes.recoverRecords(section.id, versionOf(held)).catch((err: unknown) => {
      log.warn(
        { err, section: section.id },
        'Unfinished history records of other nodes could not be completed or removed',
      )
    })
  }

  async #isApplied({ ifVersion, entries }: PendingText, text: string): Promise<boolean> {
    const version = versionOf(text)
    const entry = entries.at(-1)
    return version !== ifVersion && entry !== undefined && (await this.options.history.nodes.isMade(entry, version))
  }

  /**
   * The changes of both, and those of the publication where both changed the same field. Undefined if the file has not
   * changed.
   */
  #merge(text: string, pending: PendingText): PreparedEdit<ContentOf<Section>> | undefined {
    const { section, content, records, history } = this.options
    const [entry, ...others] = pending.entries
    if (versionOf(text) === pending.ifVersion || !entry || others.length > 0) return undefined
    const base = content.parse(readRecord(entry.put.bytes)?.text ?? '')
    const [mine, theirs] = [content.parse(pending.text), content.parse(text)]
    if (!base || !mine || !theirs || base.version !== pending.ifVersion) return undefined
    const { value } = mergeContent(section.schema, { base, mine: mine.value, theirs: theirs.value })
    // The schema's output is ContentOf by definition; TypeScript cannot follow it through the generic.
    const next = value as ContentOf<Section>
    const exists = isDeepStrictEqual(next, theirs.value)
    const file = exists ? theirs : content.parseNext(rewriteContentFile(section, text, next))
    // Before the process was killed, the text may have been written already. Then its record is on disk as well.
    const entries = exists
      ? [entry]
      : [history.prepare(records.ofContent(theirs, file, entry.entry), { inPlaceOf: entry.entry })]
    return { file, text: file.text, ifVersion: theirs.version, entries }
  }
}
