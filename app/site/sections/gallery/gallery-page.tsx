import { useLocation, useNavigate } from '@remix-run/react'
import { memo, useCallback, useState, type MouseEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Picture } from '#app/cms/media/picture.tsx'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { useModal } from '#app/cms/ui/use-modal.ts'
import { Icon, IconFrame } from '#app/cms/ui/icon.tsx'
import type { UpcomingEvent } from '#app/site/collections/events/event-lists.ts'
import { Days } from '#app/site/sections/shared/dated-list.tsx'
import { PageLinks } from '#app/site/ui/page-links.tsx'
import type { GalleryItem } from './gallery.ts'
import { pageAddress, targetId, type GalleryPart } from './gallery-part.ts'
import './gallery-page.css'

/** An exhibition that visitors can come to. */
export interface NextExhibition extends Pick<UpcomingEvent, 'title' | 'from' | 'to' | 'place'> {
  href: string
}

interface GalleryPicturesProps {
  part: GalleryPart
  next?: NextExhibition | undefined
}

/** The pictures of a page as cards, then the next exhibition. A click shows a picture large in a dialog. */
export function GalleryPictures({ part, next }: GalleryPicturesProps) {
  const { items } = part
  const { shown, isTakenOver, show } = useShownPicture(items)
  const isHydrated = useHydrated()

  if (items.length === 0) {
    return (
      <div className="wrap section">
        <p className="gallery-empty">No gallery items found.</p>
      </div>
    )
  }
  return (
    <section className="section gallery-section" aria-label="Pictures">
      <GalleryCards items={items} next={next} onOpen={show} />
      <GalleryPages part={part} />
      {!isHydrated && <GalleryTargets part={part} />}
      {shown !== undefined && (
        <GalleryDialog
          part={part}
          index={shown}
          isTakenOver={isTakenOver}
          onShow={show}
          onClose={() => show(undefined)}
        />
      )}
    </section>
  )
}

const CARD_SIZES = '(min-width: 64rem) 32vw, (min-width: 40rem) 50vw, 100vw'

interface GalleryCardsProps {
  items: GalleryItem[]
  next: NextExhibition | undefined
  onOpen: (index: number) => void
}

/** Memoised: a dialog that opens or shows the next picture does not render the cards again. */
const GalleryCards = memo(function GalleryCards({ items, next, onOpen }: GalleryCardsProps) {
  function open(event: MouseEvent, index: number) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(index)
  }

  return (
    <ul className="wrap gallery">
      {items.map((item, index) => (
        <li key={item._id} className="exhibit" id={exhibitId(item)}>
          <div className="exhibit__media">
            <Picture file={item.imageUrl} alt="" sizes={CARD_SIZES} priority={index === 0} />
            <span className="exhibit__zoom">
              <IconFrame>
                <circle cx="10.5" cy="10.5" r="6.5" />
                <path d="m20 20-4.8-4.8M10.5 7.8v5.4M7.8 10.5h5.4" />
              </IconFrame>
            </span>
          </div>
          <h2>
            <a href={`#${targetId(item)}`} onClick={(event) => open(event, index)}>
              <span className="visually-hidden">Show picture:</span> {item.title}
            </a>
          </h2>
          {item.description !== '' && <p>{item.description}</p>}
        </li>
      ))}
      {next && (
        <li className="gallery__next">
          <p>Next exhibition</p>
          <h2>
            <ContentLink to={next.href}>{next.title}</ContentLink>
          </h2>
          <p>
            <Days from={next.from} to={next.to} />
            {next.place !== '' && `, ${next.place}`}
          </p>
          <Icon name="arrow" />
        </li>
      )}
    </ul>
  )
})

/** The range of a long gallery that is shown, with links to the previous and next page. */
function GalleryPages({ part: { items, page, pageCount, first, total } }: { part: GalleryPart }) {
  return (
    <div className="wrap">
      <PageLinks label="Pages of the gallery" page={page} pageCount={pageCount} hrefOf={pageAddress}>
        Pictures {(first + 1).toLocaleString('en')} to {(first + items.length).toLocaleString('en')} of{' '}
        {total.toLocaleString('en')}
      </PageLinks>
    </div>
  )
}

/** Index of the picture in the dialog. Initially that of the fragment, which the server's page already shows. */
function useShownPicture(items: GalleryItem[]) {
  const { hash } = useLocation()
  const isHydrated = useHydrated()
  const [chosen, setChosen] = useState<{ index: number | undefined }>()
  const named = items.findIndex((item) => hash === `#${targetId(item)}`)
  const isTakenOver = isHydrated && named !== -1

  const mustRemoveFragment = !chosen && isTakenOver
  const show = useCallback(
    (index: number | undefined) => {
      setChosen({ index })
      // A reload must show what the visitor sees now.
      if (mustRemoveFragment) {
        const { pathname, search } = window.location
        window.history.replaceState(window.history.state, '', pathname + search)
      }
    },
    [mustRemoveFragment],
  )

  const atFirst = isTakenOver ? named : undefined
  return { shown: chosen ? chosen.index : atFirst, isTakenOver: isTakenOver && !chosen, show }
}

