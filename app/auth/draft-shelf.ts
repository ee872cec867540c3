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
  /** Milliseconds. */
  lifetime: number
}

/**
 * Keeps drafts in memory for a while. Anyone can send one, so there is a bound to everything: beyond it the oldest go, and
 * a sender with many pushes out its own first.
 */
export class DraftShelf {
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
    this.#keepWithin((kept) => kept.sender === sender, this.limits.draftsPerSender)
    this.#keepWithin(() => true, this.limits.drafts)
    while (this.#bytes() > this.limits.bytes) this.#drafts.shift()
  }

  /** The draft of an owner's page, if it is still kept. */
  find(owner: string, page: string): Draft | undefined {
    this.#drafts = this.#drafts.filter(({ expiresAt }) => expiresAt > this.now())
    return this.#drafts.find((draft) => draft.owner === owner && draft.page === page)
  }

  remove(owner: string, page: string): void {
    this.#drafts = this.#drafts.filter((draft) => draft.owner !== owner || draft.page !== page)
  }

  #keepWithin(isCounted: (draft: KeptDraft) => boolean, limit: number) {
    const [oldest, ...others] = this.#drafts.filter(isCounted)
    if (others.length >= limit) this.#drafts = this.#drafts.filter((draft) => draft !== oldest)
  }

  #bytes() {
    return this.#drafts.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}
