import type { Service } from './services.ts'
import './service-steps.css'

/** How a service runs: numbered rings on a line, side by side where there is room. */
export function ServiceSteps({ steps }: { steps: Service['steps'] }) {
  if (steps.length === 0) return null
  return (
    <div className="service__row">
      <h3>How it runs</h3>
      <ol className="service-steps">
        {steps.map(({ title, text }, index) => (
          <li key={index} className="reveal">
            <h4>{title}</h4>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}
