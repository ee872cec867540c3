import type { ReactNode } from 'react'

interface FieldGroupProps {
  legend: string
  /** What one should know before filling it in. */
  note?: string
  children: ReactNode
}

/** Fields that belong together: name and note in a column at the left, the fields right of it. */
export function FieldGroup({ legend, note, children }: FieldGroupProps) {
  return (
    <fieldset className="group">
      <legend>
        {legend}
        {note !== undefined && <span className="group__note">{note}</span>}
      </legend>
      <div className="group__body">{children}</div>
    </fieldset>
  )
}
