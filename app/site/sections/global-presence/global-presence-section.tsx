import { bindLastWords } from '#app/site/ui/text.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import type { GlobalPresence } from './global-presence.ts'
import './global-presence-section.css'

/** Where the company delivers: a title and the ports, and beside them a map to the right edge of the window. */
export function GlobalPresenceSection({ content }: { content: GlobalPresence | undefined }) {
  if (!content) return null
  return (
    <section className="section on-ink presence" id="global-presence" aria-labelledby="global-presence-title">
      <div className="wrap presence__grid">
        <h2 id="global-presence-title">{bindLastWords(content.title)}</h2>
        <ul className="presence__ports">
          {content.ports.map((port) => (
            <li key={port}>{port}</li>
          ))}
        </ul>
        <Picture
          className="presence__map"
          file={content.mapImage}
          alt={content.imageAlt}
          sizes="(min-width: 64rem) 67vw, 100vw"
        />
      </div>
    </section>
  )
}
