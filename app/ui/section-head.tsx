import type { ReactNode } from 'react'
import { bindLastWords } from './bind-last-words.ts'
import { Label } from './label.tsx'

interface SectionHeadProps {
  /** Id of the heading: the section's `aria-labelledby`. */
  id: string
  label: string
  title: string
  /** One button or one group of controls, at the right on wide screens. */
  action?: ReactNode
}

/** Head of a full-width section: label column, heading on the content line, one action. */
export function SectionHead({ id, label, title, action }: SectionHeadProps) {
  return (
    <div className="wrap head">
      <Label>{label}</Label>
      <h2 id={id}>{bindLastWords(title)}</h2>
      {action && <div className="head__end">{action}</div>}
    </div>
  )
}
