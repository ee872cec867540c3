import { Icon } from '#app/ui/icon.tsx'
import { GalleryViewer } from './gallery-viewer.tsx'
import type { GalleryItem } from './gallery.ts'

/**
 * The dialogs of the server's page: each is shown while it is the target of the address' fragment. They open at the first
 * tap, whether or not scripts are there by then, and need none.
 */
export function GalleryTargets({ items }: { items: GalleryItem[] }) {
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
export function targetId({ _id }: GalleryItem) {
  return `picture-${_id}`
}

/** Fragment of a picture's card. */
export function exhibitId({ _id }: GalleryItem) {
  return `exhibit-${_id}`
}
