/** What is known of a stored file. A value is missing until it has been read. */
export interface StoredFacts {
  bytes?: number | undefined
  pages?: number | undefined
  sha256?: string | undefined
}

/** A moment, ISO 8601, and as `6 Aug 2026, 10:00` in the time zone of the site. */
export interface ShownMoment {
  iso: string
  text: string
}

interface ShownFile extends StoredFacts {
  /** `PDF`, `XBRL`. */
  type: string
  /** False for a file of another site. */
  isOurs: boolean
}

/** A document as the page of the register shows it. Days are YYYY-MM-DD; '' for none. */
export interface RegisterRow {
  slug: string
  title: string
  /** Name of its kind. */
  kind: string
  /** `Q1 FY 2024-25`, the day of an event, or ''. */
  period: string
  date: string
  filedOn: string
  /** Name of its language. */
  language: string
  /** The page of the site that presents it. */
  page: string | undefined
  /** Undefined for a withdrawn document. */
  file: ShownFile | undefined
  /** The page on which visitors watch its films. */
  watch: string | undefined
  /** When the current file became public. */
  since?: ShownMoment | undefined
  /** `isPage`: the address is that of a page where visitors confirm a text first. */
  files: (ShownFile & { title: string; href: string; isPage: boolean })[]
  /** The files that the current one has replaced, the newest first. */
  earlier: { since: ShownMoment; until: ShownMoment; sha256: string | undefined }[]
  withdrawn: { on: string; because: string } | undefined
}
