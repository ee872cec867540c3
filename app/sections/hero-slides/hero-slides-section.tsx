import { ButtonLink } from '#app/ui/button-link.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Multiline } from '#app/ui/multiline.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useStrip } from '#app/ui/use-strip.ts'
import type { HeroSlide, HeroSlides } from './hero-slides.ts'
import { useAutoplay } from './use-autoplay.ts'
import './hero-slides-section.css'

/** The carousel at the top of the home page. Without JavaScript: a strip to swipe, with anchors as dots. */
export function HeroSlidesSection({ content }: { content: HeroSlides | undefined }) {
  const slides = content?.slides ?? []
  const { track, current, show, onScroll } = useStrip(slides.length)
  const autoplay = useAutoplay({
    enabled: slides.length > 1,
    interval: SLIDE_TIME,
    current,
    onElapsed: () => show(current + 1),
  })
  const isHydrated = useHydrated()
  if (slides.length === 0) return null

  return (
    <section
      id="hero"
      className={`hero ${clockState(autoplay)} on-ink on-deep`}
      aria-roledescription="carousel"
      aria-label="Highlights"
      {...autoplay.holders}
    >
      <div className="hero__track" ref={track} onScroll={onScroll}>
        {slides.map((slide, index) => (
          <Slide key={slide._id} slide={slide} index={index} count={slides.length} />
        ))}
      </div>
      {slides.length > 1 && (
        <div className="wrap hero__bar">
          <ol className="hero__dots">
            {slides.map((slide, index) => (
              <li key={slide._id}>
                <a
                  href={`#${slideId(index)}`}
                  // Which slide is in view is only known with JavaScript.
                  aria-current={isHydrated && index === current ? 'true' : undefined}
                  onClick={(event) => {
                    event.preventDefault()
                    show(index)
                  }}
                >
                  <span className="vh">Slide </span>
                  {String(index + 1).padStart(2, '0')}
                  {isHydrated && index === current && <span className="hero__fill" />}
                </a>
              </li>
            ))}
          </ol>
          {isHydrated && (
            <div className="hero__ctl">
              {autoplay.canPlay && (
                <button className="ctl" type="button" onClick={autoplay.toggle}>
                  <Icon name={autoplay.isPaused ? 'play' : 'pause'} />
                  <span className="vh">{autoplay.isPaused ? 'Play slides' : 'Pause slides'}</span>
                </button>
              )}
              <button className="ctl" type="button" onClick={() => show(current - 1)}>
                <Icon name="back" />
                <span className="vh">Previous slide</span>
              </button>
              <button className="ctl" type="button" onClick={() => show(current + 1)}>
                <Icon name="arrow" />
                <span className="vh">Next slide</span>
              </button>
              <p className="hero__count" aria-live={autoplay.isRunning ? 'off' : 'polite'}>
                <span className="vh">Slide </span>
                {current + 1} of {slides.length}
              </p>
            </div>
          )}
        </div>
      )}
    </section>
  )
}

/** Held means that it goes on by itself: when the pointer or focus leaves, when the tab is seen again. */
function clockState({ canPlay, isPaused, isRunning }: { canPlay: boolean; isPaused: boolean; isRunning: boolean }) {
  if (isRunning) return 'hero--running'
  return canPlay && !isPaused ? 'hero--held' : 'hero--still'
}

/** Milliseconds per slide; `hero-fill` in the style sheet lasts as long. */
const SLIDE_TIME = 7000

function Slide({ slide, index, count }: { slide: HeroSlide; index: number; count: number }) {
  return (
    <div
      className="slide"
      id={slideId(index)}
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${count}`}
    >
      <Picture className="slide__media" file={slide.image} alt={slide.imageAlt} sizes={SIZES} priority={index === 0} />
      <div className="wrap slide__text">
        <div className="slide__panel">
          <h2 className="slide__title">
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

/** A picture of 16:9 that covers the slide is wider than a tall, narrow window. */
const SIZES = '(min-aspect-ratio: 16 / 9) 100vw, (min-width: 48rem) 178vh, 114vh'

function slideId(index: number) {
  return `slide-${index + 1}`
}
