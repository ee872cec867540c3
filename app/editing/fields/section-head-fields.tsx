import type { FieldMetadata } from '@conform-to/react'
import { ButtonFields } from './button-fields.tsx'
import { FieldGroup } from './field-group.tsx'
import { TextField } from './text-fields.tsx'

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
      <ButtonFields text={buttonText} link={buttonLink} />
    </FieldGroup>
  )
}
