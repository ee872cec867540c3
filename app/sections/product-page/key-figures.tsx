import type { KeyFigure } from './product-page.ts'
import './key-figures.css'

/** A few figures in the head of a page, in a row. */
export function KeyFigures({ figures }: { figures: KeyFigure[] }) {
  return (
    <dl className="keys">
      {figures.map(({ name, value, note }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note !== '' && <small> {note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
