import type { FieldMetadata } from '@conform-to/react'
import { Field } from './field.tsx'

interface TextFieldProps {
  field: FieldMetadata<string>
  label: string
  help?: string
  optional?: boolean
}

/** Text on one line. `prefix` is what stands before it for good, as `/products/` before the last part of an address. */
export function TextField({ prefix, ...props }: TextFieldProps & { prefix?: string }) {
  const { initialValue } = props.field
  return (
    <Field {...props}>
      {(control) =>
        prefix === undefined ? (
          <input {...control} type="text" defaultValue={initialValue} />
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
  return (
    <Field {...props}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={0}
          step={1}
          inputMode="numeric"
          defaultValue={props.field.initialValue}
        />
      )}
    </Field>
  )
}

/** A value that goes along unseen, such as the `_id` of an entry. */
export function HiddenField({ field }: { field: FieldMetadata<string> }) {
  return <input type="hidden" name={field.name} form={field.formId} defaultValue={field.initialValue ?? ''} />
}
