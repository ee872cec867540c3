import { z } from 'zod'
import { defineCollection, type ContentOfEntry } from '#app/cms/define/define-collection.ts'
import {
  choice,
  day,
  imageAlt,
  line,
  optionalDay,
  optionalImageFile,
  optionalLine,
  optionalLink,
} from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { EVENT_KIND_LABELS, EVENT_KINDS } from './event-kinds.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'

const event = z
  .strictObject({
    title: line('Title', 120),
    kind: choice('Kind of event', EVENT_KINDS, EVENT_KIND_LABELS).default('other'),
    from: day('First day'),
    to: optionalDay('Last day'),
    announced: optionalDay('Announced on'),
    place: optionalLine('Place', 160),
    link: optionalLink('Link'),
    linkText: optionalLine('Link text', 60),
    image: optionalImageFile('Image', { width: 400 }),
    imageAlt: imageAlt(),
    body: markdown('Text', 3_000),
  })
  .check(({ value: { from, to }, issues }) => {
    if (to === '' || to >= from) return
    issues.push({ code: 'custom', input: to, path: ['to'], message: 'The last day must not be before the first day' })
  })

/** Events with a day, such as fairs. They have no page: the page of news and events shows them. */
export const events = defineCollection({
  id: 'events',
  label: 'Events',
  names: { noun: 'event', title: ({ title }) => title },
  icon: 'news',
  form: {
    module: 'site/collections/events/event-editor.tsx',
    prefill: () => ({ kind: 'fair', announced: today() }),
  },
  files: 'events/*.md',
  schema: event,
  pages: { shownOn: '/events#events' },
  order: { by: ({ from }) => from, newestFirst: true },
  api: { path: 'events', kind: 'entries' },
  list: {
    columns: [
      { label: 'First day', value: ({ from }) => formatDay(from), sortBy: ({ from }) => from },
      { label: 'Kind of event', value: ({ kind }) => EVENT_KIND_LABELS[kind] },
      { label: 'Place', value: ({ place }) => place },
    ],
  },
})
export type DatedEvent = ContentOfEntry<typeof events>
