import type { SupplyFact } from './product-page.ts'
import './supply-facts.css'

/** How a product is processed, packed and kept. */
export function SupplyFacts({ facts }: { facts: SupplyFact[] }) {
  return (
    <dl className="supply">
      {facts.map(({ name, text }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
