import { isDeepStrictEqual } from 'node:util'
import {
  parseContentFile,
  rewriteContentFile,
  toContentIssues,
  unusable,
  type ReadableFile,
  type UnusableFile,
} from '#app/cms/content/format/content-file.ts'
import { EntryRemoved, InvalidContent, VersionConflict } from '#app/cms/content/store/errors.ts'
import type { BrokenFile, ContentProblem } from '#app/cms/content/store/store.types.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { issuesOfChange } from '#app/cms/define/list-length.ts'
import { versionOf } from '#app/cms/storage/storage.ts'
import { ABSENT, isNothing } from './absent-entry.server.ts'
import type { ParsedContents } from './parsed-contents.server.ts'
import { isSameRead, MISSING, readableText, readBytes, type FileRead } from './file-read.ts'

/** What an edit asks for: content, undefined for the removal of an entry; or a whole text, such as that of an earlier version. */
export type NextFile = { content: unknown } | { text: string }

/** What an edit asks for, as the schema has it: a file that has a text already, or content without one. */
export type RequestedFile<Content> = ReadableFile<Content | undefined> | { value: Content; text?: undefined }

/** The content of one section in memory, and what its file says. It reads and writes nothing. */
export class SectionContent<Section extends SectionDefinition> {
  /**
   * What readers get: the last content that could be used. Undefined if the file could never be read, and for an entry
   * that does not exist.
   */
  published: ReadableFile<ContentOf<Section>> | undefined
  /** Since when that content is public, as far as it is known: milliseconds since 1970. */
  publishedSince = Date.now()
  /** True if it was changed here at that time. A file that came with an installation or a backup has the time of that. */
  isChanged = false
  /** What is on disk, as far as this process knows. */
  #read: FileRead = { kind: 'missing', problem: '' }
  /** True for an entry whose file has to be there: one that exists by its history. */
  #isExpected = false
  /** Why the file cannot be used; undefined if it can. */
  #unusable: UnusableFile | undefined

  constructor(
    private readonly section: Section,
    private readonly log: Logger,
    /** What a start need not parse. */
    private readonly known: ParsedContents | undefined,
  ) {}

  /**
   * To be called first, with the copy of the last good content that has existed `since` a time, and the file.
   * `isExpected`: an entry that exists, so that it is a fault if there is no file.
   */
  start(
    copy: ReadableFile<ContentOf<Section>> | undefined,
    since: number,
    read: FileRead,
    { isExpected = false } = {},
  ): void {
    this.published = copy
    this.#isExpected = isExpected
    this.take(read)
    if (copy && this.published?.version === copy.version) this.publishedSince = Math.min(since, this.#modified(read))
  }

  /** What is on disk, as far as this process knows. */
  get read(): FileRead {
    return this.#read
  }

  get isBroken(): boolean {
    return this.#unusable !== undefined
  }

  /** True if a later release has written the file, in a format that this one does not know. */
  get isOfNewerFormat(): boolean {
    return this.#unusable?.fault.isOfNewerFormat ?? false
  }

  /** True for an entry of a collection that does not exist. */
  get isAbsent(): boolean {
    return this.section.entry !== undefined && this.published === undefined && !this.isBroken
  }

  /** True if a read found what this process knows. */
  isKnown(read: FileRead): boolean {
    return isSameRead(read, this.#read)
  }

  /** The published content, if it has the expected version. Throws VersionConflict. */
  requirePublished(expectedVersion: string | undefined): ReadableFile<ContentOf<Section>> | undefined {
    const { published } = this
    if (published && expectedVersion !== undefined && expectedVersion !== published.version) {
      throw new VersionConflict(this.section.id, published)
    }
    const isNew = ['', ABSENT.version, undefined].includes(expectedVersion)
    if (this.isAbsent && !isNew) throw new EntryRemoved(this.section)
    return published
  }

  /** The bytes of a file that cannot be used, which an edit replaces. */
  brokenBytes(): string | Uint8Array | undefined {
    return this.#unusable && readBytes(this.#read)
  }

  /** A text that was written by a publication. Undefined if it does not fit the schema. */
  fileOf(text: string): ReadableFile<ContentOf<Section> | undefined> | undefined {
    return this.section.entry && text === '' ? ABSENT : this.parse(text)
  }

  /** A text as content; undefined if it does not fit the schema. */
  parse(text: string): ReadableFile<ContentOf<Section>> | undefined {
    const parsed = parseContentFile(this.section, text, { known: this.known })
    return 'file' in parsed ? parsed.file : undefined
  }

  /** A text that was public, perhaps under an earlier release; undefined if it does not fit the schema. */
  parsePublic(text: string): ReadableFile<ContentOf<Section>> | undefined {
    const parsed = parseContentFile(this.section, text, { wasPublic: true, known: this.known })
    return 'file' in parsed ? parsed.file : undefined
  }

  /** Checks what an edit asks for: content has to fit the schema and the rules of a change. Throws InvalidContent. */
  requested(next: NextFile): RequestedFile<ContentOf<Section>> {
    const { section, published } = this
    if ('text' in next) return next.text === published?.text ? published : this.#parseNext(next.text)
    if (section.entry && next.content === undefined) return ABSENT
    const parsed = section.schema.safeParse(next.content)
    if (!parsed.success) throw new InvalidContent(section.id, toContentIssues(parsed.error.issues, next.content))
    if (published && isDeepStrictEqual(parsed.data, published.value)) return published
    const issues = issuesOfChange(section, parsed.data, { published: published?.value })
    if (issues.length > 0) throw new InvalidContent(section.id, issues)
    // The schema's output is ContentOf by definition; TypeScript cannot follow it through the generic.
    return { value: parsed.data as ContentOf<Section> }
  }

  /**
   * The file with this content, of which only what differs is rewritten in a text: by default in that of the file. It is
   * parsed as the next start will parse it. Throws InvalidContent.
   */
  rewritten(
    value: unknown,
    text = this.#parsedText() || (this.published?.text ?? ''),
  ): ReadableFile<ContentOf<Section> | undefined> {
    return this.#parseNext(rewriteContentFile(this.section, text, value))
  }

  #parseNext(text: string): ReadableFile<ContentOf<Section> | undefined> {
    const { section } = this
    if (section.entry && text === '') return ABSENT
    const next = parseContentFile(section, text)
    if ('fault' in next) throw new InvalidContent(section.id, next.issues)
    return next.file
  }

  /**
   * The text of a file that is not valid but can be parsed, because its comments are worth keeping. Otherwise an empty
   * text.
   */
  #parsedText(): string {
    return this.#read.kind === 'text' && this.#unusable?.written !== undefined ? this.#read.text : ''
  }

