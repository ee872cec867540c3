/** What somebody has open: a section, or one entry of its list; in a release if it is a draft of that. */
export interface Place {
  section: string
  release?: string | undefined
  entry?: string | undefined
}

/** A window of a browser that has a place open. */
export interface OpenWindow {
  /** Chosen by the browser, unique in its session. */
  id: string
  /** Names the session by its hash. */
  session: string
  /** Id of the account. */
  person: string
  place: Place
}

/** That somebody saved a section. */
export interface SectionChange {
  /** Larger than that of every change before, also across a restart. */
  position: number
  kind: 'published' | 'draft'
  /** Id of the account. */
  author: string
  /** ISO 8601, UTC. */
  time: string
  /** Holds the predecessor of what was published. */
  historyEntry?: string | undefined
}

/** What a window is told of its place. */
export interface PlaceState {
  /** The other people who have it open, and since when (ISO 8601, UTC), the longest first. */
  others: { person: string; since: string }[]
  /** True if the same person has it open in another window. */
  isOpenElsewhere: boolean
  /** The last time that it was published, and the last time that its draft was saved, since the site was started. */
  changes: SectionChange[]
}

/** What presence does to a stream that a window listens to. None may throw. */
export interface Watcher {
  /** Sends the state, since it may have changed. */
  update: () => void
  /** Sends something, so that no proxy takes the stream for dead. Called every 15 seconds. */
  beat: () => void
  /** Ends the stream. The window is forgotten already. */
  end: () => void
  /** False if the person is not signed in any more. */
  isSignedIn: () => boolean
}
