import { type ReactNode, useEffect, useRef, useState, type RefObject } from 'react'
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
  const { ref, value } = useCountUp<HTMLSpanElement>(final, duration)
  const finalText = grouped(final)
  return (
    <>
      <span className="visually-hidden">{finalText}</span>
      <span className={`stats__figure ${size(finalText)}`.trim()} data-final={finalText} aria-hidden="true" ref={ref}>
        {grouped(value)}
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
 * Counts from 0 to `final` in `duration` milliseconds, once, when the element of the returned ref first comes into
 * view. Before that, on the server and with reduced motion the value is `final`.
 */
export function useCountUp<Counted extends HTMLElement>(
  final: number,
  duration: number,
): { ref: RefObject<Counted>; value: number } {
  const ref = useRef<Counted>(null)
  const [progress, setProgress] = useState(1)

  useEffect(() => {
    if (!ref.current || window.matchMedia(REDUCED_MOTION).matches) return
    let frame = 0
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      const startedAt = performance.now()
      const step = () => {
        const passed = Math.min((performance.now() - startedAt) / duration, 1)
        setProgress(passed)
        if (passed < 1) frame = requestAnimationFrame(step)
      }
      step()
    })
    observer.observe(ref.current)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [duration])

  return { ref, value: Math.floor(final * easeOut(progress)) }
}

/** Slows down towards the end. Because the value is rounded down, the final one is reached only at the very end. */
function easeOut(progress: number) {
  return 1 - (1 - progress) ** 2
}
