import { bindLastWords } from '#app/site/ui/text.tsx'
import './steps.css'

export interface Step {
  title: string
  text: string
}

interface StepsProps {
  steps: readonly Step[]
  /** Below the heading of the part that they are in. */
  as?: 'h3' | 'h4'
  /** True if they stand side by side where there is space. */
  isAcross?: boolean
}

/** The steps of a course of events, as numbered rings on a line. Nothing if there are none. */
export function Steps({ steps, as: Heading = 'h3', isAcross = false }: StepsProps) {
  if (steps.length === 0) return null
  return (
    <ol className={isAcross ? 'steps steps--across' : 'steps'}>
      {steps.map(({ title, text }, index) => (
        <li key={index} className="reveal">
          <Heading>{title}</Heading>
          <p>{bindLastWords(text)}</p>
        </li>
      ))}
    </ol>
  )
}
