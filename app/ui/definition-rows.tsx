import type { ReactNode } from 'react'
import './definition-rows.css'

/** Body of an inner page as rows: label column at the left, content at the right, a hairline between them. */
export function DefinitionRows({ children }: { children: ReactNode }) {
  return <div className="wrap sheet">{children}</div>
}

/** One row of a sheet. `id` names it for links to it and for its heading. */
export function SheetRow({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <section className="row" id={id} aria-labelledby={`${id}-label`}>
      <h2 className="row__label" id={`${id}-label`}>
        {label}
      </h2>
      <div className="row__body">{children}</div>
    </section>
  )
}
