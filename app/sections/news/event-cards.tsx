import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { Picture } from '#app/media/pictures/picture.tsx'
import { SectionHead } from '#app/ui/section-head.tsx'
import type { NewsEvent } from './news.ts'
import './event-cards.css'

/** Events: the first one large, the others beside it. */
export function EventCards({ title, events }: { title: string; events: NewsEvent[] }) {
  if (events.length === 0) return null
  return (
    <section className="section on-ink" id="events" aria-labelledby="events-title">
      <SectionHead id="events-title" label="Events" title={title} />
      <ul className="wrap events">
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
    </section>
  )
}
