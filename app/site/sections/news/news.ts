import { z } from 'zod'
import { defineSection } from '#app/cms/define/define-section.ts'
import { count, id, imageAlt, imageFile, line, list, optionalText, text } from '#app/cms/define/fields.ts'

/** A step in the company's history. */
export const milestone = z.strictObject({
  _id: id(),
  year: count('Year', { min: 1900, max: 2100 }),
  title: line('Title', 120),
  description: optionalText('Description', 500),
})
export type Milestone = z.output<typeof milestone>

/** A past or future event. */
export const newsEvent = z.strictObject({
  _id: id(),
  image: imageFile('Image'),
  alt: imageAlt(),
  title: line('Title', 120),
  description: text('Description', 500),
})
export type NewsEvent = z.output<typeof newsEvent>

/** Number of events that visitors see: the first ones. */
export const EVENTS_SHOWN = 3

/** The page of news and events. */
export const news = defineSection({
  id: 'news',
  label: 'Events page',
  file: 'events.yaml',
  schema: z.strictObject({
    title: line('Title', 120),
    description: optionalText('Description', 300),
    timelineTitle: line('Timeline title', 120),
    timeline: list('Timeline', milestone),
    eventsTitle: line('Events title', 120),
    events: list('Events', newsEvent),
  }),
  messages: { updated: 'Events page updated successfully!', failed: 'Failed to update Events page' },
  page: '/events',
})
