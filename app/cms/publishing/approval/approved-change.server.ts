import { createHash } from 'node:crypto'
import { resultOf, type Draft, type EffectiveDraft } from '#app/cms/publishing/drafts/draft.ts'
import type { ApprovalRecord } from './approval-format.ts'

/** True if a record is about the change that a draft makes now. */
export function isAbout({ revision, change }: ApprovalRecord, { draft }: Pick<EffectiveDraft, 'draft'>): boolean {
  return draft.revision === revision && change === changeOf(draft)
}

const changes = new WeakMap<Draft, string>()

/** SHA-256 of what a draft changes: of the content that it was made from, together with its own content. */
export function changeOf(draft: Draft): string {
  const known = changes.get(draft)
  if (known !== undefined) return known
  const change = hashOf({ from: draft.base.content, to: resultOf(draft) })
  changes.set(draft, change)
  return change
}

/** SHA-256 of a content, independent of the order of its fields. Undefined is the content of no entry. */
export function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(jsonOf(value) ?? '')
    .digest('hex')
}

/** Undefined for undefined, unlike the type of `stringify` says. */
function jsonOf(value: unknown) {
  return JSON.stringify(value, (_key, part: unknown) => (isFields(part) ? inOrder(part) : part)) as string | undefined
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function inOrder(fields: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)))
}
