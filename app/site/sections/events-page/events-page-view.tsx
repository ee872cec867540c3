import { Picture } from '#app/cms/media/picture.tsx'
import { Prose } from '#app/cms/ui/prose.tsx'
import type { UpcomingEvent } from '#app/site/collections/events/event-lists.ts'
import { EventLink, Place, UpcomingEvents } from '#app/site/collections/events/event-views.tsx'
import { Days } from '#app/site/sections/shared/dated-list.tsx'
import { SectionHead } from '#app/site/ui/section-head.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import type { Milestone, ShownEventCard } from './events-page.ts'
import './events-page-view.css'

/** The company's history, a cell for each milestone. */
export function Timeline({ title, milestones }: { title: string; milestones: Milestone[] }) {
  if (milestones.length === 0) return null
  return (
    <section id="history" aria-labelledby="history-title">
      <h3 className="news-part" id="history-title">
        {title}
      </h3>
      <ol className="history">
        {milestones.map(({ _id, year, title: name, description }) => (
          <li key={_id}>
            <time dateTime={String(year)}>{year}</time> <h4>{bindLastWords(name)}</h4>
            {description !== '' && <p>{bindLastWords(description)}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface EventsSectionProps {
  title: string
  /** What the company takes part in again and again. */
  cards: ShownEventCard[]
  /** The events that no card shows. */
  upcoming: Omit<UpcomingEvent, 'kind'>[]
}

/** Events: what takes place again and again with its next event, and the other ones to come. */
export function EventsSection({ title, cards, upcoming }: EventsSectionProps) {
  if (cards.length + upcoming.length === 0) return null
  return (
    <section className="section on-paper" id="events" aria-labelledby="events-title">
      <SectionHead id="events-title" title={title} />
      <div className="wrap event-parts">
        {cards.length > 0 && (
          <ul className="events">
            {cards.map((card) => (
              <EventOfKind key={card._id} card={card} />
            ))}
          </ul>
        )}
        <UpcomingEvents events={upcoming} />
      </div>
    </section>
  )
}

function EventOfKind({ card }: { card: ShownEventCard }) {
  const { next } = card
  return (
    <li className="event reveal" id={card._id}>
      <Picture file={card.image} alt={card.alt} sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 14rem, 100vw" />
      <div className="event__text">
        {next && (
          <p className="event__day">
            <Days from={next.from} to={next.to} />
          </p>
        )}
        <h3>{bindLastWords(card.title)}</h3>
        {next && (
          <>
            {!next.title.startsWith(card.title) && <p className="event__name">{bindLastWords(next.title)}</p>}
            <Place place={next.place} />
          </>
        )}
        <p>{bindLastWords(card.description)}</p>
        {next && (
          <>
            <Prose html={next.html} />
            <EventLink title={next.title} link={next.link} linkText={next.linkText} />
          </>
        )}
      </div>
    </li>
  )
}
