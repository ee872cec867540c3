import type { ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'

interface ContactFieldProps {
  name: string
  label: string
  help?: string
  errors: string[] | undefined
  isWide?: boolean
  children: (control: ControlProps) => ReactNode
}

/** What ties a control to its label, its help and its error. */
interface ControlProps {
  id: string
  name: string
  required: true
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, control, help and error of one required field. */
export function ContactField({ name, label, help, errors, isWide = false, children }: ContactFieldProps) {
  const helpId = `${name}-help`
  const errorId = `${name}-error`
  const describedBy = [...(help === undefined ? [] : [helpId]), ...(errors ? [errorId] : [])]
  return (
    <div className={isWide ? 'field field--wide' : 'field'}>
      <label htmlFor={name}>{label}</label>
      {children({
        id: name,
        name,
        required: true,
        'aria-invalid': errors ? true : undefined,
        'aria-describedby': describedBy.join(' ') || undefined,
      })}
      {help !== undefined && (
        <p className="field__help" id={helpId}>
          {help}
        </p>
      )}
      {errors && (
        <p className="field__error" id={errorId}>
          <Icon name="alert" />
          {errors.join('. ')}
        </p>
      )}
    </div>
  )
}
