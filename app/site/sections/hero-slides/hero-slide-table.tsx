import { Form, Link, useSubmit } from '@remix-run/react'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { DragHandle, useDragOrder } from '#app/cms/editing/lists/drag-order.tsx'
import { formatBytes } from '#app/cms/platform/format-bytes.ts'
import type { LibraryImage } from '#app/cms/media/library/library-file.ts'
import { Thumbnail } from '#app/cms/editing/files/stored-files.tsx'
import { Icon } from '#app/cms/editing/ui/icon.tsx'
import type { HeroSlide } from './hero-slides.ts'

interface HeroSlideTableProps {
  slides: readonly HeroSlide[]
  version: string
  images: readonly LibraryImage[]
  /** The last change of each slide, by `_id`. */
  changes: Readonly<Record<string, LastChange>>
  /** Query of the pages of this list. */
  search: string
}

/** The slides in display order. They can be dragged or moved by buttons, and have links to edit them. */
export function HeroSlideTable({ slides, version, images, changes, search }: HeroSlideTableProps) {
  const submit = useSubmit()
  const { listProps, announcement } = useDragOrder((from, to) => {
    const slide = slides[from]
    if (!slide) return
    const fields = { intent: contentIntents.move, version, slide: slide._id, to: String(to) }
    submit(fields, { method: 'post', action: `/admin/herocarousel${search}`, preventScrollReset: true })
  })
  if (slides.length === 0) {
    return (
      <p className="empty">
        <b>No slides yet</b>
        Until you add a slide, the home page starts with the next section.
      </p>
    )
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <table className="data-table">
        <caption className="visually-hidden">Hero slides in display order</caption>
        <thead>
          <tr>
            <th scope="col" className="data-table__no">
              No.
            </th>
            <th scope="col">Slide</th>
            <th scope="col">Button</th>
            <th scope="col" className="data-table__image">
              Image
            </th>
            <th scope="col" className="data-table__date">
              Changed
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody {...listProps}>
          {slides.map((slide, index) => (
            <SlideRow
              key={slide._id}
              slide={slide}
              image={images.find(({ file }) => file === slide.image)}
              change={changes[slide._id]}
              number={index + 1}
              isLast={index === slides.length - 1}
              version={version}
              search={search}
            />
          ))}
        </tbody>
      </table>
      <p className="hint">
        Use images of at least 1920 × 1080 pixels. JPEG, PNG, WebP or AVIF, up to 10&nbsp;MB. Visitors see the first
        slide first.
      </p>
    </>
  )
}

/** `id` of the link that opens a slide; `new` for the one that adds a slide. */
export function slideLinkId(slideId: string) {
  return `edit-${slideId}`
}

interface SlideRowProps {
  slide: HeroSlide
  image: LibraryImage | undefined
  change: LastChange | undefined
  /** Position in the order, from 1. */
  number: number
  isLast: boolean
  version: string
  search: string
}

function SlideRow({ slide, image, change, number, isLast, version, search }: SlideRowProps) {
  const editHref = `/admin/herocarousel/${slide._id}${search}`
  return (
    <tr>
      <td className="data-table__no">
        <span>
          <DragHandle />
          {number}
        </span>
      </td>
      <th scope="row" className="data-table__main">
        <div>
          <Thumbnail className="data-table__thumb" file={slide.image} />
          <span>
            <Link to={editHref} preventScrollReset>
              {slide.title}
            </Link>
            <span className="data-table__sub">{slide.subtitle}</span>
          </span>
        </div>
      </th>
      <td className="data-table__button">
        {slide.buttonText}
        <span className="data-table__sub data-table__path">{slide.buttonLink}</span>
      </td>
      <td className="data-table__image">
        <span className="data-table__path">{slide.image}</span>
        {image && (
          <span className="data-table__sub">
            {image.width} × {image.height}, {formatBytes(image.bytes)}
          </span>
        )}
      </td>
      <td className="data-table__date">
        <LastChangeText change={change} />
      </td>
      <td className="data-table__act">
        <Form method="post" action={`/admin/herocarousel${search}`} preventScrollReset>
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="slide" value={slide._id} />
          <button className="iconbtn" name="intent" value={contentIntents.up} disabled={number === 1}>
            <Icon name="move-up" />
            <span className="visually-hidden">Move slide {number} up</span>
          </button>
          <button className="iconbtn" name="intent" value={contentIntents.down} disabled={isLast}>
            <Icon name="move-down" />
            <span className="visually-hidden">Move slide {number} down</span>
          </button>
        </Form>
        <Link className="btn" id={slideLinkId(slide._id)} to={editHref} preventScrollReset>
          Edit <span className="visually-hidden">slide {number}</span>
        </Link>
      </td>
    </tr>
  )
}

/** When and by whom an entry of a list was last added or changed. */
export interface LastChange {
  /** ISO 8601. */
  time: string
  /** The time in words. */
  when: string
  author: string
}

/** The last change, for a table cell; a dash if the history does not contain it. */
export function LastChangeText({ change }: { change: LastChange | undefined }) {
  if (!change) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">Not known</span>
      </>
    )
  }
  return (
    <>
      <time dateTime={change.time}>{change.when}</time>
      <span className="data-table__sub">{change.author}</span>
    </>
  )
}
