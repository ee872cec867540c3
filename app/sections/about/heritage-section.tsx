import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { Label } from '#app/ui/label.tsx'
import type { Heritage } from './about.ts'
import { HeritageRings } from './heritage-rings.tsx'
import './heritage-section.css'

/** The company's history: the years in words, and beside them drawn to scale as the section of a cable. */
export function HeritageSection({ heritage, year }: { heritage: Heritage; year: number }) {
  return (
    <section className="section on-ink heritage" id="heritage" aria-labelledby="heritage-title">
      <div className="wrap heritage__grid">
        <div className="heritage__head">
          <Label>Heritage</Label>
          <h2 id="heritage-title">{bindLastWords(heritage.title)}</h2>
          <p className="lead">{bindLastWords(heritage.lead)}</p>
        </div>
        <figure className="heritage__figure">
          <HeritageRings years={heritage.milestones.map((milestone) => milestone.year)} today={year} />
          <figcaption>Drawn to scale: one ring for each year.</figcaption>
        </figure>
        <ol className="heritage__list">
          {heritage.milestones.map((milestone) => (
            <li key={milestone._id} className="reveal">
              <span className="heritage__year">{milestone.year}</span>
              <div>
                <h3>{milestone.title}</h3>
                {milestone.description !== '' && <p>{bindLastWords(milestone.description)}</p>}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