interface GalleryDialogProps {
  part: GalleryPart
  /** Index of the shown item. */
  index: number
  /** True if the dialog replaces one that was open before hydration. */
  isTakenOver: boolean
  onShow: (index: number) => void
  /** Called after the dialog was closed. */
  onClose: () => void
}

/**
 * One large picture. Previous and next wrap around. Escape and the close button close it, a click beside it does not.
 * It is closed by `close()` and not by unmounting, so that the browser returns the focus to the link that opened it.
 */
function GalleryDialog({ part, index, isTakenOver, onShow, onClose }: GalleryDialogProps) {
  const { items, neighbours } = part
  const navigate = useNavigate()
  const [isStill] = useState(isTakenOver)
  const opener = items[index] && exhibitId(items[index])
  const dialog = useModal(() => {
    // A browser that has followed a fragment has removed the focus from the link.
    if (document.activeElement === document.body && opener !== undefined) {
      document.getElementById(opener)?.querySelector('a')?.focus({ preventScroll: true })
    }
    return true
  })

  function show(step: 1 | -1) {
    const next = index + step
    if (neighbours && !items[next]) navigate(step === 1 ? neighbours.after : neighbours.before)
    else onShow((next + items.length) % items.length)
  }

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
      <GalleryViewer part={part} index={index} titleId="viewer-title" priority>
        <button className="ctl" type="button" onClick={() => dialog.current?.close()}>
          <Icon name="close" label="Close" />
        </button>
        <button className="ctl" type="button" onClick={() => show(-1)}>
          <Icon name="back" label="Previous picture" />
        </button>
        <button className="ctl" type="button" onClick={() => show(1)}>
          <Icon name="arrow" label="Next picture" />
        </button>
      </GalleryViewer>
    </dialog>
  )
}

/**
 * The dialogs of the server's page: CSS shows each while it is the target of the fragment. So the first tap opens one
 * even before hydration.
 */
function GalleryTargets({ part }: { part: GalleryPart }) {
  const { items, neighbours } = part
  const addressOf = (item: GalleryItem | undefined) => item && `#${targetId(item)}`
  const ends = neighbours ?? { before: addressOf(items.at(-1)), after: addressOf(items[0]) }
  return items.map((item, index) => {
    const titleId = `${targetId(item)}-title`
    const before = addressOf(items[index - 1]) ?? ends.before
    const after = addressOf(items[index + 1]) ?? ends.after
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
          <GalleryViewer part={part} index={index} titleId={titleId} priority={false}>
            <a className="ctl" href={`#${exhibitId(item)}`}>
              <Icon name="close" label="Close" />
            </a>
            <a className="ctl" href={before}>
              <Icon name="back" label="Previous picture" />
            </a>
            <a className="ctl" href={after}>
              <Icon name="arrow" label="Next picture" />
            </a>
          </GalleryViewer>
        </div>
      </div>
    )
  })
}

/** Fragment of a picture's card. */
function exhibitId({ _id }: GalleryItem) {
  return `exhibit-${_id}`
}

interface GalleryViewerProps {
  part: GalleryPart
  /** Index of the shown item. */
  index: number
  titleId: string
  /** False for a picture that is loaded only when it is shown. */
  priority: boolean
  /** Close, previous and next. */
  children: ReactNode
}

/**
 * The content of a gallery dialog: a picture, its texts, and the controls. Until the large picture has arrived, that of
 * the card is shown in its place.
 */
function GalleryViewer({ part, index, titleId, priority, children }: GalleryViewerProps) {
  const item = part.items[index]
  if (!item) return null
  return (
    <>
      <div className="viewer__image" key={item._id}>
        <Picture file={item.imageUrl} alt="" sizes={CARD_SIZES} priority={priority} />
        <Picture file={item.imageUrl} alt={item.title} sizes="(min-width: 64rem) 80vw, 100vw" priority={priority} />
      </div>
      <div className="viewer__bar">
        <div className="viewer__text" aria-live="polite">
          <p className="viewer__count">
            {(part.first + index + 1).toLocaleString('en')} of {part.total.toLocaleString('en')}
          </p>
          <h2 id={titleId}>{item.title}</h2>
          {item.description !== '' && <p>{item.description}</p>}
        </div>
        <div className="viewer__controls">
          {children}
          <label className="viewer__whole">
            <input type="checkbox" />
            <IconFrame>
              <path d="M9.5 4H4v5.5M4 4l6.5 6.5M14.5 20H20v-5.5M20 20l-6.5-6.5" />
            </IconFrame>{' '}
            Fill the window
          </label>
        </div>
      </div>
    </>
  )
}
