import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { Prose } from '#app/cms/ui/prose.tsx'
import { DatedList, DatedRow } from '#app/site/sections/shared/dated-list.tsx'
import type { PastEvent, UpcomingEvent } from './event-lists.ts'
import './event-views.css'

/** The events that are to come, the next one first. */
export function UpcomingEvents({ events }: { events: Omit<UpcomingEvent, 'kind'>[] }) {
  if (events.length === 0) return null
  return (
    <div className="upcoming">
      <DatedList>
        {events.map(({ key, title, from, to, place, link, linkText, image, imageAlt, html }) => (
          <DatedRow key={key} title={title} from={from} to={to} picture={{ file: image, alt: imageAlt }}>
            <Place place={place} />
            <Prose html={html} />
            <EventLink title={title} link={link} linkText={linkText} />
          </DatedRow>
        ))}
      </DatedList>
    </div>
  )
}

/** The past events, the latest first. Earlier ones are folded. */
export function PastEvents({ events }: { events: PastEvent[] }) {
  if (events.length === 0) return null
  const [latest, earlier] = [events.slice(0, PAST_SHOWN), events.slice(PAST_SHOWN)]
  return (
    <section className="past-events" aria-labelledby="past-events">
      <h3 className="news-part" id="past-events">
        Past events
      </h3>
      <PastList events={latest} />
      {earlier.length > 0 && (
        <details>
          <summary>
            Earlier events <Icon name="down" />
          </summary>
          <PastList events={earlier} />
        </details>
      )}
    </section>
  )
}

/** Past events that are not folded. */
const PAST_SHOWN = 4

function PastList({ events }: { events: PastEvent[] }) {
  return (
    <DatedList>
      {events.map(({ key, title, from, to, place }) => (
        <DatedRow key={key} title={title} level={4} from={from} to={to}>
          <Place place={place} />
        </DatedRow>
      ))}
    </DatedList>
  )
}

/** Leads to where visitors register or read more. Nothing without a link. */
export function EventLink({ title, link, linkText }: Pick<UpcomingEvent, 'title' | 'link' | 'linkText'>) {
  if (link === '') return null
  const text = linkText || 'Register'
  return (
    <p>
      <ContentLink to={link} aria-label={`${text}: ${title}`}>
        {text}
      </ContentLink>
    </p>
  )
}

export function Place({ place }: { place: string }) {
  if (place === '') return null
  return (
    <p className="upcoming__place">
      <Icon name="pin" /> {place}
    </p>
  )
}
