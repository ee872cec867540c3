import type { FieldMetadata } from '@conform-to/react'
import { useState } from 'react'
import { Field } from './field.tsx'
import { isEntryId, newEntryId } from '#app/http/form-envelope.ts'

interface TextFieldProps {
  field: FieldMetadata<string>
  label: string
  help?: string
  optional?: boolean
}

interface LineProps extends TextFieldProps {
  /** A fixed text before it, such as `/products/` before the last part of an address. */
  prefix?: string
  /** `date` holds YYYY-MM-DD. `url` is for whole addresses only: browsers take no path in it. */
  type?: 'text' | 'email' | 'tel' | 'url' | 'date'
}

/** Text on one line. */
export function TextField({ prefix, type = 'text', ...props }: LineProps) {
  const { initialValue } = props.field
  // A browser would offer the administrator's own address and telephone number.
  const autoComplete = type === 'email' || type === 'tel' ? 'off' : undefined
  // A browser shows nothing of a text that is no date.
  const isOdd = type === 'date' && !/^(?:\d{4}-\d\d-\d\d)?$/.test(initialValue ?? '')
  return (
    <Field {...props}>
      {(control) =>
        prefix === undefined ? (
          <input {...control} type={isOdd ? 'text' : type} autoComplete={autoComplete} defaultValue={initialValue} />
        ) : (
          <div className="affix">
            <span>{prefix}</span>
            <input {...control} type="text" defaultValue={initialValue} />
          </div>
        )
      }
    </Field>
  )
}

/** Text that may run over several lines. */
export function TextAreaField({ rows = 3, ...props }: TextFieldProps & { rows?: number }) {
  return (
    <Field {...props}>
      {(control) => <textarea {...control} rows={rows} defaultValue={props.field.initialValue} />}
    </Field>
  )
}

/** A whole number. */
export function NumberField(
  props: Omit<TextFieldProps, 'field'> & { field: FieldMetadata<number> | FieldMetadata<string> },
) {
  const { initialValue } = props.field
  // A browser shows nothing of a text that is no number, as a file may hold.
  const isOdd = Number.isNaN(Number(initialValue ?? ''))
  return (
    <Field {...props}>
      {(control) => (
        <input
          {...control}
          type={isOdd ? 'text' : 'number'}
          min={0}
          step={1}
          inputMode="numeric"
          defaultValue={initialValue}
        />
      )}
    </Field>
  )
}

/**
 * A hidden value, such as the `_id` of an entry. A new entry gets its `_id` here: a form that is sent twice, after Back or a lost
 * response, adds the entry once.
 */
export function HiddenField({ field }: { field: FieldMetadata<string> }) {
  const [newId] = useState(() => (isEntryId(field.name) ? newEntryId() : ''))
  return <input type="hidden" name={field.name} form={field.formId} defaultValue={field.initialValue ?? newId} />
}

interface SelectFieldProps {
  field: FieldMetadata<string>
  label: string
  help?: string
  /** What can be chosen, in order: the value that is stored and its words. */
  options: readonly { value: string; label: string }[]
}

/** One of a few values. A new entry begins with none, so that a choice is made and not left to the order. */
export function SelectField({ options, ...props }: SelectFieldProps) {
  const { initialValue = '' } = props.field
  const isOdd = initialValue !== '' && !options.some(({ value }) => value === initialValue)
  return (
    <Field {...props}>
      {(control) => (
        <select {...control} defaultValue={initialValue}>
          <option value="">Choose …</option>
          {isOdd && <option value={initialValue}>“{initialValue}”, not one of the choices</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
