import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { count, id, imageAlt, imageFile, line, list, optionalText, text } from '#app/cms/define/fields.ts'

/** A step in the company's history. */
export const milestone = z.strictObject({
  _id: id(),
  year: count('Year', { min: 1900, max: 2100 }),
  title: line('Title', 120),
  description: optionalText('Description', 500),
})
export type Milestone = z.output<typeof milestone>

/** An event without a day, shown as a card. */
export const eventCard = z.strictObject({
  _id: id(),
  image: imageFile('Image', { width: 835 }),
  alt: imageAlt(),
  title: line('Title', 120),
  description: text('Description', 500),
})
export type EventCard = z.output<typeof eventCard>

/** Number of event cards that visitors see. */
export const EVENT_CARDS_SHOWN = 3

/** The page of news and events. */
export const eventsPage = defineSection({
  id: 'news',
  label: 'Events Page',
  icon: 'news',
  editor: 'site/sections/events-page/events-page-editor.tsx',
  file: 'events.yaml',
  schema: z.strictObject({
    title: line('Title', 120),
    description: optionalText('Description', 300),
    timelineTitle: line('Timeline title', 120),
    timeline: list('Timeline', milestone),
    eventsTitle: line('Title of the events', 120),
    events: list('Event cards', eventCard),
  }),
  page: '/events',
})
export type EventsPage = ContentOf<typeof eventsPage>

/** The page as visitors see it: with the first events. */
export function shownEvents(page: EventsPage): EventsPage {
  return { ...page, events: page.events.slice(0, EVENT_CARDS_SHOWN) }
}
