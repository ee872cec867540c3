import { actorOf, authorId, type Author } from '#app/cms/platform/author.server.ts'
import { isDeepStrictEqual } from 'node:util'
import { cleanText } from '#app/cms/define/clean-text.ts'
import type { AuditEvent } from '#app/cms/people/audit/audit-event.ts'
import { ApprovalRequired } from '#app/cms/content/store/errors.ts'
import type { ChangeToApprove } from '#app/cms/content/store/store.types.ts'
import {
  NO_RELEASE,
  releaseFolder,
  DraftNotFound,
  type Draft,
  type EffectiveDraft,
} from '#app/cms/publishing/drafts/draft.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { inOrderOf } from '#app/cms/define/site-sections.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import {
  keyOf,
  readApprovals,
  removeApprovals,
  UNREADABLE,
  writeApprovals,
  writeSettings,
  type ApprovalFiles,
  type StoredApproval,
  type StoredApprovals,
} from './approval-records.server.ts'
import { changeOf, hashOf, isAbout } from './approved-change.server.ts'
import {
  ApprovalRefused,
  MAX_NOTE_LENGTH,
  itemIdOf,
  type Approval,
  type DraftRef,
  type ApprovalRecord,
  type AssumedApprovals,
  type MissingApproval,
  type SeenDraft,
} from './approval-format.ts'

interface ApprovalsOptions extends ApprovalFiles {
  /** The sections and collections of which staff can set whether they need approval, in the order of the sidebar. */
  items: readonly (Pick<SectionDefinition, 'id' | 'label'> & Partial<Pick<SectionDefinition, 'changes'>>)[]
  /** The draft of a section merged with what is published now. Not called while approvals are opened. */
  draftOf: (section: SectionDefinition, release: string | undefined) => EffectiveDraft | undefined
  /** True for the id of a person who is active and may publish. Not called while approvals are opened. */
  isApprover: (personId: string) => boolean
  audit: { record: (event: AuditEvent) => void }
  now?: () => number
}

/** Opens the approvals of a site. Never rejects: while the setting cannot be read, every section needs approval. */
export async function openApprovals(options: ApprovalsOptions): Promise<Approvals> {
  const approvals = new Approvals(options, await readApprovals(options))
  await approvals.dropNotNeeded()
  return approvals
}

/**
 * The sections that need the approval of a second person, and the decisions of these people. Changes run one after the
 * other. A change rejects with ApprovalRefused, DraftNotFound or StorageError, and then nothing has changed.
 *
 * An approval is given to a change: to what a revision of a draft changes in the content that the draft was made from.
 * It counts for that change alone, but also after other places of the section were published.
 */
export class Approvals {
  readonly #runExclusive = limitConcurrency({ running: 1, waiting: 1000 })
  readonly #now: () => number
  readonly #listeners = new Listeners()

  constructor(
    private readonly options: ApprovalsOptions,
    private readonly state: StoredApprovals,
  ) {
    this.#now = options.now ?? Date.now
  }

  /** True if a second person has to approve what is published of a section. */
  isNeeded(section: Pick<SectionDefinition, 'id' | 'entry' | 'orderOf'>): boolean {
    return this.isNeededFor(itemIdOf(section))
  }

  /** True if a second person has to approve what is published of a section or a collection with this id. */
  isNeededFor(id: string): boolean {
    if (this.options.items.some((item) => item.id === id && item.changes === 'by release')) return true
    return this.state.settings?.has(id) ?? true
  }

