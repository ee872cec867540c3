import type { GalleryItem } from './gallery.ts'

/** Pictures on one page. A page of 500 pictures has 0.8 MB and 20,000 elements, which phones show slowly. */
export const PICTURES_ON_PAGE = 200

/** The pictures of one page of the gallery, and its position in the whole gallery. */
export interface GalleryPart {
  items: GalleryItem[]
  /** From 1. */
  page: number
  pageCount: number
  /** Index of the first item among all pictures. */
  first: number
  total: number
  /** Addresses of the pictures before and after this part, wrapping around. Undefined if there is only one page. */
  neighbours: { before: string; after: string } | undefined
}

/** The part of the gallery that the query parameter `page` names; for a page that does not exist, the nearest one. */
export function galleryPart(all: GalleryItem[], query: string | null): GalleryPart {
  const pageCount = Math.max(1, Math.ceil(all.length / PICTURES_ON_PAGE))
  const asked = /^\d{1,6}$/.test(query ?? '') ? Number(query) : 1
  const page = Math.min(Math.max(asked, 1), pageCount)
  const first = (page - 1) * PICTURES_ON_PAGE
  const items = all.slice(first, first + PICTURES_ON_PAGE)
  const addressOf = (index: number) => {
    const at = (index + all.length) % all.length
    const item = all[at]
    return `${pageAddress(Math.floor(at / PICTURES_ON_PAGE) + 1)}${item ? `#${targetId(item)}` : ''}`
  }
  const neighbours =
    pageCount === 1 ? undefined : { before: addressOf(first - 1), after: addressOf(first + items.length) }
  return { items, page, pageCount, first, total: all.length, neighbours }
}

/** Address of a page of the gallery, from 1. */
export function pageAddress(page: number) {
  return page === 1 ? '/gallery' : `/gallery?page=${page}`
}

/** Fragment under which a picture is shown large. */
export function targetId({ _id }: GalleryItem) {
  return `picture-${_id}`
}
