import { SectionHead } from '#app/site/ui/section-head.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import type { Clients } from './clients.ts'
import './clients-section.css'

/** The clients' logos. Renders nothing if there are none. */
export function ClientsSection({ content }: { content: Clients | undefined }) {
  if (!content || content.clients.length === 0) return null
  return (
    <section className="clients" id="clients" aria-labelledby="clients-title">
      <SectionHead id="clients-title" title={content.title} />
      <ul className="wrap">
        {content.clients.map(({ image, alt }, index) => (
          <li key={index}>
            <Picture file={image} alt={alt} sizes="11rem" />
          </li>
        ))}
      </ul>
    </section>
  )
}
