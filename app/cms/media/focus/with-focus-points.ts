import type { ContentReader } from '#app/cms/define/content-reader.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import { focusPoints, pictureName, type FocusPoint } from './focus-points.ts'
import type { FocusPosition } from './focus-positions.ts'

/** By the list of the content, so that each version of it is read once. */
const indexes = new WeakMap<readonly FocusPoint[], Map<string, FocusPosition>>()

/**
 * The files of a site whose `library.find` also returns the focus point of a picture, as the content says it. `content`
 * is that of a site which has the section of the focus points.
 */
export function withFocusPoints(media: Media, content: Pick<ContentReader, 'find'>): Media {
  const site = withFocus(media, content)
  const forStaff = { ...withFocus(media.forStaff, content), forStaff: media.forStaff }
  forStaff.forStaff = forStaff
  return { ...site, forStaff }
}

function withFocus(media: Media, content: Pick<ContentReader, 'find'>): Media {
  return {
    ...media,
    library: {
      ...media.library,
      find(file) {
        const image = media.library.find(file)
        const focus = image && focusOf(file, content)
        return image && { ...image, focus }
      },
    },
  }
}

function focusOf(file: string, content: Pick<ContentReader, 'find'>): FocusPosition | undefined {
  const points = content.find(focusPoints)?.value.points
  if (!points || points.length === 0) return undefined
  let index = indexes.get(points)
  if (!index) indexes.set(points, (index = new Map(points.map(({ picture, place }) => [picture, place]))))
  return index.get(pictureName(file))
}
