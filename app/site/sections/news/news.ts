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

/** A past or future event. */
export const newsEvent = z.strictObject({
  _id: id(),
  image: imageFile('Image'),
  alt: imageAlt(),
  title: line('Title', 120),
  description: text('Description', 500),
})
export type NewsEvent = z.output<typeof newsEvent>

/** Number of events that visitors see. */
export const EVENTS_SHOWN = 3

/** The page of news and events. */
export const news = defineSection({
  id: 'news',
  label: 'Events page',
  icon: 'news',
  editor: 'site/sections/news/news-editor.tsx',
  file: 'events.yaml',
  schema: z.strictObject({
    title: line('Title', 120),
    description: optionalText('Description', 300),
    timelineTitle: line('Timeline title', 120),
    timeline: list('Timeline', milestone),
    eventsTitle: line('Events title', 120),
    events: list('Events', newsEvent),
  }),
  page: '/events',
})
export type NewsPage = ContentOf<typeof news>

/** The page as visitors see it: with the first events. */
export function shownEvents(page: NewsPage): NewsPage {
  return { ...page, events: page.events.slice(0, EVENTS_SHOWN) }
}
