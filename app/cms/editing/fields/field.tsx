import type { FieldMetadata } from '@conform-to/react'
import { useContext, type ReactNode } from 'react'
import { useOtherValue, OtherValue } from '#app/cms/editing/form/conflict.tsx'
import { useIsChanged } from '#app/cms/editing/form/changed-field.ts'
import { LegendContext, useFieldLabel } from './field-labels.ts'
import type { ReadPaste } from '#app/cms/editing/paste/use-paste.ts'
import { PlainField, type DescribedProps } from './plain-field.tsx'

/** Attributes that connect a control to its form, label, help and error. */
interface ControlProps extends DescribedProps {
  id: string
  name: string
  form: string
  required: boolean
}

/** What every field of a content form takes. */
export interface FieldProps<Value extends string | number | boolean | undefined = string> {
  field: FieldMetadata<Value>
  /** Only if it differs from the label that the schema gives the field. */
  label?: string
  help?: string
  /** True, or in words when it may be empty. */
  optional?: boolean | string
}

interface FieldFrameProps extends Omit<FieldProps, 'field'> {
  /** How text with formats is pasted, if the field takes more than plain words. */
  readPaste?: ReadPaste
  field: FieldMetadata<string> | FieldMetadata<string | undefined> | FieldMetadata<number> | FieldMetadata<boolean>
  children: (control: ControlProps) => ReactNode
}

/** A field of a content form: a plain field with a mark if it is changed, and the other value after a conflict. */
export function Field({ field, label, help, optional = false, readPaste, children }: FieldFrameProps) {
  const { id, name, formId, errors } = field
  const isChanged = useIsChanged(field)
  const ownLabel = useFieldLabel(name)
  const words = label ?? ownLabel
  // A name that stands right beside it need not be read twice.
  const isSaid = useContext(LegendContext) === words
  return (
    <PlainField
      id={id}
      label={
        <>
          {/* The spaces separate the words when a screen reader reads the label. */}
          {isSaid ? <span className="visually-hidden">{words}</span> : words} <OptionalMark optional={optional} />{' '}
          {isChanged && <span className="chip">Changed</span>}
        </>
      }
      errors={errors}
      help={help}
      note={useOtherValueNote(field)}
      isChanged={isChanged}
      readPaste={readPaste}
    >
      {(described) => children({ id, name, form: formId, required: optional === false, ...described })}
    </PlainField>
  )
}

export function OptionalMark({ optional }: { optional: boolean | string }) {
  if (optional === false) return null
  return <span className="field__optional">{optional === true ? 'Optional' : optional}</span>
}

/** After a conflict: the value that someone else has saved in the field. */
export function useOtherValueNote(field: FieldFrameProps['field']) {
  const value = useOtherValue(field.name)
  const id = `${field.id}-other`
  return value === undefined ? undefined : { id, node: <OtherValue id={id} value={value} /> }
}
