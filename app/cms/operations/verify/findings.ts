/** Something that a check of the site has found. */
export interface Finding {
  /** `problem`: something is wrong. `note`: nothing is lost or broken, but staff should know it. */
  severity: 'problem' | 'note'
  /** What was found, in one sentence. */
  what: string
  /** What to do about it, in one or two sentences. */
  remedy: string
  /** The admin page on which it can be repaired. */
  href?: string | undefined
}

/** The result of a check of the whole site. */
export interface Verification {
  /** ISO 8601. */
  finishedAt: string
  seconds: number
  /** Problems first, in the order in which they were found. */
  findings: Finding[]
  /** How much was read. */
  checked: { files: number; bytes: number }
}

/** How many findings of one kind are listed. A failing disk may damage thousands of files. */
const MAX_OF_A_KIND = 50

/** Collects what the checks find and counts what they read. */
export class Findings {
  readonly #kinds = new Map<string, { listed: Finding[]; count: number }>()
  files = 0
  bytes = 0

  /** Adds a finding. Of each `kind` the first 50 are listed; the others are counted. */
  add(kind: string, finding: Finding): void {
    const known = this.#kinds.get(kind) ?? { listed: [], count: 0 }
    this.#kinds.set(kind, known)
    known.count += 1
    if (known.listed.length < MAX_OF_A_KIND) known.listed.push(finding)
  }

  /** Counts a file that was read and checked. */
  count(bytes: number): void {
    this.files += 1
    this.bytes += bytes
  }

  /** All findings, problems first. */
  list(): Finding[] {
    const all = [...this.#kinds.values()].flatMap(({ listed, count }) => {
      const [first] = listed
      const more = count - listed.length
      if (!first || more === 0) return listed
      const what = `There are ${more} more findings of this kind: ${first.what}`
      return [...listed, { severity: first.severity, what, remedy: 'Correct the listed ones first, then check again.' }]
    })
    return [
      ...all.filter(({ severity }) => severity === 'problem'),
      ...all.filter(({ severity }) => severity === 'note'),
    ]
  }
}
