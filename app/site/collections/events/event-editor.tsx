import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { LinkField } from '#app/cms/editing/fields/link-field.tsx'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import type { DatedEvent } from './events.ts'

export const handle: EditorHandle = { schema: async () => (await import('./events.ts')).events.schema }

/** Fields of an event with a day. */
export default function EventEditor() {
  const fields = useFormMetadata<DatedEvent>().getFieldset()
  return (
    <>
      <FieldGroup
        legend="Event"
        note="Shown on /events. After its last day it moves to “Past events” by itself, at midnight in India"
      >
        <TextField field={fields.title} />
        <div className="two">
          <TextField field={fields.from} type="date" />
          <TextField field={fields.to} type="date" optional help="Only for several days" />
        </div>
        <TextField field={fields.place} optional help="City and building. Search engines show events with a place" />
        <LinkField field={fields.link} optional />
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the event" />
      </FieldGroup>
      <FieldGroup legend="Text" wide>
        <MarkdownField field={fields.body} />
      </FieldGroup>
    </>
  )
}
