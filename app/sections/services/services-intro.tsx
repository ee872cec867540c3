import { Icon } from '#app/ui/icon.tsx'
import { PageIntro } from '#app/sections/shared/page-intro.tsx'
import type { Services } from './services.ts'
import './services-intro.css'

/** Head of the page of services, with the way down to each of them. */
export function ServicesIntro({ content, crumb }: { content: Services; crumb: string }) {
  return (
    <PageIntro title={content.title} lead={content.lead} crumb={crumb}>
      <nav className="service-links" aria-label="Services on this page">
        <ul>
          {content.services.map(({ _id, title }) => (
            <li key={_id}>
              <a href={`#${_id}`}>
                {title} <Icon name="down" />
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </PageIntro>
  )
}
