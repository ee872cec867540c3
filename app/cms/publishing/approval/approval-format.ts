import { z } from 'zod'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'

/** Maximum length of the note of a request or a refusal, in UTF-16 code units. */
export const MAX_NOTE_LENGTH = 500

const step = z.object({
  /** Id of a person. */
  by: z.string(),
  time: z.iso.datetime(),
  note: z.string().optional(),
})

/** The file of an approval: the exact change to approve, the request, and the decision. */
export const approvalRecord = jsonText(
  z.object({
    /** A change of the layout needs a new number. */
    format: z.literal(1),
    revision: z.string(),
    asked: step,
    decision: step.extend({ kind: z.enum(['approved', 'sent-back']) }).optional(),
    /** SHA-256 of the change: of the content that the draft was made from, together with the content of the draft. */
    change: z.string(),
  }),
)

export type ApprovalRecord = Readonly<z.output<typeof approvalRecord>>

/** The file with the ids of the sections and collections that need approval. */
export const approvalSettings = jsonText(z.object({ format: z.literal(1), sections: z.array(z.string()) }))

/**
 * The id under which staff set whether a section needs approval: for an entry, and for the order of the entries, that of
 * the collection.
 */
export function itemIdOf({ id, entry, orderOf }: Pick<SectionDefinition, 'id' | 'entry' | 'orderOf'>): string {
  return entry?.collection ?? orderOf ?? id
}

/** The draft that an approval is about. */
export interface DraftRef {
  section: SectionDefinition
  /** Id of the release that the draft belongs to; undefined: the draft outside any release. */
  release: string | undefined
}

/** A draft as a person has seen it. */
export interface SeenDraft extends DraftRef {
  revision: string
}

/**
 * The approval of a draft. `outdated`: the draft was changed after the request, so neither the request nor a decision
 * counts any more.
 */
export interface Approval extends DraftRef {
  state: 'waiting' | 'approved' | 'sent-back' | 'outdated'
  record: ApprovalRecord
}

/** A draft that cannot be published, because its approval is missing, and how far the approval is. */
export interface MissingApproval extends DraftRef {
  state: 'not-asked' | Exclude<Approval['state'], 'approved'>
}

/** What a person is about to do with approvals, as if it were done. */
export interface AssumedApprovals {
  /** Id of a person who may not approve any more. */
  withoutApprover?: string
  /** Ids of sections and collections that also need approval. */
  needsApproval?: ReadonlySet<string>
}

/** A change of approvals is refused. The message is for staff; the status is that of the response. */
export class ApprovalRefused extends ExpectedError {
  override name = 'ApprovalRefused'
  /** 422: the note is not valid. */
  constructor(message: string, status = 409) {
    super(status, message, { ...(status === 422 && { field: 'note' }) })
  }
}
