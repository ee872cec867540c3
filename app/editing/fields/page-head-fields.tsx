import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { FieldGroup } from './field-group.tsx'
import { TextField } from './text-fields.tsx'

interface PageHeadFieldsProps {
  title: FieldMetadata<string>
  lead: FieldMetadata<string>
  /** What else stands at the top of the page. */
  children?: ReactNode
}

/** What most pages begin with: their heading and the sentence below it. */
export function PageHeadFields({ title, lead, children }: PageHeadFieldsProps) {
  return (
    <FieldGroup legend="Top of the page">
      <TextField field={title} label="Title" />
      <TextField field={lead} label="Lead" help="One sentence below the title" />
      {children}
    </FieldGroup>
  )
}
