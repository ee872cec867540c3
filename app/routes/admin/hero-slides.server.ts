import { randomUUID } from 'node:crypto'
import type { TypedResponse } from '@remix-run/node'
import { adminAction, adminLoader } from '#app/auth/guard.server.ts'
import { flashRedirect } from '#app/http/flash.server.ts'
import { mediaLibrary } from '#app/media/media-library.server.ts'
import { heroSlide, heroSlides, type HeroSlide, type HeroSlides } from '#app/sections/hero-slides/hero-slides.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { readPostedEdit, type PostedEdit } from './posted-edit.server.ts'
import { saveEdit } from './save-edit.server.ts'
import { orFlash, restoreEdit } from './section-history.server.ts'

const TABLE = '/admin/herocarousel'

/** The slides in their order, and the images they can use. */
export const slideTableLoader = adminLoader(() => {
  const { value, version } = siteContent.read(heroSlides)
  const fault = siteContent.faults().find(({ section }) => section === heroSlides.id)
  return { slides: value.slides, version, fault, images: mediaLibrary.list() }
})

/** Moves a slide by one (`intent=up` or `down`, `slide`), or brings an earlier state back (`intent=restore`). */
export const slideTableAction = adminAction(async ({ request, admin }) => {
  const posted = await readPostedEdit(request)
  if (posted.intent === 'restore') return restoreEdit(heroSlides, posted, admin.username, TABLE)
  const slideId = posted.content.get('slide')
  if (posted.intent !== 'up' && posted.intent !== 'down') throw new Response('Unknown wish', { status: 400 })
  const step = posted.intent === 'up' ? -1 : 1
  return orFlash(TABLE, () =>
    updateSlides(posted, admin.username, 'Order changed', (slides) => {
      const from = slides.findIndex(({ _id }) => _id === slideId)
      const moved = slides[from]
      return moved ? slides.toSpliced(from, 1).toSpliced(Math.max(0, from + step), 0, moved) : slides
    }),
  )
})

/** What a slide to be added starts from. */
export const newSlideLoader = adminLoader(() => ({
  slide: { _id: randomUUID() },
  version: siteContent.read(heroSlides).version,
}))

/** Adds a slide at the end. */
export const newSlideAction = adminAction(async ({ request, admin }) => {
  const posted = await readPostedEdit(request)
  return saveSlide(posted, (slide) =>
    updateSlides(posted, admin.username, 'Slide added', (slides) => [...slides, slide]),
  )
})

/** One slide; 404 where there is none of that id. */
export const slideLoader = adminLoader(({ params }) => {
  const { value, version } = siteContent.read(heroSlides)
  return { slide: requireSlide(value, params['slideId']), version }
})

/** Saves a slide, or removes it (`intent=delete`). 404 where it is gone. */
export const slideAction = adminAction(async ({ request, params, admin }) => {
  const posted = await readPostedEdit(request)
  const { _id } = requireSlide(siteContent.read(heroSlides).value, params['slideId'])
  if (posted.intent === 'delete') {
    return orFlash(TABLE, () =>
      updateSlides(posted, admin.username, 'Slide removed', (slides) => slides.filter((slide) => slide._id !== _id)),
    )
  }
  return saveSlide(posted, (edited) =>
    updateSlides(posted, admin.username, 'Slide updated', (slides) =>
      slides.map((slide) => (slide._id === _id ? { ...edited, _id } : slide)),
    ),
  )
})

function saveSlide(posted: PostedEdit, save: (slide: HeroSlide) => Promise<TypedResponse<never>>) {
  const _id = posted.content.get('_id')
  return saveEdit({
    posted,
    schema: heroSlide,
    failedMessage: heroSlides.messages.failed,
    partOf: (content) => heroSlides.schema.parse(content).slides.find((slide) => slide._id === _id),
    save,
  })
}

async function updateSlides(
  posted: PostedEdit,
  author: string,
  reason: string,
  change: (slides: HeroSlide[]) => HeroSlide[],
) {
  const { historyEntry } = await siteContent.update(heroSlides, {
    author,
    reason,
    expectedVersion: posted.version,
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
