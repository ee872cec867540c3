/** What an editor says of the others who have its section open. */
export interface PresenceView {
  /** Such as `Priya Shah, since 10:42`. */
  others: string[]
  isOpenElsewhere: boolean
  changes: {
    /** A form that was made at this position or later includes the change. */
    position: number
    text: string
    /** Where the change can be seen. */
    href: string | undefined
  }[]
}

/** What the page of an editor is loaded with. */
export interface LoadedPresence {
  /** Where the state is looked up, and its stream. */
  address: string
  position: number
  view: PresenceView
}
