import type { ReactNode } from 'react'
import './definition-rows.css'

/** Body of an inner page as rows: label column at the left, content at the right, a hairline between them. */
export function DefinitionRows({ children }: { children: ReactNode }) {
  return <div className="wrap definition-rows">{children}</div>
}

/** One row. `id` is the fragment that links to it. */
export function DefinitionRow({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <section className="row" id={id} aria-labelledby={`${id}-label`}>
      <h2 className="row__label" id={`${id}-label`}>
        {label}
      </h2>
      <div className="row__body">{children}</div>
    </section>
  )
}

/** A row without a label column, for what needs no heading. `label` names it to screen readers. */
export function WholeRow({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <section className="row row--whole" id={id} aria-label={label}>
      {children}
    </section>
  )
}
