import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AuditEvent } from '#app/audit/audit-event.ts'
import { ApprovalRequired } from '#app/content/store/errors.ts'
import type { ChangeToApprove } from '#app/content/store/store.types.ts'
import {
  isRelease,
  NO_RELEASE,
  releaseFolder,
  DraftNotFound,
  type Draft,
  type EffectiveDraft,
} from '#app/drafts/draft.ts'
import type { HealthReports } from '#app/platform/health.server.ts'
import type { Logger } from '#app/platform/log.server.ts'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import { limitConcurrency } from '#app/storage/limit-concurrency.ts'
import type { Storage } from '#app/storage/storage.ts'
import {
  ApprovalRefused,
  approvalRecord,
  approvalSettings,
  MOST_NOTE_LENGTH,
  type Approval,
  type ApprovalPlace,
  type ApprovalRecord,
  type SeenDraft,
} from './approval.ts'

const FOLDER = 'data/approvals'
const SETTINGS = `${FOLDER}/settings.json`
const MAX_FILE_BYTES = 64_000

const UNREADABLE = 'approvals-unreadable'

export interface ApprovalsOptions {
  storage: Storage
  sections: readonly SectionDefinition[]
  /** The draft of a section merged with what is published now. Not called while approvals are opened. */
  draftOf: (section: SectionDefinition, release: string | undefined) => EffectiveDraft | undefined
  /** True for the id of a person who is active and may publish. Not called while approvals are opened. */
  isApprover: (personId: string) => boolean
  audit: { record: (event: AuditEvent) => void }
  log: Logger
  health: HealthReports
  now?: () => number
}

/** Opens the approvals of a site. Never rejects: while the setting cannot be read, every section needs approval. */
export async function openApprovals(options: ApprovalsOptions): Promise<Approvals> {
  return new Approvals(options, ...(await readApprovals(options)))
}

interface StoredApproval extends ApprovalPlace {
  record: ApprovalRecord
}

/**
 * The sections that need the approval of a second person, and the decisions of these people. Changes run one after the
 * other. A change rejects with ApprovalRefused, DraftNotFound or StorageError, and then nothing has changed.
 */
export class Approvals {
  readonly #runExclusive = limitConcurrency({ running: 1, waiting: 1000 })
  readonly #now: () => number

  constructor(
    private readonly options: ApprovalsOptions,
    /** Ids of the sections; undefined if they could not be read. */
    private settings: ReadonlySet<string> | undefined,
    private readonly stored: Map<string, StoredApproval>,
  ) {
    this.#now = options.now ?? Date.now
  }

  /** True if a second person has to approve what is published of a section. */
  isNeeded({ id }: SectionDefinition): boolean {
    return this.settings?.has(id) ?? true
  }

