import { type ReactNode, useEffect, useRef, type RefObject } from 'react'
import { Icon, type IconName } from '#app/cms/ui/icon.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import { REDUCED_MOTION } from '#app/cms/ui/use-media-query.ts'
import type { Stats } from './stats.ts'
import './stats-section.css'

interface StatsSectionProps {
  content: Omit<Stats, '_id'> | undefined
  /** Shown beside the figures on wide screens, below them on others. */
  children?: ReactNode
}

/** The company in three figures, which count up for 5 s, 5 s and 7 s when they are first visible. */
export function StatsSection({ content, children }: StatsSectionProps) {
  if (!content) return null
  return (
    <section className="stats on-paper" id="stats" aria-label="In figures">
      <div className="wrap stats__wrap">
        <dl className="stats__row">
          <Stat unit="years of experience" icon={content.icons.experience} drawing="rings">
            <CountedFigure final={content.yearsExperience} duration={5000} />
          </Stat>
          <Stat unit="clients worldwide" icon={content.icons.clients} drawing="world">
            <CountedFigure final={content.clientsWorldwide} duration={5000} />
          </Stat>
          <Stat unit="MT capacity a year" icon={content.icons.capacity} drawing="weight">
            <CountedFigure final={Number(content.capacity)} duration={7000} />
          </Stat>
        </dl>
        {children}
      </div>
    </section>
  )
}

interface StatProps {
  unit: string
  /** Uploaded icon; empty for the drawn one. */
  icon: string
  drawing: IconName
  children: ReactNode
}

function Stat({ unit, icon, drawing, children }: StatProps) {
  return (
    <div className="stats__item">
      <dt className="stats__unit">{unit}</dt>
      <dd>
        {icon === '' ? (
          <Icon className="stats__icon" name={drawing} />
        ) : (
          <Picture className="stats__icon" file={icon} alt="" sizes="28px" width={28} height={28} />
        )}
        {children}
      </dd>
    </div>
  )
}

/** Assistive technology and the server's HTML have the final figure; only the visible one counts up. */
function CountedFigure({ final, duration }: { final: number; duration: number }) {
  const figure = useCountUp<HTMLSpanElement>(final, duration)
  const finalText = grouped(final)
  return (
    <>
      <span className="visually-hidden">{finalText}</span>
      <span
        className={`stats__figure ${size(finalText)}`.trim()}
        data-final={finalText}
        aria-hidden="true"
        ref={figure}
      >
        {finalText}
      </span>
    </>
  )
}

/** Groups the thousands: 60,000. Without Intl: loading its data takes longer than hydrating the rest of this page. */
function grouped(figure: number) {
  const digits = String(figure)
  const start = digits.length % 3
  return [digits.slice(0, start), ...(digits.slice(start).match(/\d{3}/g) ?? [])]
    .filter((group) => group !== '')
    .join(',')
}

/** Class for figures that would not fit beside others at the usual size. */
function size(figure: string) {
  if (figure.length > 9) return 'stats__figure--longest'
  return figure.length > 7 ? 'stats__figure--long' : ''
}

/**
 * Counts the text of the returned ref's element from 0 to `final` in `duration` milliseconds, once, while it is first in
 * view. Before and after that, on the server and with reduced motion it is as rendered. The text is no state: to render
 * 60 times a second would delay what visitors do meanwhile.
 */
export function useCountUp<Counted extends HTMLElement>(final: number, duration: number): RefObject<Counted> {
  const ref = useRef<Counted>(null)

  useEffect(() => {
    const element = ref.current
    if (!element || window.matchMedia(REDUCED_MOTION).matches) return
    let frame = 0
    const show = (progress: number) => {
      // The text node stays: a new one would cost its style and layout each time.
      if (element.firstChild) element.firstChild.nodeValue = grouped(Math.floor(final * easeOut(progress)))
    }
    const stop = () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
    const observer = new IntersectionObserver((entries) => {
      const isInView = entries.some((entry) => entry.isIntersecting)
      if (frame === 0 && isInView) {
        const startedAt = performance.now()
        const step = () => {
          const progress = Math.min((performance.now() - startedAt) / duration, 1)
          show(progress)
          if (progress < 1) frame = requestAnimationFrame(step)
          else stop()
        }
        step()
      } else if (frame !== 0 && !isInView) {
        stop()
        show(1)
      }
    })
    observer.observe(element)
    return stop
  }, [final, duration])

  return ref
}

/** Slows down towards the end. Because the value is rounded down, the final one is reached only at the very end. */
function easeOut(progress: number) {
  return 1 - (1 - progress) ** 2
}
