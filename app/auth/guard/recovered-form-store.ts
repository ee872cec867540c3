/** What was typed into a form that nobody was signed in to save. */
export interface Draft {
  /** Address of the form's page, with its query. */
  page: string
  /** The form's text fields, in order. */
  fields: [name: string, value: string][]
  /** Names of the files that were chosen with it. Their bytes are not kept. */
  fileNames: string[]
}

interface KeptDraft extends Draft {
  owner: string
  sender: string
  bytes: number
  expiresAt: number
}

interface ShelfLimits {
  drafts: number
  draftsPerSender: number
  bytes: number
  /** The newest draft of a sender stays, whatever its size. */
  bytesPerSender: number
  /** Milliseconds. */
  lifetime: number
}

/**
 * Keeps drafts in memory for a while, with a bound to everything: beyond its own bounds a sender loses its oldest, beyond
 * those of all the sender with most bytes does.
 */
export class RecoveredFormStore {
  #drafts: KeptDraft[] = []

  constructor(
    private readonly limits: ShelfLimits,
    private readonly now: () => number = Date.now,
  ) {}

  /** Keeps the draft of an owner's page, in the place of an earlier one. `sender` is where it came from. */
  put(owner: string, sender: string, draft: Draft): void {
    this.remove(owner, draft.page)
    const bytes = Buffer.byteLength(JSON.stringify(draft))
    this.#drafts.push({ ...draft, owner, sender, bytes, expiresAt: this.now() + this.limits.lifetime })
    const { drafts, draftsPerSender, bytesPerSender } = this.limits
    const isOver = (of: KeptDraft[]) => of.length > draftsPerSender || (of.length > 1 && bytesOf(of) > bytesPerSender)
    while (isOver(this.#draftsOf(sender))) this.#dropOldestOf(sender)
    while (this.#drafts.length > drafts || bytesOf(this.#drafts) > this.limits.bytes)
      this.#dropOldestOf(this.#heaviest())
  }

  /** The draft of an owner's page, if it is still kept. */
  find(owner: string, page: string): Draft | undefined {
    this.#drafts = this.#drafts.filter(({ expiresAt }) => expiresAt > this.now())
    return this.#drafts.find((draft) => draft.owner === owner && draft.page === page)
  }

  remove(owner: string, page: string): void {
    this.#drafts = this.#drafts.filter((draft) => draft.owner !== owner || draft.page !== page)
  }

  #draftsOf(sender: string) {
    return this.#drafts.filter((draft) => draft.sender === sender)
  }

  #dropOldestOf(sender: string) {
    const [oldest] = this.#draftsOf(sender)
    this.#drafts = this.#drafts.filter((draft) => draft !== oldest)
  }

  /** The sender with most bytes; of several the one that came first. */
  #heaviest() {
    const senders = [...new Set(this.#drafts.map(({ sender }) => sender))]
    const bytes = (sender: string) => bytesOf(this.#draftsOf(sender))
    return senders.reduce((most, sender) => (bytes(sender) > bytes(most) ? sender : most))
  }
}

function bytesOf(drafts: KeptDraft[]) {
  return drafts.reduce((sum, { bytes }) => sum + bytes, 0)
}
