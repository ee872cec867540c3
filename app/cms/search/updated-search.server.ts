import { createSiteReader, type ContentReader } from '#app/cms/define/content-reader.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { answerQuestion, type Answer } from './answer-question.ts'
import type { Synonyms } from './question.ts'
import type { SearchedThing, SearchGroup } from './search-entry.ts'
import { SearchIndex } from './search-index.ts'
import { synonymsOf } from './synonyms.ts'

/** The index is made in slices of this length (ms), between which requests are served. */
const SLICE_MS = 5

/** So long a question waits for an index that is being made (ms). */
const MAX_WAIT_MS = 10_000

interface SearchOptions {
  groups: readonly SearchGroup[]
  /** Other words for words of a question, from the content. */
  synonyms?: (content: ContentReader) => Synonyms
  /** How many letters of a text are indexed, if not those that are enough for visitors. */
  maxTextLength?: number
  /** Calls `listener` when something else has changed of which things are made, such as the text of a file. */
  onOtherChange?: (listener: () => void) => void
}

/** Finds what visitors of a site can read. */
export interface SiteSearch {
  /**
   * The answer to a question, as the content is now: what was saved before is found, and all parts of a release are found
   * from one moment on. Rejects if the index cannot be made; the next question tries it again.
   */
  find: (question: string) => Promise<Answer>
  /** Makes the index, so that the first question need not wait. Never rejects. */
  prepare: () => Promise<void>
}

/** Opens the search of a site, for `defineService`. Its index is made at the first question. */
export function openSiteSearch(
  content: ContentReader,
  { groups, synonyms = () => synonymsOf([]), maxTextLength, onOtherChange = () => undefined }: SearchOptions,
): SiteSearch {
  const site = createSiteReader(content)
  const ownSynonyms = synonyms(content)
  let state = emptyState(maxTextLength)
  /** Counts the changes of the content. */
  let version = 0
  let updating: Promise<void> | undefined
  const noteChange = () => {
    version += 1
  }
  content.subscribe(noteChange)
  onOtherChange(noteChange)

  function isCurrent() {
    return state.version === version && state.day === today()
  }

  /** What visitors find now, by its id in the index. In one turn, so that all of it is of one version of the content. */
  function currentThings() {
    const things = new Map<string, { group: SearchGroup; thing: SearchedThing }>()
    for (const group of groups)
      for (const thing of group.things(site)) things.set(`${group.id}/${thing.id}`, { group, thing })
    return things
  }

  /** Brings the index to the present content. Ends early if that changes meanwhile. */
  async function update() {
    const [now, day] = [version, today()]
    const { index, bases } = state
    const things = currentThings()
    for (const id of bases.keys()) {
      if (things.has(id)) continue
      index.delete(id)
      bases.delete(id)
    }
    let start = performance.now()
    for (const [id, { group, thing }] of things) {
      if (isSame(bases.get(id), thing.basis)) continue
      bases.delete(id)
      index.set({ ...thing.entry(), id, group: group.id, kind: group.label, weight: group.weight ?? 1 })
      bases.set(id, thing.basis)
      if (performance.now() - start < SLICE_MS) continue
      await new Promise(setImmediate)
      if (version !== now) return
      start = performance.now()
    }
    Object.assign(state, { version: now, day })
  }

  async function makeCurrent() {
    const end = performance.now() + MAX_WAIT_MS
    while (!isCurrent()) {
      if (performance.now() > end) throw new Error('The content changes faster than its index')
      updating ??= update()
        .catch((error: unknown) => {
          state = emptyState(maxTextLength)
          throw error
        })
        .finally(() => {
          updating = undefined
        })
      await updating
    }
  }

  return {
    async find(question) {
      await makeCurrent()
      // In the same turn, so that no change comes between.
      return answerQuestion(question, { index: state.index, groups, synonyms: ownSynonyms })
    },
    async prepare() {
      try {
        await makeCurrent()
      } catch (err) {
        log.error({ err }, 'The search index could not be made')
      }
    },
  }
}

function emptyState(maxTextLength?: number) {
  const index = new SearchIndex(maxTextLength === undefined ? {} : { maxTextLength })
  return { index, bases: new Map<string, readonly unknown[]>(), version: -1, day: '' }
}

function isSame(one: readonly unknown[] | undefined, other: readonly unknown[]) {
  return one?.length === other.length && one.every((value, at) => value === other[at])
}
