import { bindLastWords } from '#app/site/ui/text.tsx'
import { Label } from '#app/site/ui/section-head.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import type { GlobalPresence } from './global-presence.ts'
import './global-presence-section.css'

/** Where the company delivers: a title above a map as wide as the window. */
export function GlobalPresenceSection({ content }: { content: GlobalPresence | undefined }) {
  if (!content) return null
  return (
    <section className="section on-ink presence" id="global-presence" aria-labelledby="global-presence-title">
      <div className="wrap">
        <Label>Global presence</Label>
        <h2 id="global-presence-title">{bindLastWords(content.title)}</h2>
      </div>
      <Picture className="presence__map" file={content.mapImage} alt={content.imageAlt} sizes="100vw" />
    </section>
  )
}
