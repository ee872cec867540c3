import { bindLastWords } from '#app/site/ui/text.tsx'
import { Label, SectionHead } from '#app/site/ui/section-head.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import type { PastEvent, UpcomingEvent } from '#app/site/collections/events/event-lists.ts'
import { PastEvents, UpcomingEvents } from '#app/site/collections/events/event-views.tsx'
import type { Milestone, EventCard } from './events-page.ts'
import './events-page-view.css'

/** The company's history as the section of a cable: every milestone adds a layer. */
export function Timeline({ title, milestones }: { title: string; milestones: Milestone[] }) {
  if (milestones.length === 0) return null
  return (
    <section className="section timeline" id="latest-news" aria-labelledby="timeline-title">
      <div className="wrap timeline__grid">
        <div className="timeline__head">
          <Label>Milestones</Label>
          <h2 id="timeline-title">{bindLastWords(title)}</h2>
        </div>
        <ol className="timeline__list">
          {milestones.map(({ _id, year, title: name, description }, index) => (
            <li key={_id} className="milestone reveal">
              <LayerMark layers={index} />
              <time className="milestone__year" dateTime={String(year)}>
                {year}
              </time>
              <div className="milestone__text">
                <h3>{bindLastWords(name)}</h3>
                {description !== '' && <p>{bindLastWords(description)}</p>}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** Section of a cable: the conductor with `layers` layers around it. At most seven layers are drawn. */
function LayerMark({ layers }: { layers: number }) {
  const radii = Array.from({ length: Math.min(layers, MAX_LAYERS) }, (_, index) => CONDUCTOR + LAYER * (index + 1))
  return (
    <svg className="layers" viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`} aria-hidden="true">
      <circle className="layers__ground" r={(radii.at(-1) ?? CONDUCTOR) + LAYER} />
      <circle className="layers__conductor" r={CONDUCTOR} />
      {radii.map((radius) => (
        <circle key={radius} className="layers__layer" r={radius} />
      ))}
    </svg>
  )
}

const CONDUCTOR = 7
const LAYER = 5.5
const MAX_LAYERS = 7
const SIZE = 2 * (CONDUCTOR + LAYER * MAX_LAYERS + 2)

interface EventsSectionProps {
  title: string
  /** What the company takes part in again and again. */
  cards: EventCard[]
  upcoming: UpcomingEvent[]
  past: PastEvent[]
}

/** Events: those with a day that are to come, what takes place again and again, and the past ones. */
export function EventsSection({ title, cards, upcoming, past }: EventsSectionProps) {
  if (cards.length + upcoming.length + past.length === 0) return null
  return (
    <section className="section on-ink" id="events" aria-labelledby="events-title">
      <SectionHead id="events-title" title={title} />
      <div className="wrap event-parts">
        <UpcomingEvents events={upcoming} />
        <EventCards events={cards} />
        <PastEvents events={past} />
      </div>
    </section>
  )
}

/** The first card large, the others beside it. */
function EventCards({ events }: { events: EventCard[] }) {
  if (events.length === 0) return null
  return (
    <ul className="events">
      {events.map(({ _id, image, alt, title: name, description }, index) => (
        <li key={_id} className="event reveal">
          <Picture
            file={image}
            alt={alt}
            sizes={index === 0 ? '(min-width: 64rem) 58vw, 100vw' : '(min-width: 64rem) 33vw, 100vw'}
          />
          <h3>{bindLastWords(name)}</h3>
          <p>{bindLastWords(description)}</p>
        </li>
      ))}
    </ul>
  )
}
