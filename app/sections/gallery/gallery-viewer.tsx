import type { ReactNode } from 'react'
import { Picture } from '#app/media/pictures/picture.tsx'
import type { GalleryItem } from './gallery.ts'
import './gallery-viewer.css'

interface GalleryViewerProps {
  items: GalleryItem[]
  index: number
  /** Id of its heading. */
  titleId: string
  /** False for a picture that is not fetched before it is shown. */
  priority: boolean
  /** Previous, next and close. */
  children: ReactNode
}

/** What is inside a dialog of the gallery: a picture, its texts, and the controls. */
export function GalleryViewer({ items, index, titleId, priority, children }: GalleryViewerProps) {
  const item = items[index]
  if (!item) return null
  return (
    <>
      <Picture
        className="viewer__image"
        key={item._id}
        file={item.imageUrl}
        alt={item.title}
        sizes="48rem"
        priority={priority}
      />
      <div className="viewer__bar">
        <div className="viewer__text" aria-live="polite">
          <p className="viewer__count">
            {index + 1} of {items.length}
          </p>
          <h2 id={titleId}>{item.title}</h2>
          {item.description !== '' && <p>{item.description}</p>}
        </div>
        <div className="viewer__controls">{children}</div>
      </div>
    </>
  )
}
