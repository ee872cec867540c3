import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { Label } from '#app/ui/label.tsx'
import type { Careers } from './careers.ts'
import './career-values.css'

/** What the company offers, one large line each. */
export function CareerValues({ values }: { values: Careers['values'] }) {
  if (values.length === 0) return null
  return (
    <section className="section on-studio" id="values" aria-labelledby="career-values-label">
      <div className="wrap">
        <Label as="h2" id="career-values-label">
          What you find here
        </Label>
        <ul className="career-values">
          {values.map(({ _id, title, description }) => (
            <li key={_id} className="reveal">
              <h3>{title}</h3>
              <p>{bindLastWords(description)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
