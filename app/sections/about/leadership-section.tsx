import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { Picture } from '#app/media/pictures/picture.tsx'
import { SectionHead } from '#app/ui/section-head.tsx'
import type { Leader } from './about.ts'
import './leadership-section.css'

/** Who leads the company. */
export function LeadershipSection({ title, leaders }: { title: string; leaders: Leader[] }) {
  if (leaders.length === 0) return null
  return (
    <section className="section on-paper" id="leadership" aria-labelledby="leadership-title">
      <SectionHead id="leadership-title" label="Leadership team" title={title} />
      <ul className="wrap leaders">
        {leaders.map(({ _id, name, role, image, text }) => (
          <li key={_id}>
            {/* The name is beside it: a second one would only be read twice. */}
            <Picture file={image} alt="" sizes="(min-width: 64rem) 20rem, (min-width: 36rem) 45vw, 100vw" />
            <div>
              <h3>{name}</h3>
              <p className="leaders__role">{role}</p>
              <p className="leaders__text">{bindLastWords(text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
