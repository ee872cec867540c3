import { randomUUID } from 'node:crypto'
import type { TypedResponse } from '@remix-run/node'
import { adminAction, adminLoader } from '#app/auth/guard.server.ts'
import { flashRedirect } from '#app/http/flash.server.ts'
import { usedFiles } from '#app/media/used-files.server.ts'
import { heroSlide, heroSlides, type HeroSlide, type HeroSlides } from '#app/sections/hero-slides/hero-slides.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { editPart } from './edit-part.server.ts'
import { readPostedEdit, type PostedEdit } from './posted-edit.server.ts'
import { saveEdit } from './save-edit.server.ts'
import { orFlash, restoreEdit } from './section-history.server.ts'

const TABLE = '/admin/herocarousel'

/** The slides in their order, and the images they use. */
export const slideTableLoader = adminLoader(() => {
  const { value, version } = siteContent.read(heroSlides)
  const fault = siteContent.faults().find(({ section }) => section === heroSlides.id)
  return { slides: value.slides, version, fault, images: usedFiles(value).images }
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
  if (!toPlace) throw new Response('Unknown wish', { status: 400 })
  return orFlash(TABLE, () =>
    editPart({
      version: posted.version,
      partOf: orderOf,
      edit: (version) =>
        updateSlides(version, admin.username, 'Order changed', (slides) => {
          const from = slides.findIndex(({ _id }) => _id === slideId)
          const moved = slides[from]
          return moved ? slides.toSpliced(from, 1).toSpliced(Math.max(0, toPlace(from)), 0, moved) : slides
        }),
    }),
  )
})

/** Where a slide is to go from its place; undefined for a wish nobody knows. */
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
  version: siteContent.read(heroSlides).version,
}))

/** Adds a slide at the end. */
export const newSlideAction = adminAction(async ({ request, admin }) => {
  const posted = await readPostedEdit(request, heroSlide)
  return saveSlide(posted, (slide, version) =>
    updateSlides(version, admin.username, 'Slide added', (slides) => [...slides, slide]),
  )
})

/** One slide; 404 where there is none of that id. */
export const slideLoader = adminLoader(({ params }) => {
  const { value, version } = siteContent.read(heroSlides)
  return { slide: requireSlide(value, params['slideId']), version }
})

/** Saves a slide, or removes it (`intent=delete`). 404 where it is gone. */
export const slideAction = adminAction(async ({ request, params, admin }) => {
  const posted = await readPostedEdit(request, heroSlide)
  const { _id } = requireSlide(siteContent.read(heroSlides).value, params['slideId'])
  if (posted.intent === 'delete') {
    return orFlash(TABLE, () =>
      editPart({
        version: posted.version,
        partOf: slideOf(_id),
        edit: (version) =>
          updateSlides(version, admin.username, 'Slide removed', (slides) =>
            slides.filter((slide) => slide._id !== _id),
          ),
      }),
    )
  }
  return saveSlide(posted, (edited, version) =>
    updateSlides(version, admin.username, 'Slide updated', (slides) =>
      slides.map((slide) => (slide._id === _id ? { ...edited, _id } : slide)),
    ),
  )
})

function saveSlide(posted: PostedEdit, save: (slide: HeroSlide, version: string) => Promise<TypedResponse<never>>) {
  const _id = posted.content.get('_id')
  return saveEdit({
    posted,
    schema: heroSlide,
    failedMessage: heroSlides.messages.failed,
    partOf: slideOf(_id),
    save,
  })
}

/** Finds a slide in the section's content, so that editing one does not get in the way of editing another. */
function slideOf(id: FormDataEntryValue | null) {
  return (content: unknown) => heroSlides.schema.parse(content).slides.find(({ _id }) => _id === id)
}

async function updateSlides(
  version: string,
  author: string,
  reason: string,
  change: (slides: HeroSlide[]) => HeroSlide[],
) {
  const { historyEntry } = await siteContent.update(heroSlides, {
    author,
    reason,
    expectedVersion: version,
    change: (current) => ({ ...current, slides: change(current.slides) }),
  })
  return flashRedirect(TABLE, {
    kind: 'success',
    message: reason,
    ...(historyEntry !== undefined && { undo: { section: heroSlides.id, entry: historyEntry } }),
  })
}

function requireSlide({ slides }: HeroSlides, id: string | undefined): HeroSlide {
  const slide = slides.find(({ _id }) => _id === id)
  if (!slide) throw new Response('This slide is no longer there.', { status: 404 })
  return slide
}
