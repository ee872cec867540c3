import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { SectionHead } from '#app/ui/section-head.tsx'
import type { Value } from './about.ts'
import './about-values.css'

/** What the company holds to. */
export function AboutValues({ title, values }: { title: string; values: Value[] }) {
  if (values.length === 0) return null
  return (
    <section className="section" id="values" aria-labelledby="values-title">
      <SectionHead id="values-title" label="Values" title={title} />
      <ul className="wrap values">
        {values.map(({ _id, title: name, description }) => (
          <li key={_id} className="reveal">
            <h3>{bindLastWords(name)}</h3>
            <p>{bindLastWords(description)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