  /** Sets the sections that need approval. Requests for others are removed: their drafts are ordinary drafts again. */
  setSections(ids: ReadonlySet<string>): Promise<void> {
    return this.#runExclusive(async () => {
      const { storage, sections, audit, health } = this.options
      const known = new Set(sections.map(({ id }) => id))
      const before = this.settings ?? known
      // A section that this release does not have may exist again in the next one.
      const next = new Set([...[...before].filter((id) => !known.has(id)), ...[...ids].filter((id) => known.has(id))])
      await storage.commit([{ name: SETTINGS, bytes: JSON.stringify({ format: 1, sections: [...next] }) }])
      this.settings = next
      health.clear(UNREADABLE)
      const added = sections.filter(({ id }) => next.has(id) && !before.has(id))
      const removed = sections.filter(({ id }) => !next.has(id) && before.has(id))
      if (added.length + removed.length > 0) {
        const detail = { on: labelsOf(added), off: labelsOf(removed) }
        audit.record({ kind: 'setting.changed', about: 'approval', detail })
      }
      await this.#remove([...this.stored.values()].filter(({ section }) => !this.isNeeded(section)))
    })
  }

  /** Reads what other nodes have changed, by the names of the files. Never rejects. */
  async takeOver(names: readonly string[]): Promise<void> {
    if (!names.some((name) => name === SETTINGS || name.startsWith(`${FOLDER}/`))) return
    await this.#runExclusive(async () => {
      const [settings, stored] = await readApprovals(this.options)
      this.settings = settings
      this.stored.clear()
      for (const [key, approval] of stored) this.stored.set(key, approval)
    })
  }

  /** The approval of a draft; undefined if the section needs none, or there is no draft or no request. From memory. */
  find(section: SectionDefinition, release?: string): Approval | undefined {
    const stored = this.stored.get(keyOf({ section, release }))
    const draft = this.options.draftOf(section, release)
    if (!stored || !draft || !this.isNeeded(section)) return undefined
    return { section, release, record: stored.record, state: this.#stateOf(stored.record, draft) }
  }

  /** All approvals that wait for a decision, in the order of the sections. From memory. */
  waiting(): Approval[] {
    return this.options.sections.flatMap((section) =>
      [...this.stored.values()]
        .filter((stored) => stored.section.id === section.id)
        .flatMap(({ release }) => this.find(section, release) ?? [])
        .filter(({ state }) => state === 'waiting'),
    )
  }

  /** The drafts, among the given ones, that need approval and do not have it. */
  missing(drafts: readonly Pick<Draft, 'section' | 'release'>[]): ApprovalPlace[] {
    return drafts
      .filter(({ section }) => this.isNeeded(section))
      .filter(({ section, release }) => this.find(section, release)?.state !== 'approved')
      .map(({ section, release }) => ({ section, release }))
  }

  /** Why a person may not decide about a draft, in words; undefined if they may. */
  whyNotBy(personId: string, { section, release }: ApprovalPlace): string | undefined {
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
  mayWithdraw(personId: string, { section, release }: ApprovalPlace): boolean {
    const found = this.find(section, release)
    const authors = this.options.draftOf(section, release)?.draft.authors ?? []
    return found?.state === 'waiting' && [found.record.asked.by, ...authors].includes(personId)
  }

  /**
   * Requests the approval of a draft as it is now. Also rejects if the draft is not the revision that the person has
   * seen, or if it is already requested or approved: an old page must not end an approval.
   */
  ask(
    place: ApprovalPlace,
    { by, note, revision }: { by: string; note?: string; revision: string },
  ): Promise<Approval> {
    return this.#runExclusive(async () => {
      const draft = this.#requireDraft(place)
      if (draft.draft.revision !== revision) throw new ApprovalRefused(CHANGED)
      if (draft.conflicts.length > 0) {
        throw new ApprovalRefused(
          'Another publication has changed the same places. Choose first which version to keep.',
        )
      }
      const state = this.find(place.section, place.release)?.state
      if (state === 'waiting')
        throw new ApprovalRefused('Someone else has already requested the approval of this draft.')
      if (state === 'approved') throw new ApprovalRefused('This draft is approved already.')
      const { version, value } = draft
      const record: ApprovalRecord = { format: 1, revision, version, hash: hashOf(value), asked: this.#step(by, note) }
      return this.#store(place, record, 'asked')
    })
  }

  /** Removes a request: the draft is an ordinary draft again. Also rejects unless the person `mayWithdraw`. */
  withdraw(place: ApprovalPlace, { by, revision }: { by: string; revision: string }): Promise<void> {
    return this.#runExclusive(async () => {
      this.#requireDraft(place)
      const approval = this.find(place.section, place.release)
      if (approval?.state !== 'waiting') throw new ApprovalRefused(DECIDED)
      if (approval.record.revision !== revision) throw new ApprovalRefused(CHANGED)
      if (!this.mayWithdraw(by, place)) {
        throw new ApprovalRefused(
          'Only a person who sent the request or wrote a part of the draft can withdraw the request.',
          403,
        )
      }
      await this.#remove([approval])
      const { section, release } = place
      this.options.audit.record({ kind: 'approval.withdrawn', about: section.id, detail: { release } })
    })
  }

  /** Approves a requested draft. Also rejects if it is not exactly what the person has seen, or is the person's own. */
  approve(place: ApprovalPlace, { by, seen }: { by: string; seen: SeenDraft }): Promise<Approval> {
    return this.#decide(place, seen, { kind: 'approved', by })
  }

  /** Refuses a requested draft with a note. Rejects as `approve` does, and if the note is empty. */
  sendBack(place: ApprovalPlace, { by, seen, note }: { by: string; seen: SeenDraft; note: string }): Promise<Approval> {
    return this.#decide(place, seen, { kind: 'sent-back', by, note })
  }

  /**
   * For a person who is deactivated, or may not publish any more: their approvals that are not published yet wait for a
   * decision again. Never rejects: while the person may not approve, they do not count anyway.
   */
  async dropOf(personId: string): Promise<void> {
    const drop = async () => {
      for (const stored of [...this.stored.values()]) {
        const { decision, ...waiting } = stored.record
        if (decision?.kind === 'approved' && decision.by === personId) await this.#write(stored, waiting)
      }
    }
    await this.#runExclusive(drop).catch((err: unknown) => {
      this.options.log.warn({ err, person: personId }, 'The approvals of a person could not be removed')
    })
  }

  /**
   * Called by the content store before it publishes a change. Returns the id of the person who has approved it,
   * undefined if the section needs no approval or the public content would not change. Throws ApprovalRequired.
   */
  approverOf({ section, current, next, approval }: ChangeToApprove): string | undefined {
    if (!this.isNeeded(section) || (current && isDeepStrictEqual(current.value, next))) return undefined
    const release = approval === NO_RELEASE ? undefined : approval
    const found = approval === undefined ? undefined : this.find(section, release)
    const { decision, hash, version } = found?.record ?? {}
    const isExact = hash === hashOf(next) && (current === undefined || current.version === version)
    if (found?.state === 'approved' && decision && isExact) return decision.by
    throw new ApprovalRequired(section)
  }

  /** Removes the approvals of drafts that are published or discarded. Never rejects. */
  async followDrafts(sectionId: string): Promise<void> {
    const isGone = ({ section, release }: StoredApproval) =>
      section.id === sectionId && !this.options.draftOf(section, release)
    if (![...this.stored.values()].some(isGone)) return
    await this.#runExclusive(() => this.#remove([...this.stored.values()].filter(isGone))).catch((err: unknown) => {
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

  #stateOf({ revision, version, decision }: ApprovalRecord, draft: EffectiveDraft): Approval['state'] {
    if (draft.draft.revision !== revision || draft.version !== version) return 'outdated'
    if (decision?.kind !== 'approved') return decision?.kind ?? 'waiting'
    return this.options.isApprover(decision.by) ? 'approved' : 'waiting'
  }

  #decide(
    place: ApprovalPlace,
    seen: SeenDraft,
    { kind, by, note }: { kind: 'approved' | 'sent-back'; by: string; note?: string },
  ): Promise<Approval> {
    return this.#runExclusive(async () => {
      this.#requireDraft(place)
      const approval = this.find(place.section, place.release)
      const { revision, version } = approval?.record ?? {}
      if (approval?.state === 'outdated' || seen.revision !== revision || seen.version !== version) {
        throw new ApprovalRefused(CHANGED)
      }
      if (approval?.state !== 'waiting') throw new ApprovalRefused(DECIDED)
      const why = this.whyNotBy(by, place)
      if (why !== undefined) throw new ApprovalRefused(why, 403)
      if (kind === 'sent-back' && !note?.trim()) throw new ApprovalRefused('Enter what has to be changed.', 422)
      const { decision: _earlier, ...record } = approval.record
      const decision = { kind, ...this.#step(by, note) }
      return this.#store(place, { ...record, decision }, kind === 'approved' ? 'given' : 'refused')
    })
  }

  #requireDraft({ section, release }: ApprovalPlace): EffectiveDraft {
    if (!this.isNeeded(section)) throw new ApprovalRefused('This section needs no approval any more.')
    const draft = this.options.draftOf(section, release)
    if (!draft) throw new DraftNotFound(section.id)
    return draft
  }

  #step(by: string, text = '') {
    // A browser counts a line break as one character, but sends two.
    const note = text.replaceAll('\r\n', '\n').trim()
    if (note.length > MOST_NOTE_LENGTH)
      throw new ApprovalRefused(`The note can have at most ${MOST_NOTE_LENGTH} characters.`, 422)
    return { by, time: new Date(this.#now()).toISOString(), ...(note !== '' && { note }) }
  }

  async #store(place: ApprovalPlace, record: ApprovalRecord, what: 'asked' | 'given' | 'refused'): Promise<Approval> {
    await this.#write(place, record)
    const { section, release } = place
    const { note } = record.decision ?? record.asked
    this.options.audit.record({ kind: `approval.${what}`, about: section.id, detail: { release, note } })
    const approval = this.find(section, release)
    if (!approval) throw new DraftNotFound(section.id)
    return approval
  }

  async #write({ section, release }: ApprovalPlace, record: ApprovalRecord) {
    const key = keyOf({ section, release })
    await this.options.storage.commit([{ name: fileOf(key), bytes: JSON.stringify(record) }])
    this.stored.set(key, { section, release, record })
  }

  async #remove(gone: readonly ApprovalPlace[]) {
    if (gone.length === 0) return
    const keys = gone.map(keyOf)
    await this.options.storage.remove(keys.map(fileOf))
    for (const key of keys) this.stored.delete(key)
  }
}

