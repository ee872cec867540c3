import { bindLastWords } from '#app/site/ui/text.tsx'
import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import { SectionHead } from '#app/site/ui/section-head.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { useCarousel } from '#app/site/ui/use-carousel.ts'
import type { ProductRange, ProductRangeEntry } from './product-range.ts'
import './product-range-section.css'

/** The company's ranges as a carousel with previous and next buttons. Without JavaScript it scrolls. */
export function ProductRangeSection({ content }: { content: ProductRange | undefined }) {
  const entries = content?.entries ?? []
  const { track, current, show, onScroll } = useCarousel(entries.length)
  const isHydrated = useHydrated()
  if (!content || entries.length === 0) return null

  // Space for the controls is reserved from the start. They are rendered after hydration.
  const controls = entries.length > 1 && (
    <div className="range__ctl">
      {isHydrated && (
        <>
          <p className="range__count" aria-live="polite">
            <b>{current + 1}</b> of {entries.length}
          </p>
          <button className="ctl" type="button" onClick={() => show(current - 1)}>
            <Icon name="back" />
            <span className="visually-hidden">Previous range</span>
          </button>
          <button className="ctl" type="button" onClick={() => show(current + 1)}>
            <Icon name="arrow" />
            <span className="visually-hidden">Next range</span>
          </button>
        </>
      )}
    </div>
  )

  return (
    <section className="section range" id="product-range" aria-labelledby="product-range-title">
      <SectionHead id="product-range-title" title={content.title} action={controls} />
      <div className="range__track" role="group" aria-label="Product ranges" ref={track} onScroll={onScroll}>
        {entries.map((entry, index) => (
          <Entry key={entry._id} entry={entry} isDark={index % 2 === 1} />
        ))}
      </div>
    </section>
  )
}

function Entry({ entry, isDark }: { entry: ProductRangeEntry; isDark: boolean }) {
  const hasOverlay = entry.overlayText !== '' && entry.overlayLink !== ''
  return (
    <article className={isDark ? 'entry on-ink on-deep' : 'entry on-studio'}>
      <div className="entry__text">
        {entry.subtitle !== '' && <p className="entry__sub">{entry.subtitle}</p>}
        <h3>{bindLastWords(entry.title)}</h3>
        {entry.description !== '' && <p className="entry__description">{bindLastWords(entry.description)}</p>}
        <ButtonLink to={entry.buttonLink}>{entry.buttonText}</ButtonLink>
      </div>
      <div className="entry__media">
        <Picture
          file={entry.image}
          alt={entry.imageAlt}
          sizes="(min-width: 82rem) 52rem, (min-width: 56rem) 60vw, 82vw"
        />
        {hasOverlay && (
          <ContentLink className="entry__over" to={entry.overlayLink}>
            {entry.overlayText} <Icon name="out" />
          </ContentLink>
        )}
      </div>
    </article>
  )
}