  /**
   * Sets the sections and collections that need approval, by their ids. Requests for others are removed: their drafts
   * are ordinary drafts again.
   */
  setSections(ids: ReadonlySet<string>, by: Author): Promise<void> {
    return this.#runExclusive(async () => {
      const { storage, items, audit, health } = this.options
      const known = new Set(items.map(({ id }) => id))
      const before = this.state.settings ?? known
      // A section that this release does not have may exist again in the next one.
      const next = new Set([...[...before].filter((id) => !known.has(id)), ...[...ids].filter((id) => known.has(id))])
      await writeSettings(storage, next)
      this.state.settings = next
      health.clear(UNREADABLE)
      const added = items.filter(({ id }) => next.has(id) && !before.has(id))
      const removed = items.filter(({ id }) => !next.has(id) && before.has(id))
      if (added.length + removed.length > 0) {
        const detail = { on: labelsOf(added), off: labelsOf(removed) }
        audit.record({ kind: 'setting.changed', about: 'approval', detail, actor: actorOf(by) })
      }
      await this.#dropNotNeeded()
      this.#listeners.announce()
    })
  }

  /**
   * Removes the requests for sections that need no approval. They have no effect, so one that stays is removed at the next
   * start. Never rejects.
   */
  async dropNotNeeded(): Promise<void> {
    await this.#runExclusive(() => this.#dropNotNeeded())
  }

  async #dropNotNeeded() {
    const gone = this.#all().filter(({ section }) => !this.isNeeded(section))
    await this.#remove(gone).catch((err: unknown) => {
      for (const ref of gone) this.state.stored.delete(keyOf(ref))
      this.options.log.warn({ err }, 'Requests for approvals that are not needed any more could not be removed')
    })
  }

  /** The approval of a draft; undefined if the section needs none, or there is no draft or no request. From memory. */
  find(section: SectionDefinition, release?: string): Approval | undefined {
    const stored = this.state.stored.get(keyOf({ section, release }))
    const draft = this.options.draftOf(section, release)
    if (!stored || !draft || !this.isNeeded(section)) return undefined
    return { section, release, record: stored.record, state: this.#stateOf(stored.record, draft) }
  }

  /** All approvals of drafts without conflicts that wait for a decision, in the order of the sections. From memory. */
  waiting(): Approval[] {
    return this.#inState('waiting').filter(
      ({ section, release }) => this.options.draftOf(section, release)?.conflicts.length === 0,
    )
  }

  /** The drafts that were changed after a person has approved them, in the order of the sections. From memory. */
  changedSinceApproval(): Approval[] {
    return this.#inState('outdated').filter(({ record }) => record.decision?.kind === 'approved')
  }

  /**
   * The drafts, among the given ones, that need approval and do not have it. A draft of another revision than the
   * current one has none. `assumed`: as if this were done. From memory.
   */
  missing(
    drafts: readonly (DraftRef & Partial<Pick<Draft, 'revision'>>)[],
    { withoutApprover, needsApproval }: AssumedApprovals = {},
  ): MissingApproval[] {
    return drafts.flatMap(({ section, release, revision }) => {
      if (!this.isNeeded(section) && needsApproval?.has(itemIdOf(section)) !== true) return []
      const found = this.find(section, release)
      if (found?.state !== 'approved') return { section, release, state: found?.state ?? 'not-asked' }
      const isCurrent = [undefined, this.options.draftOf(section, release)?.draft.revision].includes(revision)
      if (!isCurrent) return { section, release, state: 'outdated' }
      return found.record.decision?.by === withoutApprover ? { section, release, state: 'waiting' } : []
    })
  }

  /** Calls `listener` after each change. Returns a function that removes it. */
  readonly subscribe = this.#listeners.subscribe

  /** Why a person may not decide about a draft, in words; undefined if they may. */
  refusalFor(personId: string, { section, release }: DraftRef): string | undefined {
    if (!this.options.isApprover(personId)) return 'Somebody with the role Publisher has to approve this draft.'
    const draft = this.options.draftOf(section, release)?.draft
    const found = this.find(section, release)
    const isAsker = found?.state === 'waiting' && found.record.asked.by === personId
    const isOwn = isAsker || (draft?.authors.includes(personId) ?? false)
    return isOwn
      ? 'You wrote a part of this draft or requested its approval, so somebody else has to approve it.'
      : undefined
  }

  /** True if an approval waits for a decision, and the person has requested it or has written a part of the draft. */
  mayWithdraw(personId: string, { section, release }: DraftRef): boolean {
    const found = this.find(section, release)
    const authors = this.options.draftOf(section, release)?.draft.authors ?? []
    return found?.state === 'waiting' && [found.record.asked.by, ...authors].includes(personId)
  }

  /**
   * Requests the approval of drafts. Rejects if one of them has another revision than the person has seen, conflicts
   * with a later publication, or is already requested or approved: an old page must not end an approval.
   */
  ask(drafts: readonly SeenDraft[], { by, note }: { by: Author; note?: string }): Promise<void> {
    return this.#change(drafts, 'asked', by, (seen) => {
      const effective = this.#requireSeen(seen)
      if (effective.conflicts.length > 0) throw new ApprovalRefused(CONFLICT)
      const found = this.find(seen.section, seen.release)
      const state = found?.state
      if (state === 'waiting')
        throw new ApprovalRefused(
          found?.record.asked.by === by
            ? 'You have already requested the approval of this draft.'
            : 'Someone else has already requested the approval of this draft.',
        )
      if (state === 'approved') throw new ApprovalRefused('This draft is approved already.')
      const { revision } = seen
      return { format: 1, revision, change: changeOf(effective.draft), asked: this.#step(by, note) }
    })
  }

  /** Approves requested drafts. Rejects if one is not exactly what the person has seen, or is the person's own. */
  approve(drafts: readonly SeenDraft[], { by }: { by: Author }): Promise<void> {
    return this.#change(drafts, 'given', by, (seen) => {
      const record = this.#requireDecidable(seen, authorId(by))
      if (this.#requireSeen(seen).conflicts.length > 0) throw new ApprovalRefused(CONFLICT)
      return { ...record, decision: { kind: 'approved', ...this.#step(by) } }
    })
  }

  /** Refuses requested drafts with a note. Rejects as `approve` does, and if the note is empty. */
  sendBack(drafts: readonly SeenDraft[], { by, note }: { by: Author; note: string }): Promise<void> {
    return this.#change(drafts, 'refused', by, (seen) => {
      const record = this.#requireDecidable(seen, authorId(by))
      if (cleanText(note) === '') throw new ApprovalRefused('Enter what has to be changed.', 422)
      return { ...record, decision: { kind: 'sent-back', ...this.#step(by, note) } }
    })
  }

  /** Removes requests: the drafts are ordinary drafts again. Also rejects unless the person `mayWithdraw` each. */
  withdraw(drafts: readonly SeenDraft[], { by }: { by: Author }): Promise<void> {
    return this.#runExclusive(async () => {
      const withdrawn = checkEach(drafts, (seen) => {
        this.#requireSeen(seen)
        if (this.find(seen.section, seen.release)?.state !== 'waiting') throw new ApprovalRefused(DECIDED)
        if (this.mayWithdraw(authorId(by), seen)) return seen
        throw new ApprovalRefused(
          'Only a person who sent the request or wrote a part of the draft can withdraw the request.',
          403,
        )
      })
      await this.#remove(withdrawn)
      for (const { section, release } of withdrawn) {
        this.options.audit.record({
          kind: 'approval.withdrawn',
          about: section.id,
          detail: { release },
          actor: actorOf(by),
        })
      }
    })
  }

  /**
   * For a person who is deactivated, or may not publish any more: their approvals that are not published yet wait for a
   * decision again. Never rejects: while the person may not approve, they do not count anyway.
   */
  async dropOf(personId: string): Promise<void> {
    const drop = async () => {
      const waiting = this.#all().flatMap(({ record: { decision, ...record }, ...ref }) =>
        decision?.kind === 'approved' && decision.by === personId ? { ...ref, record } : [],
      )
      await this.#write(waiting)
    }
    await this.#runExclusive(drop).catch((err: unknown) => {
      this.options.log.warn({ err, person: personId }, 'The approvals of a person could not be removed')
    })
  }

  /**
   * Called by the content store before it publishes a change. Returns the id of the person who has approved it,
   * undefined if the section needs no approval or the public content would not change. Throws ApprovalRequired unless
   * `next` is exactly the approved change on top of what is public now, or if the section changes only by a release and
   * the change is none of a release.
   */
  approverOf({ section, current, next, approval, withoutApproval }: ChangeToApprove): string | undefined {
    if (withoutApproval || !this.isNeeded(section) || isDeepStrictEqual(current?.value, next)) return undefined
    const release = approval === NO_RELEASE ? undefined : approval
    if (section.changes === 'by release' && release === undefined) throw new ApprovalRequired(section)
    const found = approval === undefined ? undefined : this.find(section, release)
    const merged = this.options.draftOf(section, release)
    const { decision } = found?.record ?? {}
    const isExact =
      merged?.conflicts.length === 0 &&
      merged.version === (current?.version ?? merged.draft.base.version) &&
      hashOf(merged.value) === hashOf(next)
    if (found?.state === 'approved' && decision && isExact) return decision.by
    throw new ApprovalRequired(section)
  }

  /** Removes the approvals of drafts that are published or discarded. Never rejects. */
  async followDrafts(sectionId: string): Promise<void> {
    const gone = () =>
      this.#all().filter(({ section, release }) => section.id === sectionId && !this.options.draftOf(section, release))
    if (gone().length === 0) return
    await this.#runExclusive(() => this.#remove(gone())).catch((err: unknown) => {
      this.options.log.warn(
        { err, section: sectionId },
        'The approval of a draft that does not exist any more could not be removed',
      )
    })
  }

  /** Finishes queued changes. */
  async close(): Promise<void> {
    await this.#runExclusive.onIdle()
  }

  #all(): StoredApproval[] {
    return [...this.state.stored.values()]
  }

  #inState(state: Approval['state']): Approval[] {
    return inOrderOf(this.options.sections.all(), this.#all())
      .flatMap(({ section, release }) => this.find(section, release) ?? [])
      .filter((approval) => approval.state === state)
  }

  #stateOf(record: ApprovalRecord, draft: EffectiveDraft): Approval['state'] {
    const { decision } = record
    if (!isAbout(record, draft)) return 'outdated'
    if (decision?.kind !== 'approved') return decision?.kind ?? 'waiting'
    return this.options.isApprover(decision.by) ? 'approved' : 'waiting'
  }

  #requireSeen({ section, release, revision }: SeenDraft): EffectiveDraft {
    if (!this.isNeeded(section)) throw new ApprovalRefused('This section needs no approval any more.')
    const draft = this.options.draftOf(section, release)
    if (!draft) throw new DraftNotFound(section.id)
    if (draft.draft.revision !== revision) throw new ApprovalRefused(CHANGED)
    return draft
  }

  /** The request, without an earlier decision, that the person may decide about. */
  #requireDecidable(seen: SeenDraft, by: string): ApprovalRecord {
    this.#requireSeen(seen)
    const approval = this.find(seen.section, seen.release)
    if (approval?.state === 'outdated') throw new ApprovalRefused(CHANGED)
    if (approval?.state !== 'waiting') throw new ApprovalRefused(DECIDED)
    const why = this.refusalFor(by, seen)
    if (why !== undefined) throw new ApprovalRefused(why, 403)
    const { decision: _earlier, ...record } = approval.record
    return record
  }

  #step(by: Author, text = '') {
    // A browser counts a line break as one character, but sends two.
    const note = cleanText(text)
    if (note.length > MAX_NOTE_LENGTH)
      throw new ApprovalRefused(`The note can have at most ${MAX_NOTE_LENGTH} characters.`, 422)
    return { by: authorId(by), time: new Date(this.#now()).toISOString(), ...(note !== '' && { note }) }
  }

  /** Stores the record that `next` makes for each draft: all of them, or none if `next` throws for one. */
  #change(
    drafts: readonly SeenDraft[],
    what: 'asked' | 'given' | 'refused',
    by: Author,
    next: (seen: SeenDraft) => ApprovalRecord,
  ): Promise<void> {
    return this.#runExclusive(async () => {
      const changed = checkEach(drafts, (seen) => {
        const { section, release } = seen
        return { section, release, record: next(seen) }
      })
      await this.#write(changed)
      for (const { section, release, record } of changed) {
        const { note } = record.decision ?? record.asked
        this.options.audit.record({
          kind: `approval.${what}`,
          about: section.id,
          detail: { release, note },
          actor: actorOf(by),
        })
      }
    })
  }

  async #write(approvals: readonly StoredApproval[]) {
    await writeApprovals(this.options.storage, approvals)
    for (const approval of approvals) this.state.stored.set(keyOf(approval), approval)
    this.#listeners.announce()
  }

  async #remove(gone: readonly DraftRef[]) {
    if (gone.length === 0) return
    await removeApprovals(this.options.storage, gone)
    for (const ref of gone) this.state.stored.delete(keyOf(ref))
    this.#listeners.announce()
  }
}

