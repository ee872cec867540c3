import { useFormMetadata } from '@conform-to/react'
import { NumberField, SelectField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { Course } from './courses.ts'

export const handle: EditorHandle = { schema: async () => (await import('./courses.ts')).courses.schema }

const LEVELS = [
  { value: 'first-loaf', label: 'First loaf' },
  { value: 'sourdough', label: 'Sourdough' },
]

export default function CourseFields() {
  const fields = useFormMetadata<Course>().getFieldset()
  return (
    <>
      <TextField field={fields.title} />
      <TextField field={fields.day} type="date" />
      <SelectField field={fields.level} options={LEVELS} />
      <NumberField field={fields.places} />
    </>
  )
}
