import type { ContentReader } from '#app/cms/define/content-reader.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import { focusPoints, pictureName, type FocusPoint } from './focus-points.ts'

/** By the list of the content, so that each version of it is read once. */
const indexes = new WeakMap<readonly FocusPoint[], Map<string, FocusPoint>>()

/**
 * The files of a site whose `library.find` also returns the focus point of a picture and its note, as the content says them. `content`
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
        const said = image && saidOf(file, content)
        return image && { ...image, focus: said?.place || undefined, note: said?.note || undefined }
      },
    },
  }
}

function saidOf(file: string, content: Pick<ContentReader, 'find'>): FocusPoint | undefined {
  const points = content.find(focusPoints)?.value.points
  if (!points || points.length === 0) return undefined
  let index = indexes.get(points)
  if (!index) indexes.set(points, (index = new Map(points.map((point) => [point.picture, point]))))
  return index.get(pictureName(file))
}
