import type { ReactNode } from 'react'
import { Icon } from '#app/cms/ui/icon.tsx'

interface ContactFieldProps {
  name: string
  label: string
  help?: string
  errors: string[] | undefined
  isOptional?: boolean
  isWide?: boolean
  children: (control: ControlProps) => ReactNode
}

/** Attributes that connect a control to its label, help and error. */
interface ControlProps {
  id: string
  name: string
  required: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, control, help and error of one field. */
export function ContactField(props: ContactFieldProps) {
  const { name, label, help, errors, isOptional = false, isWide = false, children } = props
  const helpId = `${name}-help`
  const errorId = `${name}-error`
  const describedBy = [...(help === undefined ? [] : [helpId]), ...(errors ? [errorId] : [])]
  return (
    <div className={isWide ? 'field field--wide' : 'field'}>
      <label htmlFor={name}>
        {label}
        {isOptional && <span className="message__optional"> optional</span>}
      </label>
      {children({
        id: name,
        name,
        required: !isOptional,
        'aria-invalid': errors ? true : undefined,
        'aria-describedby': describedBy.join(' ') || undefined,
      })}
      {errors && (
        <p className="field__error" id={errorId}>
          <Icon name="alert" />
          {errors.join('. ')}
        </p>
      )}
      {help !== undefined && (
        <p className="field__help" id={helpId}>
          {help}
        </p>
      )}
    </div>
  )
}
