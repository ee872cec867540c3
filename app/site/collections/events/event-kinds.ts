/** The kinds of events, as the content files have them. */
export const EVENT_KINDS = ['fair', 'open-day', 'seminar', 'meeting', 'other'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** The names of the kinds for people. */
export const EVENT_KIND_LABELS: Record<EventKind, string> = {
  fair: 'Trade fair',
  'open-day': 'Open day',
  seminar: 'Seminar',
  meeting: 'Meeting',
  other: 'Other',
}

/** The choices of the forms. */
export const EVENT_KIND_OPTIONS = EVENT_KINDS.map((value) => ({ value, label: EVENT_KIND_LABELS[value] }))
