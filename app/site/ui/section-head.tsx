import type { ReactNode } from 'react'
import { bindLastWords } from './text.tsx'

interface SectionHeadProps {
  /** Id of the heading: the section's `aria-labelledby`. */
  id: string
  /** Only where it adds something to the title. */
  label?: string
  title: string
  /** One button or one group of controls, at the right on wide screens. */
  action?: ReactNode
}

/** Head of a full-width section: heading and one action. With a label, the heading begins on the content line. */
export function SectionHead({ id, label, title, action }: SectionHeadProps) {
  return (
    <div className={label === undefined ? 'wrap head head--plain' : 'wrap head'}>
      {label !== undefined && <Label>{label}</Label>}
      <h2 id={id}>{bindLastWords(title)}</h2>
      {action && <div className="head__end">{action}</div>}
    </div>
  )
}

/** A section's short name after a copper ring. Use `h2` if the section has no larger heading. */
export function Label({ as: Tag = 'p', id, children }: { as?: 'p' | 'h2'; id?: string; children: ReactNode }) {
  return (
    <Tag className="label" id={id}>
      {children}
    </Tag>
  )
}
