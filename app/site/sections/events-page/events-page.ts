import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { choice, count, id, imageAlt, imageFile, line, list, optionalText, text } from '#app/cms/define/fields.ts'

import { EVENT_KIND_LABELS, EVENT_KINDS } from '#app/site/collections/events/event-kinds.ts'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import type { UpcomingEvent } from '#app/site/collections/events/event-lists.ts'

/** A step in the company's history. */
export const milestone = z.strictObject({
  _id: id(),
  year: count('Year', { min: 1900, max: 2100 }),
  title: line('Title', 120),
  description: optionalText('Description', 500),
})
export type Milestone = z.output<typeof milestone>

/** What takes place again and again, shown as a card with the next event of its kind. */
export const eventCard = z.strictObject({
  _id: id(),
  kind: choice('Kind of event', EVENT_KINDS, EVENT_KIND_LABELS).default('other'),
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
  label: 'Events page',
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
type EventsPage = ContentOf<typeof eventsPage>

/** A card as visitors see it, with the next event of its kind. */
export interface ShownEventCard extends Omit<EventCard, 'kind'> {
  next?: Omit<UpcomingEvent, 'key' | 'kind' | 'imageAlt'> | undefined
}

/** The cards that visitors see, each with the next event of its kind. */
export function cardsWithEvents(page: EventsPage, upcoming: readonly UpcomingEvent[]) {
  return page.events.slice(0, EVENT_CARDS_SHOWN).map((card) => ({
    card,
    next: card.kind === 'other' ? undefined : upcoming.find(({ kind }) => kind === card.kind),
  }))
}

/**
 * The page as visitors see it: the first cards, each with its next event, the other events that are to come, without the
 * pictures that a card shows, and the history with the newest first.
 */
export function shownEvents(page: EventsPage, upcoming: readonly UpcomingEvent[]) {
  const shown = cardsWithEvents(page, upcoming)
  const onCards = new Set(shown.map(({ next }) => next))
  const content = {
    ...page,
    events: shown.map(({ card, next }): ShownEventCard => {
      return { ...leaveOut(card, 'kind'), next: next && leaveOut(next, 'key', 'kind', 'imageAlt') }
    }),
    timeline: page.timeline.toReversed().sort((one, other) => other.year - one.year),
  }
  const others = upcoming
    .filter((event) => !onCards.has(event))
    .map((event) => (shown.some(({ card }) => card.image === event.image) ? { ...event, image: '' } : event))
    .map((event) => leaveOut(event, 'kind'))
  return { content, others }
}
