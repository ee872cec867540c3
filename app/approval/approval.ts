import { z } from 'zod'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import { jsonText } from '#app/storage/json-text.ts'

/** Maximum length of the note of a request or a refusal, in UTF-16 code units. */
export const MOST_NOTE_LENGTH = 500

const step = z.object({
  /** Id of a person. */
  by: z.string(),
  time: z.iso.datetime(),
  note: z.string().optional(),
})

/** The file of an approval: the exact content to approve, the request, and the decision. */
export const approvalRecord = jsonText(
  z.object({
    /** A change of the layout needs a new number. */
    format: z.literal(1),
    /** Revision of the draft. */
    revision: z.string(),
    /** Version of the content that was published at the time of the request. */
    version: z.string(),
    /** SHA-256 of the content that would be published. */
    hash: z.string(),
    asked: step,
    decision: step.extend({ kind: z.enum(['approved', 'sent-back']) }).optional(),
  }),
)

export type ApprovalRecord = Readonly<z.output<typeof approvalRecord>>

/** The file with the ids of the sections that need approval. */
export const approvalSettings = jsonText(z.object({ format: z.literal(1), sections: z.array(z.string()) }))

/** The draft that an approval is about. */
export interface ApprovalPlace {
  section: SectionDefinition
  /** Id of the release that the draft belongs to; undefined: the draft outside any release. */
  release: string | undefined
}

/**
 * The approval of a draft. `outdated`: the draft, or the published content, has changed since the request, so a
 * decision does not count any more.
 */
export interface Approval extends ApprovalPlace {
  state: 'waiting' | 'approved' | 'sent-back' | 'outdated'
  record: ApprovalRecord
}

/** The draft that a person has seen. */
export interface SeenDraft {
  revision: string
  version: string
}

/** A change of an approval is refused. The message is for staff; the status is that of the response. */
export class ApprovalRefused extends Error {
  override name = 'ApprovalRefused'
  constructor(
    message: string,
    readonly status: 403 | 409 | 422 = 409,
  ) {
    super(message)
  }
}
