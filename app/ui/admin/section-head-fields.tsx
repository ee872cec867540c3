import type { FieldMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/ui/admin/field-group.tsx'
import { TextField } from '#app/ui/admin/text-fields.tsx'

interface SectionHeadFieldsProps {
  title: FieldMetadata<string>
  buttonText: FieldMetadata<string>
  buttonLink: FieldMetadata<string>
}

/** What most sections begin with: a title and one button. */
export function SectionHeadFields({ title, buttonText, buttonLink }: SectionHeadFieldsProps) {
  return (
    <FieldGroup legend="Section">
      <TextField field={title} label="Title" />
      <div className="two">
        <TextField field={buttonText} label="Button text" optional />
        <TextField field={buttonLink} label="Button link" optional />
      </div>
    </FieldGroup>
  )
}
