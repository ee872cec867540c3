import { useEffect, useState } from 'react'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { Multiline } from '#app/site/ui/text.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import { useCarousel } from '#app/site/ui/use-carousel.ts'
import { Icon } from '#app/cms/ui/icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import type { HeroSlide, HeroSlides } from './hero-slides.ts'
import { slideId } from './slide-id.ts'
import { useAutoplay, type Autoplay } from './use-autoplay.ts'
import './hero-slides-section.css'

/** The carousel at the top of the home page. Without JavaScript it can be swiped, with anchors as dots. */
export function HeroSlidesSection({ content: { slides } }: { content: HeroSlides }) {
  const { track, current, show, onScroll } = useCarousel(slides.length)
  const autoplay = useAutoplay({
    enabled: slides.length > 1,
    interval: SLIDE_TIME,
    current,
    onElapsed: () => show(current + 1),
  })
  const ahead = useAhead(slides.length > 1)
  if (slides.length === 0) return null

  return (
    <section
      id="hero"
      className={`hero ${clockState(autoplay)} on-ink on-deep`}
      aria-roledescription="carousel"
      aria-label="Highlights"
      {...autoplay.holders}
    >
      <div
        className="hero__track"
        ref={track}
        onScroll={() => {
          ahead.begin()
          onScroll()
        }}
        onPointerDown={ahead.begin}
        onFocus={ahead.begin}
      >
        {slides.map((slide, index) => (
          <Slide
            key={slide._id}
            slide={slide}
            index={index}
            count={slides.length}
            isShown={index === 0 || current > 0 || ahead.hasBegun}
          />
        ))}
      </div>
      {slides.length > 1 && (
        <HeroBar
          slideIds={slides.map((_, index) => slideId(index))}
          current={current}
          show={show}
          autoplay={autoplay}
          onNear={ahead.begin}
        />
      )}
    </section>
  )
}

/** Held means that it continues automatically: when the pointer or focus leaves, or when the tab is visible again. */
function clockState({ canPlay, isPaused, isRunning }: Autoplay) {
  if (isRunning) return 'hero--running'
  return canPlay && !isPaused ? 'hero--held' : 'hero--still'
}

/** Milliseconds per slide; `hero-fill` in the style sheet has the same duration. */
const SLIDE_TIME = 7000

/** Milliseconds between the fetch of the later pictures and the start of the second slide. */
const AHEAD_TIME = 2000

/** The pictures of later slides are larger than the rest of the page: they are loaded shortly before they are shown. */
function useAhead(hasMore: boolean) {
  const [hasBegun, setHasBegun] = useState(false)
  useEffect(() => {
    if (!hasMore) return undefined
    const timer = setTimeout(() => {
      setHasBegun(true)
    }, SLIDE_TIME - AHEAD_TIME)
    return () => {
      clearTimeout(timer)
    }
  }, [hasMore])
  const begin = () => {
    setHasBegun(true)
  }
  return { hasBegun, begin }
}

interface SlideProps {
  slide: HeroSlide
  index: number
  count: number
  isShown: boolean
}

function Slide({ slide, index, count, isShown }: SlideProps) {
  const picture = (
    <Picture
      className="slide__media"
      file={slide.image}
      alt={slide.imageAlt}
      sizes={HERO_IMAGE_SIZES}
      priority={index === 0}
    />
  )
  return (
    <div
      className="slide"
      id={slideId(index)}
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${count}`}
    >
      {isShown ? picture : <noscript>{picture}</noscript>}
      <div className="wrap slide__text">
        <div className="slide__panel">
          <h2 className={slide.title.length > LONG_TITLE ? 'slide__title slide__title--long' : 'slide__title'}>
            <Multiline text={slide.title} />
          </h2>
          {slide.subtitle !== '' && (
            <p className="slide__sub">
              <Multiline text={slide.subtitle} />
            </p>
          )}
          <ButtonLink to={slide.buttonLink}>{slide.buttonText}</ButtonLink>
        </div>
      </div>
    </div>
  )
}

/** Titles with more characters are set smaller, so that they fit on a screen. */
const LONG_TITLE = 80

/**
 * A picture of 16:9 that covers its part of the slide is wider than a tall, narrow window: 16 / 9 of the height that
 * the style sheet gives it (58 rem at most; on phones 64 % of 92 % of the window, and of 46 rem at most). For phones
 * the value is 2 % less: common phones then load 1,440 pixels instead of 1,920, which is nearly half the bytes.
 */
export const HERO_IMAGE_SIZES =
  '(min-aspect-ratio: 16 / 9) 100vw, (min-width: 48rem) min(178vh, 103rem), min(103vh, 51.4rem)'

interface HeroBarProps {
  /** Ids of the slides' elements, in their order. */
  slideIds: string[]
  current: number
  show: (index: number) => void
  autoplay: Autoplay
  /** Called when a pointer or the focus comes near, before a press. */
  onNear: () => void
}

/** Below the slides: a dot for each, and pause, previous, next. Without JavaScript only the dots, as anchors. */
function HeroBar({ slideIds, current, show, autoplay, onNear }: HeroBarProps) {
  // Which slide is in view is only known with JavaScript.
  const isHydrated = useHydrated()
  return (
    <div className="wrap hero__bar" onPointerEnter={onNear} onFocus={onNear}>
      <ol className="hero__dots">
        {slideIds.map((slideId, index) => {
          const isCurrent = isHydrated && index === current
          return (
            <li key={slideId}>
              <a
                href={`#${slideId}`}
                aria-current={isCurrent ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  show(index)
                }}
              >
                <span className="visually-hidden">Slide </span>
                {String(index + 1).padStart(2, '0')}
                {isCurrent && <span className="hero__fill" />}
              </a>
            </li>
          )
        })}
      </ol>
      <div className="hero__ctl">
        {isHydrated && <Controls count={slideIds.length} current={current} show={show} autoplay={autoplay} />}
      </div>
    </div>
  )
}

function Controls({ count, current, show, autoplay }: Omit<HeroBarProps, 'slideIds' | 'onNear'> & { count: number }) {
  return (
    <>
      {autoplay.canPlay && (
        <button className="ctl" type="button" onClick={autoplay.toggle}>
          <Icon name={autoplay.isPaused ? 'play' : 'pause'} />
          <span className="visually-hidden">{autoplay.isPaused ? 'Play slides' : 'Pause slides'}</span>
        </button>
      )}
      <button className="ctl" type="button" onClick={() => show(current - 1)}>
        <Icon name="back" />
        <span className="visually-hidden">Previous slide</span>
      </button>
      <button className="ctl" type="button" onClick={() => show(current + 1)}>
        <Icon name="arrow" />
        <span className="visually-hidden">Next slide</span>
      </button>
      <p className="hero__count" aria-live={autoplay.isRunning ? 'off' : 'polite'}>
        <span className="visually-hidden">Slide </span>
        {current + 1} of {count}
      </p>
    </>
  )
}
