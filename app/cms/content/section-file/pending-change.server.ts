import { MAX_YAML_BYTES } from '#app/cms/content/format/yaml-document.ts'
import type { ReadableFile } from '#app/cms/content/format/content-file.ts'
import type { ContentHistory } from '#app/cms/content/history/content-history.server.ts'
import type { PendingText } from '#app/cms/content/publication-log/publication-record.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import type { DiskTrust } from '#app/cms/storage/disk/disk-trust.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { PreconditionFailed, versionOf, type Storage } from '#app/cms/storage/storage.ts'
import { readBytes, type FileRead } from './file-read.ts'
import type { HandEdits } from './hand-edits.server.ts'
import type { LastGoodCopy } from './last-good-copy.server.ts'
import type { SectionContent } from './section-content.server.ts'
import type { SectionRecords } from './section-records.server.ts'

/** The file is read again, at most so often, if it is changed by hand while it is written. */
const MAX_ATTEMPTS = 6

/** An edit that is prepared to be published together with others. */
export interface PreparedEdit<Content> extends PendingText {
  /** Without a value: the entry is removed. */
  file: ReadableFile<Content | undefined>
}

interface Options<Section extends SectionDefinition> {
  section: Section
  /** The name of the file in the storage. */
  name: string
  storage: Storage
  diskTrust: DiskTrust
  content: SectionContent<Section>
  records: SectionRecords<Section>
  history: ContentHistory
  handEdits: HandEdits<Section>
  lastGood: LastGoodCopy<Section>
}

/**
 * The change that a pending publication makes to a section: readers see it, but it may not be in the file yet
 * (`docs/publication-log.md`). All methods but `show` run within the queue of the section.
 */
export class PendingChange<Section extends SectionDefinition> {
  #text: PendingText | undefined

  constructor(private readonly options: Options<Section>) {}

  /** The pending text. Undefined if the file has everything that was published. */
  get text(): PendingText | undefined {
    return this.#text
  }

  /** Shows a committed edit to readers, synchronously. `onChange` is not called. */
  show({ file, ...text }: PreparedEdit<ContentOf<Section>>): void {
    this.#text = text
    this.options.content.become(file)
  }

  /** Parses a text, so that it can be shown. Undefined if this release of the program cannot read it. */
  read(text: PendingText): PreparedEdit<ContentOf<Section>> | undefined {
    const file = this.options.content.fileOf(text.text)
    return file && { ...text, file }
  }

  /** After a start: shows a text whose publication was interrupted. */
  recover(text: PendingText): void {
    const edit = this.read(text)
    // Another release of the program has published it, and this one cannot read it.
    if (edit) this.show(edit)
  }

  /** Applies the change before another edit, if it is pending after a fault of the disk. Rejects with StorageError. */
  async applyFirst(): Promise<void> {
    if (!this.#text) return
    await this.options.diskTrust.recover()
    await this.apply()
  }

  /** Writes the change to the file and commits its records. Rejects with StorageError; then it can be repeated. */
  async apply(): Promise<void> {
    const { content, records, history, handEdits, lastGood } = this.options
    const { published } = content
    if (!this.#text) return
    const pending = this.#text
    for (let attempt = 1; ; attempt += 1) {
      const onDisk = handEdits.read()
      const held = readBytes(onDisk)
      if (held === undefined && onDisk.kind !== 'missing') throw new StorageError('file-unreadable')
      const version = held === undefined ? null : versionOf(held)
      const isApplied = textOf(onDisk) === pending.text
      if (await (isApplied ? this.#commitRecords(pending) : this.#write(pending, version))) {
        // A hand edit was made at the same moment, or while the process was down. The history records it.
        if (!isApplied && version !== pending.ifVersion) await records.recordLate(onDisk, published)
        break
      }
      if (attempt === MAX_ATTEMPTS) throw new StorageError('file-changing')
    }
    for (const entry of pending.entries) history.add(entry)
    this.#text = undefined
    lastGood.updateSoon()
  }

  /** In a store that is only read: forgets the pending text, which is in the file by now, and reads the file. */
  async drop(): Promise<void> {
    this.#text = undefined
    await this.options.handEdits.take(this.options.handEdits.read())
    this.options.lastGood.updateSoon()
  }

  /** Resolves with false if the file does not have the version `ifVersion`. */
  async #write({ text, entries }: PendingText, ifVersion: string | null): Promise<boolean> {
    const { name, section, storage, handEdits } = this.options
    try {
      await storage.commit(
        [
          // A record may exist already, because the process was killed or the disk refused the rest.
          ...entries.map(({ put }) => ({ name: put.name, bytes: put.bytes })),
          { name, bytes: section.entry && text === '' ? null : text, ifVersion, maxBytes: MAX_YAML_BYTES },
        ],
        {
          moves: entries.map(({ move }) => move),
          onLateWrite: (bytes) => handEdits.recordLate(bytes),
        },
      )
      return true
    } catch (error) {
      if (error instanceof PreconditionFailed) return false
      throw error
    }
  }

  /**
   * Commits the records of a text that is in the file already. Resolves with false if the disk has restored the earlier
   * text.
   */
  async #commitRecords({ text, entries }: PendingText): Promise<boolean> {
    await this.options.history.commit(entries)
    const read = this.options.handEdits.read()
    return textOf(read) === text
  }
}

/** The text of a file; without a file the empty text. Undefined if it cannot be read. */
function textOf(read: FileRead): string | undefined {
  return read.kind === 'missing' ? '' : read.kind === 'text' ? read.text : undefined
}
