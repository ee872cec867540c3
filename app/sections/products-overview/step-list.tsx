import type { Step } from './products-overview.ts'
import './step-list.css'

/** What happens one after the other, numbered. */
export function StepList({ steps }: { steps: Step[] }) {
  return (
    <ol className="steps">
      {steps.map(({ title, text }, index) => (
        <li key={index} className="reveal">
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
