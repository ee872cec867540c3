import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import { deleteEntry, moveEntry, saveEntry, type EditedList } from '#app/cms/admin/editor/edit-entry.server.ts'
import { changeListDraft, listTarget, listToEdit } from '#app/cms/admin/editor/list-draft.server.ts'
import { readPostedEdit, type PostedEdit } from '#app/cms/admin/editor/posted-edit.server.ts'
import { loadPresence } from '#app/cms/admin/presence/presence.server.ts'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import { formatTime } from '#app/cms/editing/ui/format.ts'
import { contentIntents, savingIntents } from '#app/cms/editing/form/content-intents.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { usedFiles } from '#app/cms/media/library/used-files.server.ts'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import type { LastChange } from '#app/site/sections/hero-slides/hero-slide-table.tsx'
import { heroSlide, heroSlides, type HeroSlide } from '#app/site/sections/hero-slides/hero-slides.ts'
import { currentSite } from '#app/cms/site.server.ts'

export const slideList: EditedList = {
  section: heroSlides,
  list: 'slides',
  entryForm: heroSlide,
  page: '/admin/herocarousel',
  missingMessage: 'This slide no longer exists.',
}

/** What the form of every slide needs. */
const ofForm = { labels: fieldLabels(heroSlide), failedMessage: heroSlides.messages.failed }

/** The slides in their order, or those of their draft; the images they use, and when each was last changed. */
export const slideTableLoader = adminLoader('editor', async (asked) => {
  const { value, version, broken, place } = listToEdit(heroSlides, asked)
  const { auth, content } = currentSite()
  const changes = lastChanges(await content.history(heroSlides), slideList.list, auth.accounts.nameOf)
  return {
    slides: value.slides,
    version,
    broken,
    place,
    images: usedFiles(value, currentSite().media.forStaff).images,
    changes,
    presence: loadPresence({ section: heroSlides.id, release: place.release?.id }, asked.user.id),
  }
})

/**
 * Moves a `slide`: by one (`intent=up` or `down`) or to a place counted from 0 (`intent=move`, `to`). Also handles the
 * intents of {@link changeListDraft}: `delete` discards the draft.
 */
export const slideTableAction = adminAction('editor', async (asked) => {
  const posted = await readPostedEdit(asked.request)
  const intent = posted.intent === contentIntents.delete ? 'discard' : posted.intent
  const changed = await changeListDraft(slideList, asked, posted, intent)
  if (changed) return changed
  const toIndex = requestedIndex(posted)
  if (!toIndex) throw unknownIntent()
  const id = posted.content.get('slide')
  const reason = 'Order changed'
  return moveEntry(slideList, listTarget(slideList, asked, posted), posted, { id, toIndex, reason })
})

/** Computes the new index of a slide from its old one; undefined for an unknown intent. */
function requestedIndex({ intent, content }: PostedEdit): ((from: number) => number) | undefined {
  if (intent === contentIntents.up) return (from) => from - 1
  if (intent === contentIntents.down) return (from) => from + 1
  const to = content.get('to')
  return intent === contentIntents.move && typeof to === 'string' && /^\d{1,6}$/.test(to) ? () => Number(to) : undefined
}

/** The `_id` and the index of a slide to be added. */
export const newSlideLoader = adminLoader('editor', (asked) => {
  const { value, version, place } = listToEdit(heroSlides, asked)
  return { slide: { _id: randomUUID() }, index: value.slides.length, version, place, ...ofForm }
})

/**
 * Adds a slide at the end. The form contains the `_id` of the slide: if it is sent again, after Back, it edits the
 * slide that it has added.
 */
export const newSlideAction = adminAction(
  'editor',
  async (asked) => {
    const posted = await readPostedEdit(asked.request, heroSlide)
    return saveEntry(slideList, listTarget(slideList, asked, posted), posted, 'Slide added')
  },
  { keepsForms: savingIntents },
)

/**
 * One slide. For a deleted slide, responds with 404 and only its `_id`, so that the page can still show what was typed.
 */
export const slideLoader = adminLoader('editor', ({ params, ...asked }) => {
  const { value, version, place } = listToEdit(heroSlides, asked)
  const slideId = params['slideId'] ?? ''
  const found = value.slides.findIndex(({ _id }) => _id === slideId)
  const slide = value.slides[found]
  const isDeleted = slide === undefined
  const index = isDeleted ? value.slides.length : found
  const shown: Partial<HeroSlide> & Pick<HeroSlide, '_id'> = slide ?? { _id: slideId }
  const presence = loadPresence({ section: heroSlides.id, release: place.release?.id, entry: slideId }, asked.user.id)
  return data(
    { slide: shown, index, isDeleted, version, place, ...ofForm, presence },
    { status: isDeleted ? 404 : 200 },
  )
})

/** Saves a slide, or deletes it (`intent=delete`). A deleted slide is added again, at the end. */
export const slideAction = adminAction(
  'editor',
  async ({ params, ...asked }) => {
    const posted = await readPostedEdit(asked.request, heroSlide)
    const slideId = params['slideId'] ?? ''
    const target = listTarget(slideList, asked, posted)
    if (posted.intent === contentIntents.delete) return deleteEntry(slideList, target, posted, slideId, 'Slide deleted')
    posted.content.set('_id', slideId)
    return saveEntry(slideList, target, posted, 'Slide updated')
  },
  { keepsForms: savingIntents },
)

/**
 * Time and author of the last change of each entry of a list, by `_id`, as far as the history contains them. `history`
 * has the newest edit first. The search stops at an edit that does not record which entries it changed. Reads no
 * snapshots. `nameOf` returns the name of an author.
 */
export function lastChanges(
  history: readonly HistoryEntry[],
  list: string,
  nameOf: (author: string) => string,
): Record<string, LastChange> {
  const changes = new Map<string, LastChange>()
  for (const { summary, time, author } of history) {
    if (!summary?.changed) break
    for (const place of summary.changed) {
      if (place.list !== list || changes.has(place.id)) continue
      changes.set(place.id, { time, when: formatTime(time), author: nameOf(author) })
    }
  }
  return Object.fromEntries(changes)
}
