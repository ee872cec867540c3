import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import type { ContentOf } from '#app/cms/define/define-section.ts'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { HiddenField, SelectField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { EVENT_KIND_OPTIONS } from '#app/site/collections/events/event-kinds.ts'
import { MilestoneList } from './milestone-list.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { EVENT_CARDS_SHOWN, type eventsPage, type EventCard } from './events-page.ts'

export const handle: EditorHandle = { schema: async () => (await import('./events-page.ts')).eventsPage.schema }

/** Fields of the page of news and events. */
export default function EventsPageEditor() {
  const fields = useFormMetadata<ContentOf<typeof eventsPage>>().getFieldset()
  return (
    <>
      <p className="hint">
        The page also lists all <Link to="/admin/news-articles">news articles</Link>, and the{' '}
        <Link to="/admin/events">events</Link> that have a day. The news on the home page is edited in{' '}
        <Link to="/admin/news-section">News &amp; Events</Link>
      </p>
      <FieldGroup legend="Top of the page">
        <TextField field={fields.title} />
        <TextAreaField field={fields.description} rows={2} optional />
      </FieldGroup>
      <FieldGroup legend="Timeline" note="The oldest first. Visitors see the newest first">
        <TextField field={fields.timelineTitle} help="Above the news and the timeline" />
        <MilestoneList list={fields.timeline} empty="No milestones yet. The page has no timeline." />
      </FieldGroup>
      <FieldGroup
        legend="Event cards"
        note={`Events that come round again. Each card shows the next event of its kind. Visitors see the first ${EVENT_CARDS_SHOWN}`}
      >
        <TextField field={fields.eventsTitle} />
        <EntryList
          list={fields.events}
          noun="event card"
          addsAtTop
          empty="No event cards yet."
          summarise={(event) => {
            const { title, image, description } = event.getFieldset()
            return { title: title.value, note: description.value ?? '', image: image.value ?? '' }
          }}
        >
          {(event) => <EventFields event={event} />}
        </EntryList>
      </FieldGroup>
    </>
  )
}

function EventFields({ event }: { event: FieldMetadata<EventCard> }) {
  const { _id, kind, image, alt, title, description } = event.getFieldset()
  return (
    <>
      <HiddenField field={_id} />
      <TextField field={title} />
      <SelectField field={kind} options={EVENT_KIND_OPTIONS} help="“Other”: a card without an event" />
      <TextAreaField field={description} rows={2} />
      <ImageField field={image} alt={alt} label={`image of ${title.value ?? 'the new event'}`} optional={false} />
    </>
  )
}
