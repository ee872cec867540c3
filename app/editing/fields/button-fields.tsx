import type { FieldMetadata } from '@conform-to/react'
import { LinkField } from './link-field.tsx'
import { TextField } from './text-fields.tsx'

interface ButtonFieldsProps {
  text: FieldMetadata<string>
  link: FieldMetadata<string>
}

/** The words of a button and where it leads. It is shown where both are filled in. */
export function ButtonFields({ text, link }: ButtonFieldsProps) {
  return (
    <div className="two">
      <TextField field={text} label="Button text" help="Left empty: no button" optional />
      <LinkField field={link} label="Button link" optional />
    </div>
  )
}
