import { setTimeout as delay } from 'node:timers/promises'
import type { ReadableFile } from '#app/cms/content/format/content-file.ts'
import type { ContentHistory } from '#app/cms/content/history/content-history.server.ts'
import type { HistoryRecord } from '#app/cms/content/history/history-record.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { versionOf, type Storage } from '#app/cms/storage/storage.ts'
import { decodeContent, isSameRead, readBytes, readContentFile, type FileRead } from './file-read.ts'
import type { FindState } from '#app/cms/content/history/removal-record.server.ts'
import { ABSENT, isNothing } from './absent-entry.server.ts'
import type { LastGoodCopy } from './last-good-copy.server.ts'
import type { SectionContent } from './section-content.server.ts'
import { BY_HAND, type SectionRecords } from './section-records.server.ts'

/**
 * A program may write a file in steps. So a save that finds a hand edit waits until the file has not changed for this
 * time.
 */
const REST_MS = 60
const MAX_RESTS = 20

const ADDED_BY_HAND = { ...BY_HAND, reason: 'File added by hand' }

interface Options<Section extends SectionDefinition> {
  section: Section
  /** The name of the file in the storage. */
  name: string
  storage: Storage
  content: SectionContent<Section>
  records: SectionRecords<Section>
  history: ContentHistory
  /** What is known of an entry that has no file. */
  findState: FindState
  lastGood: LastGoodCopy<Section>
  log: Logger
  onChange: () => void
  /** Called after an edit by hand, with the content that it has replaced. Must not throw. */
  onHandEdit?: ((replaced: ContentOf<Section>) => void) | undefined
  hasHistory?: boolean | undefined
  onRecovered?: ((newest: HistoryRecord) => Promise<void>) | undefined
}

/** What people and other programs write into the file of a section: it becomes the content, and is recorded. */
export class HandEdits<Section extends SectionDefinition> {
  constructor(private readonly options: Options<Section>) {}

  /** What the file says now. */
  read(): FileRead {
    return readContentFile(this.options.storage, this.options.name)
  }

  /** True if the file has the content that this process last read or wrote. */
  hasNone(): boolean {
    return this.options.content.isKnown(this.read())
  }

  /** Uses what was read as the content, unless it is known already. */
  async take(read: FileRead): Promise<void> {
    const { section, content, records, lastGood, onChange, onHandEdit } = this.options
    // A process that only reads may have learnt of the removal after it has learnt of the missing file.
    if (section.entry && content.published && isNothing(read) && (await this.#wasRemoved())) {
      content.become(ABSENT)
      onChange()
      await lastGood.update()
      return
    }
    if (content.isKnown(read)) return
    const { isAbsent } = content
    const replaced = content.take(read)
    onChange()
    const { published } = content
    if (replaced && published) {
      onHandEdit?.(replaced.value)
      await records.record(records.ofContent(replaced, published))
    }
    if (isAbsent && published) await records.record(records.ofText('', published, ADDED_BY_HAND))
    await lastGood.update()
  }

  async #wasRemoved() {
    const { section, findState, log } = this.options
    try {
      return (await findState(section)) === 'removed'
    } catch (err) {
      log.error({ err, section: section.id }, 'It could not be read whether an entry was removed')
      return false
    }
  }

  /** Reads the file once a program that is changing it has finished, and uses it as the content. */
  async takeFinished(): Promise<void> {
    await this.take(await this.#readFinished())
  }

  /** Records what a program wrote into a file that a save has replaced meanwhile. Never rejects. */
  async recordLate(bytes: Uint8Array): Promise<void> {
    const { content, records } = this.options
    await records.recordLate(decodeContent(bytes), content.published)
  }

  /**
   * After a start: recovers the history, and records what was replaced while the process was down. `lastGood` is the
   * copy that the process before has left. Never rejects.
   */
  async recover(
    lastGood: ReadableFile<ContentOf<Section>> | undefined,
    onDisk: FileRead,
    isPending: () => boolean,
  ): Promise<void> {
    const { section, content, records, log, onChange, onHandEdit, onRecovered } = this.options
    try {
      const newest = await this.#recoverHistory(onDisk)
      // A pending publication has its own records of what it replaces.
      if (isPending()) return
      // The file may have been copied since, and has the time of that.
      if (newest && newest.replacedBy === content.published?.version) {
        content.publishedSince = Date.parse(newest.time)
        content.isChanged = true
      }
      if (!content.isBroken) {
        const replaced = content.published && (await records.recordReplaced(content.published, newest, lastGood))
        if (replaced) {
          content.isChanged = true
          onHandEdit?.(replaced.value)
        } else if (newest) await onRecovered?.(newest)
      } else if (newest && (!lastGood || lastGood.version === newest.version)) {
        // The copy is written after a save is acknowledged, so a crash may leave an older one.
        const file = content.parse(newest.nextText)
        if (file) content.serve(file, Date.parse(newest.time))
        onChange()
      }
    } catch (err) {
      log.error({ err, section: section.id }, 'The history of a section could not be updated')
    }
  }

  /** The newest record of the history, after interrupted edits were completed or taken back. */
  async #recoverHistory(onDisk: FileRead): Promise<HistoryRecord | undefined> {
    const { section, storage, history, hasHistory } = this.options
    if (hasHistory === false) return undefined
    if (storage.refusal()) return history.readIndex(section.id)
    const held = section.entry && isNothing(onDisk) ? '' : readBytes(onDisk)
    return history.recover(section.id, held === undefined ? undefined : versionOf(held))
  }

  async #readFinished(): Promise<FileRead> {
    let read = this.read()
    if (this.options.content.isKnown(read)) return read
    for (let rests = 0; rests < MAX_RESTS; rests += 1) {
      await delay(REST_MS)
      const again = this.read()
      // A program that writes in place empties the file first.
      if (isSameRead(again, read) && !(read.kind === 'text' && read.text === '')) return again
      read = again
    }
    return read
  }
}
