import { Link, Outlet } from '@remix-run/react'
import { EntryViewsProvider, type EntryViews, type LastChange } from '#app/cms/editing/entries/entry-views.tsx'
import { Thumbnail, useStoredFiles } from '#app/cms/editing/files/stored-files.tsx'
import { PublicLink } from '#app/cms/editing/ui/page-head.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import type { HeroSlide } from './hero-slides.ts'
import { slideId } from './slide-id.ts'

/** The slides in display order, as the screens of their list show them. */
export const slideViews: EntryViews<HeroSlide> = {
  caption: 'Hero slides in display order',
  shown: (
    <>
      shown in this order at the top of the <PublicLink href="/">home page</PublicLink>
    </>
  ),
  empty: (
    <>
      <b>No slides yet</b>
      Until you add a slide, the home page starts with the next section.
    </>
  ),
  hint: (
    <>
      Use images of at least 1920 × 1080 pixels. JPEG, PNG, WebP or AVIF, up to 10&nbsp;MB. Visitors see the first slide
      first.
    </>
  ),
  columns: [
    {
      title: 'Slide',
      className: 'data-table__main',
      isRowHeader: true,
      cell: ({ image, title, subtitle }, { editHref }) => (
        <div>
          <Thumbnail className="data-table__thumb" file={image} />
          <span>
            <Link to={editHref} preventScrollReset>
              {title}
            </Link>
            <span className="data-table__sub">{subtitle}</span>
          </span>
        </div>
      ),
    },
    {
      title: 'Button',
      className: 'data-table__button',
      cell: ({ buttonText, buttonLink }) => (
        <>
          {buttonText}
          <span className="data-table__sub data-table__path">{buttonLink}</span>
        </>
      ),
    },
    {
      title: 'Image',
      className: 'data-table__image',
      headClassName: 'data-table__image',
      cell: ({ image }) => <ImageText file={image} />,
    },
    {
      title: 'Changed',
      className: 'data-table__date',
      headClassName: 'data-table__date',
      cell: (_slide, { change }) => <LastChangeText change={change} />,
    },
  ],
  actions: <span className="visually-hidden">Actions</span>,
  nameOf: (_slide, number) => `slide ${number}`,
  pageOf: (index) => `/#${slideId(index)}`,
}

/** Provides the screens of the slides with their views. */
export default function HeroSlideList() {
  return (
    <EntryViewsProvider views={slideViews}>
      <Outlet />
    </EntryViewsProvider>
  )
}

/** Name and size of an image. */
function ImageText({ file }: { file: string }) {
  const image = useStoredFiles().images[file]
  return (
    <>
      <span className="data-table__path">{file}</span>
      {image && (
        <span className="data-table__sub">
          {image.width} × {image.height}, {formatBytes(image.bytes)}
        </span>
      )}
    </>
  )
}

/** The last change, for a table cell; a dash if the history does not contain it. */
function LastChangeText({ change }: { change: LastChange | undefined }) {
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
