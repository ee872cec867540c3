import type { ReactNode } from 'react'
import './sub-group.css'

/** Fields that belong together within an entry of a list, or within a group of its own name. */
export function SubGroup({ legend, note, children }: { legend: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className="subgroup">
      <legend>
        {legend}
        {note !== undefined && <span className="group__note">{note}</span>}
      </legend>
      <div className="subgroup__body">{children}</div>
    </fieldset>
  )
}
