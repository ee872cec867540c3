import { unknownIntent } from '#app/http/http-error.ts'
import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import { adminAction, adminLoader } from '#app/guard.server.ts'
import { usedFiles } from '#app/media/library/used-files.server.ts'
import { heroSlide, heroSlides, type HeroSlide } from '#app/sections/hero-slides/hero-slides.ts'
import { contentToEdit } from '#app/admin/editor/content-to-edit.server.ts'
import { editPart } from '#app/admin/editor/edit-part.server.ts'
import { lastChanges } from '#app/admin/history/last-changes.server.ts'
import { readPostedEdit, type PostedEdit } from '#app/admin/editor/posted-edit.server.ts'
import { saveEdit } from '#app/admin/editor/save-edit.server.ts'
import { savedRedirect } from '#app/admin/editor/saved-redirect.server.ts'
import { flashExpectedErrors, restoreEdit } from '#app/admin/history/section-history.server.ts'
import { currentSite } from '#app/site.server.ts'

const TABLE = '/admin/herocarousel'

/** The slides in their order, the images they use, and when each was last changed. */
export const slideTableLoader = adminLoader(async () => {
  const { value, version } = contentToEdit(heroSlides)
  const fault = currentSite()
    .content.faults()
    .find(({ section }) => section === heroSlides.id)
  const changes = lastChanges(await currentSite().content.history(heroSlides), 'slides')
  return { slides: value.slides, version, fault, images: usedFiles(value, currentSite().media).images, changes }
})

/**
 * Moves a `slide`: by one (`intent=up` or `down`) or to a place counted from 0 (`intent=move`, `to`). Or brings an earlier
 * state back (`intent=restore`).
 */
export const slideTableAction = adminAction(async ({ request, admin }) => {
  const posted = await readPostedEdit(request)
  if (posted.intent === 'restore') return restoreEdit(heroSlides, posted, admin.username, TABLE)
  const slideId = posted.content.get('slide')
  const toPlace = wishedPlace(posted)
  if (!toPlace) throw unknownIntent()
  return flashExpectedErrors(TABLE, () =>
    editPart({
      version: posted.version,
      select: orderOf,
      edit: (version) =>
        updateSlides({ version, author: admin.username, reason: 'Order changed' }, (slides) => {
          const from = slides.findIndex(({ _id }) => _id === slideId)
          const moved = slides[from]
          return moved ? slides.toSpliced(from, 1).toSpliced(Math.max(0, toPlace(from)), 0, moved) : slides
        }),
    }),
  )
})

/** Where a slide is to go from its place; undefined for an unknown intent. */
function wishedPlace({ intent, content }: PostedEdit): ((from: number) => number) | undefined {
  if (intent === 'up') return (from) => from - 1
  if (intent === 'down') return (from) => from + 1
  const to = content.get('to')
  return intent === 'move' && typeof to === 'string' && /^\d{1,6}$/.test(to) ? () => Number(to) : undefined
}

function orderOf(content: unknown) {
  return heroSlides.schema.parse(content).slides.map(({ _id }) => _id)
}

/** What a slide to be added starts from. */
export const newSlideLoader = adminLoader(() => ({
  slide: { _id: randomUUID() },
  version: contentToEdit(heroSlides).version,
  failedMessage: heroSlides.messages.failed,
}))

/** Adds a slide at the end. Its form carries the slide's id: sent once more, after Back, it edits the slide it has added. */
export const newSlideAction = adminAction(async ({ request, admin }) => {
  const posted = await readPostedEdit(request, heroSlide)
  return saveSlide(posted, { author: admin.username, reason: 'Slide added' })
})

/** One slide; of one that is gone its id alone, with 404, so that its page can show what was typed meanwhile. */
export const slideLoader = adminLoader(({ params }) => {
  const { value, version } = contentToEdit(heroSlides)
  const slideId = params['slideId'] ?? ''
  const slide = slideOf(slideId)(value)
  const isGone = slide === undefined
  const shown: Partial<HeroSlide> & Pick<HeroSlide, '_id'> = slide ?? { _id: slideId }
  const { failed: failedMessage } = heroSlides.messages
  return data({ slide: shown, isGone, version, failedMessage }, { status: isGone ? 404 : 200 })
})

/** Saves a slide, or removes it (`intent=delete`). One that is gone is added again, at the end. */
export const slideAction = adminAction(async ({ request, params, admin }) => {
  const posted = await readPostedEdit(request, heroSlide)
  const slideId = params['slideId'] ?? ''
  if (posted.intent === 'delete') return deleteSlide(posted, slideId, admin.username)
  posted.content.set('_id', slideId)
  return saveSlide(posted, { author: admin.username, reason: 'Slide updated' })
})

function saveSlide(posted: PostedEdit, by: Pick<By, 'author' | 'reason'>) {
  return saveEdit({
    posted,
    schema: heroSlide,
    failedMessage: heroSlides.messages.failed,
    select: slideOf(posted.content.get('_id')),
    save: (edited, version, taken) => updateSlides({ ...by, version, taken }, (slides) => withSlide(slides, edited)),
  })
}

/** The slides with this one in its place, or at the end where it is not there. */
function withSlide(slides: HeroSlide[], edited: HeroSlide) {
  const at = slides.findIndex(({ _id }) => _id === edited._id)
  return at === -1 ? [...slides, edited] : slides.with(at, edited)
}

async function deleteSlide({ version }: PostedEdit, slideId: string, author: string) {
  const select = slideOf(slideId)
  if (!select(contentToEdit(heroSlides).value)) {
    return currentSite().flash.flashRedirect(TABLE, { kind: 'failure', message: 'This slide is no longer there.' })
  }
  const by = { author, reason: 'Slide removed' }
  const edit = (over: string) =>
    updateSlides({ ...by, version: over }, (slides) => slides.filter(({ _id }) => _id !== slideId))
  return flashExpectedErrors(TABLE, () => editPart({ version, select, edit }))
}

/** Finds a slide in the section's content, so that editing one does not get in the way of editing another. */
function slideOf(id: FormDataEntryValue | null) {
  return (content: unknown) => heroSlides.schema.parse(content).slides.find(({ _id }) => _id === id)
}

interface By {
  version: string
  author: string
  reason: string
  /** Labels of what was merged into it. */
  taken?: readonly string[]
}

async function updateSlides({ version, author, reason, taken = [] }: By, change: (slides: HeroSlide[]) => HeroSlide[]) {
  const { historyEntry } = await currentSite().content.update(heroSlides, {
    author,
    reason,
    expectedVersion: version,
    change: (current) => ({ ...current, slides: change(current.slides) }),
  })
  return savedRedirect(TABLE, { message: reason, historyEntry, taken })
}
