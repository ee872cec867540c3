import { useLocation } from '@remix-run/react'
import { useState, type MouseEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Picture } from '#app/media/pictures/picture.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useModal } from '#app/ui/use-modal.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { GalleryItem } from './gallery.ts'
import './gallery-page.css'

/** The pictures as cards. A click shows one large in a dialog. */
export function GalleryPictures({ items }: { items: GalleryItem[] }) {
  const { shown, isTakenOver, show } = useShownPicture(items)
  const isHydrated = useHydrated()

  function open(event: MouseEvent, index: number) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    show(index)
  }

  if (items.length === 0) {
    return (
      <div className="wrap section">
        <p className="gallery-empty">No gallery items found.</p>
      </div>
    )
  }
  return (
    <section className="section" aria-label="Pictures">
      <ul className="wrap gallery">
        {items.map((item, index) => (
          <li key={item._id} className="exhibit" id={exhibitId(item)}>
            <div className="exhibit__media">
              <Picture file={item.imageUrl} alt="" sizes="(min-width: 64rem) 58vw, (min-width: 40rem) 50vw, 100vw" />
            </div>
            <h2>
              <a href={`#${targetId(item)}`} onClick={(event) => open(event, index)}>
                <span className="visually-hidden">Enlarge:</span> {item.title}
              </a>
            </h2>
            {item.description !== '' && <p>{item.description}</p>}
          </li>
        ))}
      </ul>
      {!isHydrated && <GalleryTargets items={items} />}
      {shown !== undefined && (
        <GalleryDialog
          items={items}
          index={shown}
          isTakenOver={isTakenOver}
          onShow={show}
          onClose={() => show(undefined)}
        />
      )}
    </section>
  )
}

/** Index of the picture in the dialog. At first the one that the fragment names, which the server's page already shows. */
function useShownPicture(items: GalleryItem[]) {
  const { hash } = useLocation()
  const isHydrated = useHydrated()
  const [chosen, setChosen] = useState<{ index: number | undefined }>()
  const named = items.findIndex((item) => hash === `#${targetId(item)}`)
  const isTakenOver = isHydrated && named !== -1

  function show(index: number | undefined) {
    setChosen({ index })
    // A reload must show what the visitor sees now.
    if (!chosen && isTakenOver) window.history.replaceState(window.history.state, '', window.location.pathname)
  }

  const atFirst = isTakenOver ? named : undefined
  return { shown: chosen ? chosen.index : atFirst, isTakenOver: isTakenOver && !chosen, show }
}

interface GalleryDialogProps {
  items: GalleryItem[]
  /** Which item is shown. */
  index: number
  /** True if it replaces one that was open before hydration. */
  isTakenOver: boolean
  onShow: (index: number) => void
  /** It has been closed. */
  onClose: () => void
}

/**
 * One picture large. Previous and next wrap around. Escape and the close button close it, a click beside it does not. It is
 * closed by `close()` and not by unmounting, so that the browser returns the focus to the link that opened it.
 */
function GalleryDialog({ items, index, isTakenOver, onShow, onClose }: GalleryDialogProps) {
  const [isStill] = useState(isTakenOver)
  const opener = items[index] && exhibitId(items[index])
  const dialog = useModal(() => {
    // A browser that has followed a fragment has removed the focus from the link.
    if (document.activeElement === document.body && opener !== undefined) {
      document.getElementById(opener)?.querySelector('a')?.focus({ preventScroll: true })
    }
    return true
  })

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

/**
 * The dialogs of the server's page: CSS shows each while it is the target of the fragment. So the first tap opens one even
 * before hydration.
 */
function GalleryTargets({ items }: { items: GalleryItem[] }) {
  return items.map((item, index) => {
    const titleId = `${targetId(item)}-title`
    const before = items.at(index - 1) ?? item
    const after = items[(index + 1) % items.length] ?? item
    return (
      <div
        key={item._id}
        className="viewer-screen"
        id={targetId(item)}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
      >
        <div className="viewer on-ink">
          <GalleryViewer items={items} index={index} titleId={titleId} priority={false}>
            <a className="ctl" href={`#${targetId(before)}`}>
              <Icon name="back" label="Previous picture" />
            </a>
            <a className="ctl" href={`#${targetId(after)}`}>
              <Icon name="arrow" label="Next picture" />
            </a>
            <a className="ctl" href={`#${exhibitId(item)}`}>
              <Icon name="close" label="Close" />
            </a>
          </GalleryViewer>
        </div>
      </div>
    )
  })
}

/** Fragment under which a picture is shown large. */
function targetId({ _id }: GalleryItem) {
  return `picture-${_id}`
}

/** Fragment of a picture's card. */
function exhibitId({ _id }: GalleryItem) {
  return `exhibit-${_id}`
}

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
function GalleryViewer({ items, index, titleId, priority, children }: GalleryViewerProps) {
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
