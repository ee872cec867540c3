import { formatTime } from '#app/cms/platform/format/time.ts'
import type { OpenTarget, TargetState, SectionChange } from '#app/cms/people/presence/editor-presence.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The most people who are named. The others are counted. */
const MAX_NAMES = 8

/** The presence that the page of an editor shows when it is loaded. To be read together with the content. */
export function loadPresence(target: OpenTarget, person: string): LoadedPresence {
  const { position, ...state } = currentSite().presence.preview(person, target)
  const query = new URLSearchParams()
  if (target.release !== undefined) query.set('release', target.release)
  if (target.entry !== undefined) query.set('entry', target.entry)
  return {
    address: `/admin/presence/${target.section}?${query.toString()}`,
    position,
    // The window that this page replaces may still be counted as open.
    view: { ...toPresenceView(target.section, state, person), isOpenElsewhere: false },
  }
}

/** The presence view of a section for a person. Pass `nameOf` when no request is being handled. */
export function toPresenceView(
  section: string,
  { others, isOpenElsewhere, changes }: TargetState,
  person: string,
  nameOf = currentSite().auth.accounts.nameOf,
): PresenceView {
  const named = others.slice(0, MAX_NAMES).map(({ person, since }) => `${nameOf(person)}, since ${clockOf(since)}`)
  const rest = others.length - named.length
  return {
    others: rest > 0 ? [...named, `${rest} more`] : named,
    isOpenElsewhere,
    changes: changes.map((change) => ({
      position: change.position,
      text: textOf(change, change.author === person ? undefined : nameOf(change.author)),
      href: change.historyEntry && `/admin/history/${section}/${change.historyEntry}`,
    })),
  }
}

/** `name` is undefined for the person's own change. */
function textOf({ kind, time }: SectionChange, name: string | undefined) {
  const who = name ?? 'You'
  const where = name === undefined ? ' in another window' : ''
  const asked = 'merges both.'
  return kind === 'published'
    ? `${who} published a change at ${clockOf(time)}${where}. Saving here ${asked}`
    : `${who} saved a draft at ${clockOf(time)}${where}. Saving a draft here ${asked}`
}

/** `10:42`, with the day if it is not today. */
function clockOf(iso: string) {
  return formatTime(iso).replace('Today, ', '')
}

/** What an editor shows about the other people who have its section open. */
export interface PresenceView {
  /** Such as `Priya Shah, since 10:42`. */
  others: string[]
  isOpenElsewhere: boolean
  changes: {
    /** A form that was made at this position or later includes the change. */
    position: number
    text: string
    /** Address of the page that shows the change. */
    href: string | undefined
  }[]
}

/** The presence that the page of an editor is loaded with. */
export interface LoadedPresence {
  /** Address of the state as JSON, and of its event stream. */
  address: string
  position: number
  view: PresenceView
}
