import { Icon } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { Autoplay } from './use-autoplay.ts'

interface HeroBarProps {
  /** Ids of the slides' elements, in their order. */
  slideIds: string[]
  current: number
  show: (index: number) => void
  autoplay: Autoplay
}

/** Below the slides: a dot for each, and pause, previous, next. Without JavaScript the dots are anchors, and all there is. */
export function HeroBar({ slideIds, current, show, autoplay }: HeroBarProps) {
  // Which slide is in view is only known with JavaScript.
  const isHydrated = useHydrated()
  return (
    <div className="wrap hero__bar">
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
                <span className="vh">Slide </span>
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

function Controls({ count, current, show, autoplay }: Omit<HeroBarProps, 'slideIds'> & { count: number }) {
  return (
    <>
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
        {current + 1} of {count}
      </p>
    </>
  )
}
