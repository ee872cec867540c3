import type { FieldMetadata } from '@conform-to/react'
import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { LineInput } from './line-input.tsx'
import { DAY_RANGE } from '#app/cms/editing/ui/day-range.ts'
import { isEntryId, newEntryId } from '#app/cms/platform/http/form-envelope.ts'

interface LineProps extends FieldProps {
  /** A fixed text before it, such as `/recipes/` before the last part of an address. */
  prefix?: string
  /** What the number is counted in, after it; '' for nothing yet. */
  unit?: string
  /** `date` holds YYYY-MM-DD, `time` HH:MM. `url` is for absolute addresses only: browsers accept no path in it. */
  type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'time'
}

export function TextField({ prefix, unit, type = 'text', ...props }: LineProps) {
  const { initialValue } = props.field
  // Otherwise browsers suggest the administrator's own e-mail address and telephone number.
  const autoComplete = type === 'email' || type === 'tel' ? 'off' : undefined
  const isOdd = DISPLAYED[type]?.test(initialValue ?? '') === false
  return (
    <Field {...props}>
      {(control) =>
        unit !== undefined ? (
          // The text keeps its place in the tree when its unit changes, and so what is typed.
          <div className="affix affix--end affix--line">
            <LineInput {...control} defaultValue={initialValue} />
            {unit !== '' && <span>{unit}</span>}
          </div>
        ) : prefix === undefined ? (
          type === 'text' ? (
            <LineInput {...control} defaultValue={initialValue} />
          ) : (
            <input
              {...control}
              type={isOdd ? 'text' : type}
              {...(type === 'date' && !isOdd && DAY_RANGE)}
              autoComplete={autoComplete}
              defaultValue={initialValue}
            />
          )
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

/** What a date or time input displays. It displays any other text as empty. */
const DISPLAYED: { [type: string]: RegExp | undefined } = {
  date: /^(?:\d{4}-\d\d-\d\d)?$/,
  time: /^(?:\d\d:\d\d)?$/,
}

/** Text that may have several lines. */
export function TextAreaField({ rows = 3, ...props }: FieldProps & { rows?: number }) {
  return (
    <Field {...props}>
      {(control) => <textarea {...control} rows={rows} defaultValue={props.field.initialValue} />}
    </Field>
  )
}

/** A whole number. */
export function NumberField(props: FieldProps<number> | FieldProps) {
  const { initialValue } = props.field
  // A number input displays a text that is no number as empty. A content file may contain one.
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

/** Yes or no, as a box to tick. */
export function TickField(props: Omit<FieldProps<boolean>, 'optional'>) {
  return (
    <Field {...props} optional={false}>
      {(control) => (
        <input {...control} type="checkbox" required={false} defaultChecked={props.field.initialValue === 'on'} />
      )}
    </Field>
  )
}

/**
 * A hidden value, such as the `_id` of an entry. A new entry gets its `_id` here, so that a form that is sent twice,
 * after Back or a lost response, adds the entry only once.
 */
export function HiddenField({ field }: { field: FieldMetadata<string> }) {
  const [newId] = useState(() => (isEntryId(field.name) ? newEntryId() : ''))
  return <input type="hidden" name={field.name} form={field.formId} defaultValue={field.initialValue ?? newId} />
}

interface SelectFieldProps extends Omit<FieldProps, 'optional'> {
  /** The choices in order: the stored value and its label. */
  options: readonly { value: string; label: string }[]
}

/** One of a few values. A new entry starts without a value, so that the editor chooses one. */
export function SelectField({ options, ...props }: SelectFieldProps) {
  const { initialValue = '' } = props.field
  const isOdd = initialValue !== '' && !options.some(({ value }) => value === initialValue)
  return (
    <Field {...props}>
      {(control) => (
        <select {...control} defaultValue={initialValue}>
          <option value="">Choose …</option>
          {isOdd && <option value={initialValue}>“{initialValue}” (not a valid choice)</option>}
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
