import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { effectiveDraft, isSame } from './effective-draft.ts'
import type { DraftFolder } from './stored-drafts.server.ts'

/** Delay before drafts are compared with what is published (ms). */
const DROP_EQUAL_MS = 1_000

interface Options {
  content: Pick<ContentStore, 'find' | 'subscribe'>
  folders: ReadonlyMap<string, DraftFolder>
  drop: (folders: readonly DraftFolder[]) => Promise<void>
  runExclusive: (task: () => Promise<void>) => Promise<void>
  log: Logger
}

/**
 * Removes drafts that are equal to what is published, after each publication and after the start. Returns the function
 * that ends this: it queues the removals that are still to be made.
 */
export function dropEqualDrafts({ content, folders, drop, runExclusive, log }: Options): () => void {
  /** Sections that have changed since their drafts were compared with them. */
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  /**
   * Removes the draft of a section outside releases if it is equal to what is published. The drafts of a release stay
   * until that is published: without them a scheduled release would be empty at its time, and could not be published.
   */
  async function dropEqual(sectionId: string) {
    const equal = [...folders.values()].filter((folder) => {
      const { section, release, draft } = folder
      const isOutside = section.id === sectionId && release === undefined && draft !== undefined
      if (!isOutside) return false
      const next = effectiveDraft(content, folder)
      const published = content.find(section)
      // An entry that the draft removes, and that another person has removed.
      if (!published) return draft.removes === true && next?.conflicts.length === 0
      return next?.value !== undefined && isSame(next.value, published.value)
    })
    await drop(equal)
  }

  /** Delayed: a publication removes its drafts itself, and merging all others of the section takes time. */
  function dropEqualSoon(sectionId: string) {
    if (![...folders.values()].some(({ section, draft }) => section.id === sectionId && draft)) return
    changed.add(sectionId)
    timer ??= setTimeout(compareChanged, DROP_EQUAL_MS).unref()
  }

  function compareChanged() {
    clearTimeout(timer)
    timer = undefined
    for (const id of changed) {
      runExclusive(() => dropEqual(id)).catch((err: unknown) => {
        log.warn({ err, section: id }, 'A draft could not be removed after it was published')
      })
    }
    changed.clear()
  }

  const unsubscribe = content.subscribe(dropEqualSoon)
  // A kill may have happened between the publication and the removal.
  for (const { section } of folders.values()) dropEqualSoon(section.id)

  return () => {
    unsubscribe()
    compareChanged()
  }
}
