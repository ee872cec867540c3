import { useLocation } from '@remix-run/react'
import { useState, type MouseEvent } from 'react'
import { Picture } from '#app/media/pictures/picture.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { GalleryDialog } from './gallery-dialog.tsx'
import { exhibitId, GalleryTargets, targetId } from './gallery-targets.tsx'
import type { GalleryItem } from './gallery.ts'
import './gallery-pictures.css'

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
                <span className="vh">Enlarge:</span> {item.title}
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

/** Index of the picture in the dialog: at first the one that the address names, which the server's page shows by itself. */
function useShownPicture(items: GalleryItem[]) {
  const { hash } = useLocation()
  const isHydrated = useHydrated()
  const [chosen, setChosen] = useState<{ index: number | undefined }>()
  const named = items.findIndex((item) => hash === `#${targetId(item)}`)
  const isTakenOver = isHydrated && named !== -1

  function show(index: number | undefined) {
    setChosen({ index })
    // A reload is to show what the visitor sees now.
    if (!chosen && isTakenOver) window.history.replaceState(window.history.state, '', window.location.pathname)
  }

  const atFirst = isTakenOver ? named : undefined
  return { shown: chosen ? chosen.index : atFirst, isTakenOver: isTakenOver && !chosen, show }
}