const CHANGED = 'The draft has changed since you opened it. Check the draft again.'
const CONFLICT = 'Other changes were published in the same fields. Choose first which version to keep.'
const DECIDED = 'The request was withdrawn, or somebody has already decided about it.'

/** The name of an approval, for the option `approval` of a change that is published. */
export function approvalName(release: string | undefined): string {
  return releaseFolder(release)
}

/**
 * The results of `check` for all drafts. Throws what `check` throws for a single draft. For one of several, the refusal
 * names the sections.
 */
function checkEach<Result>(drafts: readonly SeenDraft[], check: (seen: SeenDraft) => Result): Result[] {
  const results: Result[] = []
  const refusals: { label: string; error: ApprovalRefused | DraftNotFound }[] = []
  for (const seen of drafts) {
    try {
      results.push(check(seen))
    } catch (error) {
      if (!(error instanceof ApprovalRefused) && !(error instanceof DraftNotFound)) throw error
      refusals.push({ label: seen.section.label, error })
    }
  }
  const [first] = refusals
  if (!first) return results
  const { message, status } = first.error
  // A fault of the note is one of the whole request.
  if (drafts.length === 1 || status === 422) throw first.error
  const labels = refusals.flatMap(({ label, error }) => (error.message === message ? label : []))
  throw new ApprovalRefused(`${labels.join(', ')}: ${message}`, status === 404 ? 409 : status)
}

function labelsOf(items: readonly { label: string }[]) {
  return items.length === 0 ? undefined : items.map(({ label }) => label).join(', ')
}
