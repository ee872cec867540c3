import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { LinkField } from '#app/cms/editing/fields/link-field.tsx'
import { SelectField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import { EVENT_KIND_OPTIONS } from './event-kinds.ts'
import type { DatedEvent } from './events.ts'

export const handle: EditorHandle = { schema: async () => (await import('./events.ts')).events.schema }

/** Fields of an event with a day. */
export default function EventEditor() {
  const fields = useFormMetadata<DatedEvent>().getFieldset()
  return (
    <>
      <FieldGroup
        legend="Event"
        note="Shown on /events. It moves to “Past events” automatically at midnight in India after its last day"
      >
        <TextField field={fields.title} />
        <SelectField
          field={fields.kind}
          options={EVENT_KIND_OPTIONS}
          help="The next event of a kind is shown on the card of that kind"
        />
        <div className="two">
          <TextField field={fields.from} type="date" />
          <TextField field={fields.to} type="date" optional help="Only for several days" />
        </div>
        <TextField
          field={fields.announced}
          type="date"
          optional
          help="Readers of the feed get the event with this day. Empty: the feed leaves it out"
        />
        <TextField field={fields.place} optional help="City and building. Search engines show events with a place" />
        <div className="two">
          <LinkField field={fields.link} optional />
          <TextField field={fields.linkText} optional help="Empty: Register" />
        </div>
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the event" />
      </FieldGroup>
      <FieldGroup legend="Text" wide>
        <MarkdownField field={fields.body} />
      </FieldGroup>
    </>
  )
}
