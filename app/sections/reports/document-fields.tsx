import type { FieldMetadata } from '@conform-to/react'
import { FileField } from '#app/editing/files/file-field.tsx'
import { TextField } from '#app/editing/fields/text-fields.tsx'

interface DocumentFieldsProps {
  /** As conform's getFieldset gives them. */
  fields: Record<'title' | 'fileUrl', FieldMetadata<string>>
}

/** Fields of a document: what visitors see it called, and its PDF. */
export function DocumentFields({ fields: { title, fileUrl } }: DocumentFieldsProps) {
  return (
    <>
      <TextField field={title} label="Title" />
      <FileField field={fileUrl} label="File" accepts="pdf" />
    </>
  )
}
