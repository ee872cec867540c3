import type { SiteReader } from './content-reader.ts'
import type { SectionDefinition, SectionIcon } from './define-section.ts'

/**
 * What a site has to have by rules of its own, such as documents that a law asks for. Staff see all of it on one screen,
 * and what is missing on the dashboard as well.
 */
export interface Checklist {
  /** Its screen is `/admin/{id}`. */
  id: string
  label: string
  icon: SectionIcon
  /** What staff should know before they use it. */
  note: string
  /** Where the rules themselves are edited. */
  rules: Pick<SectionDefinition, 'id' | 'label'>
  /** Computed for each request, from memory. */
  parts: (site: ChecklistSite) => readonly ChecklistPart[]
  /** What there is of each rule, by the key of its entry: the list of the rules shows it. */
  states?: (site: ChecklistSite) => ReadonlyMap<string, RuleState>
  /**
   * What a person should look at before a release is published: the site before it and after it, and its time (ISO 8601),
   * if it has one. Prevents nothing.
   */
  notesOfRelease?: (before: ChecklistSite, after: ChecklistSite, time: string | undefined) => readonly ReleaseNote[]
}

/** `good`: nothing is missing. `bad`: something is missing now. `quiet`: nothing has to be there. */
export interface RuleState {
  label: string
  tone: 'good' | 'bad' | 'quiet'
}

/** What a checklist is computed from. */
export interface ChecklistSite extends SiteReader {
  /** The name of the public page with an address, without query and fragment; undefined if no list has such a page. */
  nameOfPage: (address: string) => string | undefined
  /** False for the address of a file of ours that is not there. */
  hasFile: (address: string) => boolean
}

/** A sentence on a release, with the screen on which a person can do something about it. */
export interface ReleaseNote {
  text: string
  step: { label: string; href: string } | undefined
}

/** A list of the screen. */
export interface ChecklistPart {
  /** Kebab-case. */
  id: string
  title: string
  /** Shown instead of the list if it is empty. */
  empty: string
  /** True for what is missing now: the dashboard shows it. */
  isMissing?: boolean | undefined
  /** True if the dashboard shows it although nothing is missing yet. */
  isOnDashboard?: boolean | undefined
  /** True for a list that staff unfold. */
  isFolded?: boolean | undefined
  /** A screen that deals with the whole list. */
  action?: { label: string; href: string } | undefined
  items: readonly ChecklistItem[]
  /** What staff should know about the list. */
  note?: string | undefined
  /** Shown beside the title, if the number of the items says too little. */
  count?: string | undefined
}

export interface ChecklistItem {
  /** Unique in its part. */
  id: string
  title: string
  /** What is missing, or why it is in this part. */
  detail: string
  /** What the rule asks for, in words, and the name of the rule: each on a line of its own. */
  asks?: string | undefined
  source?: string | undefined
  /** Screens on which a person can do something about it, the most likely one first. */
  steps: readonly { label: string; href: string }[]
}
