import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { Label } from '#app/ui/label.tsx'
import { LayerMark } from './layer-mark.tsx'
import type { Milestone } from './news.ts'
import './timeline.css'

/** The company's history as a cable is made: every milestone adds a layer. */
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
