import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { GalleryItem } from './gallery.ts'
import './gallery-dialog.css'

interface GalleryDialogProps {
  items: GalleryItem[]
  /** Which item is shown. */
  index: number
  onShow: (index: number) => void
  /** It has been closed. */
  onClose: () => void
}

/**
 * One picture large. Previous and next wrap around; Escape and the close button close it, a click beside it does not. Only
 * the browser closes it, since that is what gives the focus back to the link that opened it.
 */
export function GalleryDialog({ items, index, onShow, onClose }: GalleryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])

  const item = items[index]
  if (!item) return null
  const show = (step: number) => onShow((index + step + items.length) % items.length)

  function turn({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') show(-1)
    if (key === 'ArrowRight') show(1)
  }

  return (
    <dialog className="viewer on-ink" ref={dialog} aria-labelledby="viewer-title" onKeyDown={turn} onClose={onClose}>
      <Picture className="viewer__image" key={item._id} file={item.imageUrl} alt={item.title} sizes="48rem" priority />
      <div className="viewer__bar">
        <div className="viewer__text" aria-live="polite">
          <p className="viewer__count">
            {index + 1} of {items.length}
          </p>
          <h2 id="viewer-title">{item.title}</h2>
          {item.description !== '' && <p>{item.description}</p>}
        </div>
        <div className="viewer__controls">
          <button className="ctl" type="button" onClick={() => show(-1)}>
            <Icon name="back" label="Previous picture" />
          </button>
          <button className="ctl" type="button" onClick={() => show(1)}>
            <Icon name="arrow" label="Next picture" />
          </button>
          <button className="ctl" type="button" onClick={() => dialog.current?.close()}>
            <Icon name="close" label="Close" />
          </button>
        </div>
      </div>
    </dialog>
  )
}
