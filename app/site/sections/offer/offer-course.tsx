import { formatDay } from '#app/cms/platform/format/day.ts'
import type { CourseStage } from './offer.ts'
import './offer-course.css'

/** The stages of the offer in their order: those that are reached with their days, the current one marked. */
export function OfferCourse({ stages }: { stages: readonly CourseStage[] }) {
  return (
    <section className="offer-course" aria-labelledby="offer-course-title">
      <h2 id="offer-course-title">Course of the offer</h2>
      <ol>
        {stages.map(({ id, label, date, state }) => (
          <li
            key={id}
            className={state === 'ahead' ? undefined : 'is-reached'}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span>
              {label}
              {state === 'ahead' && <span className="visually-hidden">: not yet</span>}
            </span>
            {date !== '' && (
              <time className="offer-course__day" dateTime={date}>
                {formatDay(date)}
              </time>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