  /** Serves a content that does not come from the file, but has existed `since` a time (milliseconds since 1970). */
  serve(file: ReadableFile<ContentOf<Section>>, since: number): void {
    this.published = file
    this.publishedSince = since
  }

  /** Uses a text that is in the file, or is about to be written to it. The empty text of an entry: it is removed. */
  become({ value, ...file }: ReadableFile<ContentOf<Section> | undefined>): void {
    this.published = value === undefined ? undefined : { value, ...file }
    this.publishedSince = Date.now()
    this.isChanged = true
    this.#read = this.published ? { kind: 'text', text: file.text } : { kind: 'missing', problem: MISSING }
    this.#isExpected = this.published !== undefined
    this.#unusable = undefined
  }

  /** Notes that the file has a text that was not published. */
  breakWith(text: string, problem: string): void {
    this.#read = { kind: 'text', text }
    this.#unusable = unusable(problem)
  }

  /**
   * Uses what was read as the content, or remembers why it cannot be used. Returns the content that it replaced, if
   * any.
   */
  take(read: FileRead): ReadableFile<ContentOf<Section>> | undefined {
    this.#read = read
    this.#unusable = undefined
    if (read.kind === 'text' && read.text === this.published?.text) {
      // One text in memory, not two that are equal.
      this.#read = { ...read, text: this.published.text }
      return undefined
    }
    // A fault of the disk is no sign of an entry that is not known.
    const isNoSign = isNothing(read) || read.kind === 'transient'
    if (this.section.entry && !this.published && !this.#isExpected && isNoSign) return undefined
    // The copy of a file that was never there is empty.
    const isUnmade = this.section.isOptional === true && read.kind === 'missing' && !this.published?.text
    const used: FileRead = isUnmade ? { kind: 'text', text: '' } : read
    const parsed =
      used.kind === 'text'
        ? parseContentFile(this.section, used.text, { known: this.known })
        : unusable(used.problem, 'position' in used ? used.position : undefined)
    if ('fault' in parsed) {
      this.#unusable = parsed
      this.log.error({ ...this.fault() }, 'A content file cannot be used')
      return undefined
    }
    const replaced = this.published
    this.published = parsed.file
    this.#isExpected = true
    this.publishedSince = this.#modified(read)
    if (replaced) this.isChanged = true
    return replaced
  }

  /** When a text was written to the file; now if that is not known, or in the future. */
  #modified(read: FileRead) {
    return Math.min(read.kind === 'text' ? (read.modified ?? Infinity) : Infinity, Date.now())
  }

  fault(): ContentProblem | undefined {
    const { id, file } = this.section
    if (!this.#unusable) return undefined
    const servesLastGood = this.published !== undefined
    const lastGoodSince = servesLastGood ? new Date(this.publishedSince).toISOString() : undefined
    return { section: id, file, ...this.#unusable.fault, servesLastGood, lastGoodSince }
  }

  /** What the file says if it cannot be used. */
  brokenFile(): BrokenFile | undefined {
    const fault = this.fault()
    if (!fault || !this.#unusable) return undefined
    const { issues, written } = this.#unusable
    const version = this.published?.version ?? versionOf(readBytes(this.#read) ?? '')
    return { fault, issues, value: written, version, text: readableText(this.#read) }
  }
}
