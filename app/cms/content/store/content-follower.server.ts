import type { Logger } from '#app/cms/platform/log.server.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import type {
  ContentChange,
  FollowingChange,
  FollowingContent,
  ReadContent,
} from '#app/cms/define/following-content.ts'
import type { EditedBy, SectionFile } from '#app/cms/content/section-file/section-file.server.ts'
import { ContentUnavailable, InvalidContent } from './errors.ts'

/** How often a change that follows from a hand edit is tried again (ms). */
const RETRY_MS = 5_000

interface Options {
  following: FollowingContent
  /** The current content of a section. */
  find: ReadContent
  /** Keys of the entries that a collection has now. */
  entryKeys: ContentChange['entryKeys']
  file: SectionFile
  save: (by: EditedBy, change: FollowingChange['change']) => Promise<void>
  log: Logger
}

/** Finds out what follows from a change, and saves what follows from edits by hand, which the site does not publish. */
export class Follower {
  readonly section: SectionDefinition
  readonly file: SectionFile
  /** What follows from edits by hand and is not saved yet. */
  readonly #unsaved: FollowingChange[] = []
  #saving: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: Options) {
    this.section = options.following.section
    this.file = options.file
  }

  /** What follows when sections get the content in `next`, by their ids. */
  followingFrom(
    next: ReadonlyMap<string, unknown>,
    {
      isUndo = false,
      goTo = new Map(),
      time = Date.now(),
    }: { isUndo?: boolean | undefined; goTo?: ReadonlyMap<string, string>; time?: number | undefined } = {},
  ): FollowingChange | undefined {
    const { find, entryKeys, following } = this.options
    const changed = [...next.keys()]
    return following.follow({
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
  followHandEdit(section: SectionDefinition, before: unknown): void {
    const { find, entryKeys, following } = this.options
    if (section.id === this.section.id) return
    const earlier = reader(new Map([[section.id, before]]), find)
    const change = following.follow({
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
        if (!isRetry) this.options.log.error({ err, section: this.section.id }, COULD_NOT_FOLLOW)
        if (!cannotFollow(err)) {
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

const COULD_NOT_FOLLOW = 'A section could not be changed to match an edit by hand of another section'

/** By whom a change is saved that the site itself makes. It results from a change that was approved. */
export function byWebsite({ reason }: FollowingChange): EditedBy {
  return { author: 'website', reason, withoutApproval: true }
}

/** True if the section cannot be changed as it has to, and another attempt would not help. */
export function cannotFollow(error: unknown): boolean {
  return error instanceof ContentUnavailable || error instanceof InvalidContent
}

function reader(contents: ReadonlyMap<string, unknown>, find: ReadContent): ReadContent {
  return <Section extends SectionDefinition>(section: Section) =>
    // The value under a section's id fits its schema. A map of all sections cannot express this type.
    contents.has(section.id) ? (contents.get(section.id) as ContentOf<Section>) : find(section)
}
