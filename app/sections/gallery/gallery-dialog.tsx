import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { exhibitId } from './gallery-targets.tsx'
import { GalleryViewer } from './gallery-viewer.tsx'
import type { GalleryItem } from './gallery.ts'

interface GalleryDialogProps {
  items: GalleryItem[]
  /** Which item is shown. */
  index: number
  /** Takes the place of one that was open before React was there. */
  isTakenOver: boolean
  onShow: (index: number) => void
  /** It has been closed. */
  onClose: () => void
}

/**
 * One picture large. Previous and next wrap around; Escape and the close button close it, a click beside it does not. Only
 * the browser closes it, since that is what gives the focus back to the link that opened it.
 */
export function GalleryDialog({ items, index, isTakenOver, onShow, onClose }: GalleryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isStill] = useState(isTakenOver)
  const opener = useRef(items[index] && exhibitId(items[index]))
  useEffect(() => {
    if (!dialog.current || dialog.current.open) return
    // A browser that has gone to a fragment has taken the focus from the link that led there.
    if (document.activeElement === document.body && opener.current !== undefined) {
      document.getElementById(opener.current)?.querySelector('a')?.focus({ preventScroll: true })
    }
    dialog.current.showModal()
  }, [])

  const show = (step: number) => onShow((index + step + items.length) % items.length)

  function turn({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') show(-1)
    if (key === 'ArrowRight') show(1)
  }

  return (
    <dialog
      className={isStill ? 'viewer viewer--still on-ink' : 'viewer on-ink'}
      ref={dialog}
      aria-labelledby="viewer-title"
      onKeyDown={turn}
      onClose={onClose}
    >
      <GalleryViewer items={items} index={index} titleId="viewer-title" priority>
        <button className="ctl" type="button" onClick={() => show(-1)}>
          <Icon name="back" label="Previous picture" />
        </button>
        <button className="ctl" type="button" onClick={() => show(1)}>
          <Icon name="arrow" label="Next picture" />
        </button>
        <button className="ctl" type="button" onClick={() => dialog.current?.close()}>
          <Icon name="close" label="Close" />
        </button>
      </GalleryViewer>
    </dialog>
  )
}
