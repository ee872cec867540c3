import type { ReactNode } from 'react'
import { usePaste, type ReadPaste } from '#app/cms/editing/paste/use-paste.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'

/** Attributes that connect a control to its error and help. */
export interface DescribedProps {
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface PlainFieldProps {
  /** `id` of the control. */
  id: string
  /** Undefined if the control labels itself, such as in a table cell. */
  label?: ReactNode
  errors?: string[] | undefined
  help?: string | undefined
  /** A further text that describes the control, and its `id`. */
  note?: { id: string; node: ReactNode } | undefined
  isChanged?: boolean | undefined
  /** How text with formats is pasted, if the field takes more than plain words. */
  readPaste?: ReadPaste | undefined
  children: (described: DescribedProps) => ReactNode
}

/**
 * Connects the label, control, error and help of one field, and says what a paste has left out. Independent of the form
 * library.
 */
export function PlainField(props: PlainFieldProps) {
  const { id, label, errors, help, note, isChanged = false, readPaste, children } = props
  const { note: pasteNote, onPaste } = usePaste(readPaste)
  const errorId = `${id}-error`
  const helpId = `${id}-description`
  const pasteId = `${id}-pasted`
  const describedBy = [errors && errorId, pasteNote && pasteId, note?.id, help !== undefined && helpId]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={isChanged ? 'field field--changed' : 'field'} onPaste={onPaste}>
      {label !== undefined && <label htmlFor={id}>{label}</label>}
      {children({ 'aria-invalid': errors ? true : undefined, 'aria-describedby': describedBy || undefined })}
      {errors && <FieldError id={errorId} errors={errors} />}
      {pasteNote !== undefined && <PasteNote id={pasteId} text={pasteNote} />}
      {note?.node}
      {help !== undefined && (
        <p className="field__help" id={helpId}>
          {help}
        </p>
      )}
    </div>
  )
}

/** The errors of a field, as text with an icon: never by colour alone. */
export function FieldError({ id, errors }: { id: string; errors: string[] }) {
  return (
    <p className="field__error" id={id}>
      <Icon name="alert" />
      <span>{errors.join('. ')}</span>
    </p>
  )
}

/** What a paste has left out, below the field and for screen readers. */
export function PasteNote({ id, text }: { id: string; text: string }) {
  return (
    <p className="field__pasted" id={id} aria-live="polite">
      {text}
    </p>
  )
}
