import { useState, type MouseEvent } from 'react'
import { imageUrl } from '#app/ui/image-url.ts'
import { Picture } from '#app/ui/picture.tsx'
import { GalleryDialog } from './gallery-dialog.tsx'
import type { GalleryItem } from './gallery.ts'
import './gallery-pictures.css'

/** The pictures as cards. A click shows one large in a dialog; without JavaScript, or in a new tab, the file itself. */
export function GalleryPictures({ items }: { items: GalleryItem[] }) {
  const [shown, setShown] = useState<number>()

  function show(event: MouseEvent, index: number) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setShown(index)
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
        {items.map(({ _id, title, description, imageUrl: file }, index) => (
          <li key={_id} className="exhibit">
            <div className="exhibit__media">
              <Picture file={file} alt="" sizes="(min-width: 64rem) 58vw, (min-width: 40rem) 50vw, 100vw" />
            </div>
            <h2>
              <a href={imageUrl(file)} onClick={(event) => show(event, index)}>
                <span className="vh">Enlarge:</span> {title}
              </a>
            </h2>
            {description !== '' && <p>{description}</p>}
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <GalleryDialog items={items} index={shown} onShow={setShown} onClose={() => setShown(undefined)} />
      )}
    </section>
  )
}
