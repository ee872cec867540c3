import type { Logger } from '#app/cms/platform/log.server.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import type { ContentChange, DerivedChange, DerivedContent, ReadContent } from '#app/cms/define/derived-content.ts'
import type { EditedBy, SectionFile } from '#app/cms/content/section-file/section-file.server.ts'
import { ContentUnavailable, InvalidContent } from './errors.ts'

/** How often a change that a hand edit leads to is tried again (ms). */
const RETRY_MS = 5_000

interface Options {
  derived: DerivedContent
  /** The current content of a section. */
  find: ReadContent
  /** Keys of the entries that a collection has now. */
  entryKeys: ContentChange['entryKeys']
  file: SectionFile
  save: (by: EditedBy, change: DerivedChange['change']) => Promise<void>
  log: Logger
}

/**
 * Derives the content of a section from changes of others, and saves what edits by hand lead to, which the site does not
 * publish.
 */
export class DerivedSection {
  readonly section: SectionDefinition
  readonly file: SectionFile
  /** What edits by hand lead to and is not saved yet. */
  readonly #unsaved: DerivedChange[] = []
  #saving: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: Options) {
    this.section = options.derived.section
    this.file = options.file
  }

  /** The change that is needed when sections get the content in `next`, by their ids. */
  changeAfter(
    next: ReadonlyMap<string, unknown>,
    {
      isUndo = false,
      goTo = new Map(),
      time = Date.now(),
    }: { isUndo?: boolean | undefined; goTo?: ReadonlyMap<string, string>; time?: number | undefined } = {},
  ): DerivedChange | undefined {
    const { find, entryKeys, derived } = this.options
    const changed = [...next.keys()]
    return derived.derive({
      before: find,
      after: reader(next, find),
      entryKeys,
      changed,
      goTo,
      isUndo,
      time: new Date(time),
    })
  }

  /** To be called after an edit by hand, with the content that it replaced. Never throws. */
  deriveAfterHandEdit(section: SectionDefinition, before: unknown): void {
    const { find, entryKeys, derived } = this.options
    if (section.id === this.section.id) return
    const earlier = reader(new Map([[section.id, before]]), find)
    const change = derived.derive({
      before: earlier,
      after: find,
      entryKeys,
      changed: [section.id],
      goTo: new Map(),
      isUndo: false,
      time: new Date(),
    })
    if (!change) return
    this.#unsaved.push(change)
    this.#saveSoon()
  }

  /** Waits for a save that runs. What is not saved by then is saved after no restart. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#saving
    clearTimeout(this.#timer)
  }

  #saveSoon() {
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined
      if (this.#unsaved.length > 0 && !this.#timer) this.#saveSoon()
    })
  }

  async #saveAll() {
    const isRetry = this.#timer !== undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (let [next] = this.#unsaved; next; [next] = this.#unsaved) {
      try {
        await this.options.save(byWebsite(next), next.change)
      } catch (err) {
        // Logged once, not at each attempt.
        if (!isRetry) this.options.log.error({ err, section: this.section.id }, COULD_NOT_DERIVE)
        if (!cannotBeDerived(err)) {
          this.#timer = setTimeout(() => {
            this.#saveSoon()
          }, RETRY_MS).unref()
          return
        }
      }
      this.#unsaved.shift()
    }
  }
}

const COULD_NOT_DERIVE = 'A section could not be changed to match an edit by hand of another section'

/** By whom a change is saved that the site itself makes. It results from a change that was approved. */
export function byWebsite({ reason }: DerivedChange): EditedBy {
  return { author: 'website', reason, withoutApproval: true }
}

/** True if the section cannot be changed as it has to, and another attempt would not help. */
export function cannotBeDerived(error: unknown): boolean {
  return error instanceof ContentUnavailable || error instanceof InvalidContent
}

function reader(contents: ReadonlyMap<string, unknown>, find: ReadContent): ReadContent {
  return <Section extends SectionDefinition>(section: Section) =>
    // The value under a section's id fits its schema. A map of all sections cannot express this type.
    contents.has(section.id) ? (contents.get(section.id) as ContentOf<Section>) : find(section)
}
