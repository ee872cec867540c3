import { z } from 'zod'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import { jsonText } from '#app/storage/json-text.ts'

/** Letters of a note that goes with a request or a refusal. */
export const MOST_NOTE_LENGTH = 500

const step = z.object({
  /** Id of a person. */
  by: z.string(),
  time: z.iso.datetime(),
  note: z.string().optional(),
})

/** The file of an approval: what exactly is to be approved, who asked, and what was decided. */
export const approvalRecord = jsonText(
  z.object({
    /** Another layout needs another number. */
    format: z.literal(1),
    /** Revision of the draft. */
    revision: z.string(),
    /** Version of what was published below it. */
    version: z.string(),
    /** SHA-256 of what publishing the draft would publish. */
    hash: z.string(),
    asked: step,
    decision: step.extend({ kind: z.enum(['approved', 'sent-back']) }).optional(),
  }),
)

export type ApprovalRecord = Readonly<z.output<typeof approvalRecord>>

/** The file that names the sections that need approval. */
export const approvalSettings = jsonText(z.object({ format: z.literal(1), sections: z.array(z.string()) }))

/** The draft that an approval is about. */
export interface ApprovalPlace {
  section: SectionDefinition
  /** Id of the release that the draft belongs to; undefined: the draft outside any release. */
  release: string | undefined
}

/**
 * The approval of a draft. `outdated`: the draft, or what is published below it, has changed since it was asked for, so that a
 * decision no longer counts.
 */
export interface Approval extends ApprovalPlace {
  state: 'waiting' | 'approved' | 'sent-back' | 'outdated'
  record: ApprovalRecord
}

/** What a person has looked at. */
export interface SeenDraft {
  revision: string
  version: string
}

/** An approval was neither asked for nor given. The message is for staff; the status is that of a response. */
export class ApprovalRefused extends Error {
  override name = 'ApprovalRefused'
  constructor(
    message: string,
    readonly status: 403 | 409 | 422 = 409,
  ) {
    super(message)
  }
}
