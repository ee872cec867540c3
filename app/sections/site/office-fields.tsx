import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { TextAreaField, TextField } from '#app/editing/fields/text-fields.tsx'

interface OfficeFieldsProps {
  /** As conform's getFieldset gives them. */
  fields: Record<'title' | 'address' | 'phone' | 'email', FieldMetadata<string>>
  /** What comes between the title and the address, such as a person's name. */
  children?: ReactNode
}

/** Fields of a place that visitors can write to or ring. */
export function OfficeFields({ fields: { title, address, phone, email }, children }: OfficeFieldsProps) {
  return (
    <>
      <TextField field={title} label="Title" />
      {children}
      <TextAreaField field={address} label="Address" help="Line breaks are shown as such" />
      <div className="two">
        <TextField field={phone} label="Phone" type="tel" help="With the country code, such as +91 00000 00000" />
        <TextField field={email} label="E-mail" type="email" />
      </div>
    </>
  )
}
