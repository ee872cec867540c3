import type { ReactNode } from 'react'

interface FieldGroupProps {
  legend: string
  /** What one should know before filling it in. */
  note?: string
  /** Puts the fields below the name, across the whole width: for tables and long texts. */
  wide?: boolean
  children: ReactNode
}

/** Fields that belong together: name and note in a column at the left, the fields right of it. */
export function FieldGroup({ legend, note, wide = false, children }: FieldGroupProps) {
  return (
    <fieldset className={wide ? 'group group--wide' : 'group'}>
      <legend>
        {legend}
        {note !== undefined && <span className="group__note">{note}</span>}
      </legend>
      <div className="group__body">{children}</div>
    </fieldset>
  )
}
