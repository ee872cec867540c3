import { useId } from 'react'
import { FieldError } from '#app/cms/editing/fields/plain-field.tsx'

interface RadioGroupProps {
  name: string
  legend: string
  options: readonly { value: string; label: string; help?: string }[]
  /** The value that was chosen before; undefined: none is. */
  chosen: string | undefined
  errors: string[] | undefined
}

/** A question with few answers, of which one has to be chosen. */
export function RadioGroup({ name, legend, options, chosen, errors }: RadioGroupProps) {
  const id = useId()
  return (
    <fieldset className="radios" aria-describedby={errors && `${id}-error`}>
      <legend>{legend}</legend>
      {options.map(({ value, label, help }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} required defaultChecked={value === chosen} />
          <span>
            {label}
            {help !== undefined && <small>{help}</small>}
          </span>
        </label>
      ))}
      {errors && <FieldError id={`${id}-error`} errors={errors} />}
    </fieldset>
  )
}