const CHANGED = 'The draft or the published content has changed since you opened it. Check the draft again.'
const DECIDED = 'The request was withdrawn, or somebody has already decided about it.'

/** The name of an approval, for the option `approval` of a change that is published. */
export function approvalName(release: string | undefined): string {
  return releaseFolder(release)
}

type Read = [settings: ReadonlySet<string> | undefined, stored: Map<string, StoredApproval>]

async function readApprovals({ storage, sections, health, log }: ApprovalsOptions): Promise<Read> {
  const stored = new Map<string, StoredApproval>()
  try {
    const file = await storage.read(SETTINGS, { maxBytes: MAX_FILE_BYTES })
    const settings = new Set(file ? approvalSettings.parse(file.bytes.toString()).sections : [])
    for (const section of sections) await readApprovalsOf(section, { storage, log, stored })
    return [settings, stored]
  } catch (error) {
    const message =
      'The list of sections that need approval cannot be read, so every section needs approval. An administrator can choose the sections again on the page People.'
    health.report({ id: UNREADABLE, message }, error)
    return [undefined, stored]
  }
}

/** Reads the approvals of a section. An unreadable one is ignored: it has to be requested again. */
async function readApprovalsOf(
  section: SectionDefinition,
  { storage, log, stored }: Pick<ApprovalsOptions, 'storage' | 'log'> & { stored: Map<string, StoredApproval> },
) {
  for (const { name } of await storage.list(`${FOLDER}/${section.id}`)) {
    const place = name.replace(/\.json$/, '')
    if (place === name || !isRelease(place)) continue
    const release = place === NO_RELEASE ? undefined : place
    const key = keyOf({ section, release })
    try {
      const file = await storage.read(fileOf(key), { maxBytes: MAX_FILE_BYTES })
      if (file) stored.set(key, { section, release, record: approvalRecord.parse(file.bytes.toString()) })
    } catch (err) {
      log.error({ err, file: fileOf(key) }, 'An approval cannot be read. It has to be requested again')
    }
  }
}

function keyOf({ section, release }: ApprovalPlace) {
  return `${section.id}/${releaseFolder(release)}`
}

function fileOf(key: string) {
  return `${FOLDER}/${key}.json`
}

function labelsOf(sections: readonly SectionDefinition[]) {
  return sections.length === 0 ? undefined : sections.map(({ label }) => label).join(', ')
}

/** SHA-256 of a content, independent of the order of its fields. */
function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value, (_key, part: unknown) => (isFields(part) ? inOrder(part) : part)))
    .digest('hex')
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function inOrder(fields: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)))
}
