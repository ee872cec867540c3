import { adminAddress } from '#app/cms/define/admin-address.ts'
import { data } from '@remix-run/node'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { publishDraft } from '#app/cms/editing/server/draft-actions.server.ts'
import { allChangesAddress, changesAddress, type DraftRef } from '#app/cms/editing/server/draft-ref.server.ts'
import { flashExpectedErrors } from '#app/cms/editing/server/section-history.server.ts'
import { ApprovalRefused, MAX_NOTE_LENGTH, type Approval } from '#app/cms/publishing/approval/approval-format.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { DraftNotFound } from '#app/cms/publishing/drafts/draft.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { formRefusal } from '#app/cms/platform/http/error-responses.server.ts'
import { approvalIntents } from './approval-intents.ts'
import type { ApprovalErrors, ApprovalView } from './approval-panel.tsx'
import type { ApprovalNote, ApprovalState, ShownDecision, ShownStep } from './approval-status.tsx'

type Step = Approval['record']['asked']

/**
 * The approval of a draft as its screen shows it to a person. Undefined if there is no such draft, or its section needs
 * no approval.
 */
export function viewOfApproval(ref: DraftRef, user: User): ApprovalView | undefined {
  const { approvals, auth, drafts } = currentSite()
  const { section, release } = ref
  const effective = drafts.effective(section, release)
  if (!effective || !approvals.isNeeded(section)) return undefined
  const found = approvals.find(section, release)
  const mayApprove = (id: string) => approvals.refusalFor(id, ref) === undefined
  return {
    state: stateOf(found),
    asked: found && shownStep(found.record.asked),
    decision: shownDecision(found),
    whyNot: approvals.refusalFor(user.id, ref),
    hasApprover: auth.people.listPeople().some(({ id }) => mayApprove(id)),
    mayWithdraw: approvals.mayWithdraw(user.id, ref),
    hasConflicts: effective.conflicts.length > 0,
    isInRelease: release !== undefined,
    mayPublish: hasRole(user.role, 'publisher'),
    mayInvite: hasRole(user.role, 'administrator'),
    revision: effective.draft.revision,
    noteLength: MAX_NOTE_LENGTH,
  }
}

/** What the banner of a draft shows about its approval. Undefined if its section needs none, or there is no draft. */
export function noteOfApproval(ref: DraftRef): ApprovalNote | undefined {
  const { approvals, drafts } = currentSite()
  const { section, release } = ref
  if (!approvals.isNeeded(section) || !drafts.find(section, release)) return undefined
  const found = approvals.find(section, release)
  return {
    state: stateOf(found),
    asked: found && shownStep(found.record.asked),
    decision: shownDecision(found),
    isInRelease: release !== undefined,
    href: approvalAddress(ref),
  }
}

/** Requests for approval that wait, for the dashboard: those of several sections of a release are one. */
export function waitingApprovals() {
  const { approvals, releases } = currentSite()
  const groups = new Map<string, Approval[]>()
  for (const approval of approvals.waiting()) {
    const key = approval.release ?? `section ${approval.section.id}`
    groups.set(key, [...(groups.get(key) ?? []), approval])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const row = { ...linkToApproval(first), sections: [first.section.label], ...shownStep(first.record.asked) }
    const release = first.release === undefined ? undefined : releases.find(first.release)
    if (!release || group.length === 1) return row
    const href = `${allChangesAddress(release)}#approval`
    return {
      ...row,
      href,
      label: release.name,
      release: undefined,
      sections: group.map(({ section }) => section.label),
    }
  })
}

/** Drafts that were changed after a person has approved them, with the last change, for the dashboard of that person. */
export function changedSinceApprovedBy(personId: string) {
  return currentSite()
    .approvals.changedSinceApproval()
    .flatMap((approval) => {
      const draft = currentSite().drafts.find(approval.section, approval.release)
      if (approval.record.decision?.by !== personId || !draft) return []
      return { ...linkToApproval(approval), ...shownStep({ by: draft.author, time: draft.time }) }
    })
}

function linkToApproval({ section, release }: DraftRef) {
  return {
    href: approvalAddress({ section, release }),
    label: section.label,
    release: release === undefined ? undefined : currentSite().releases.find(release)?.name,
  }
}

/**
 * Handles the posts of the approval form: `ask`, `withdraw`, `approve` (which also publishes a draft outside a
 * release), `send-back` with a `note`, or `publish` for a draft that is already approved. `revision` identifies what the
 * person has seen. Redirects; a refusal shows the form again with what was typed (403, 409, 422, 503,
 * 507). Resolves with undefined for any other intent.
 */
export async function changeApproval(
  ref: DraftRef,
  { request, fields, user }: { request: Request; fields: Record<string, unknown>; user: User },
) {
  const intent = Object.values(approvalIntents).find((known) => known === fields['intent'])
  if (intent === undefined) return undefined
  const note = textOf(fields['note'])
  const seen = [{ ...ref, revision: textOf(fields['revision']) }]
  const { approvals, auth, flash } = currentSite()
  const page = approvalAddress(ref)
  const tell = (message: string) => {
    auth.recoveredForms.removeForm(request)
    return flash.flashRedirect(page, { kind: 'success', message })
  }
  try {
    if (intent === approvalIntents.ask) {
      await approvals.ask(seen, { by: user, note })
      return tell('You asked for approval')
    }
    if (intent === approvalIntents.withdraw) {
      await approvals.withdraw(seen, { by: user })
      return tell('The request was withdrawn')
    }
    if (intent === approvalIntents.sendBack) {
      await approvals.sendBack(seen, { by: user, note })
      return tell('The draft was sent back')
    }
    if (intent === approvalIntents.approve) await approvals.approve(seen, { by: user })
    else if (ref.release !== undefined) throw new ApprovalRefused('This draft is published with its release.')
    else if (!hasRole(user.role, 'publisher')) {
      throw new ApprovalRefused('Ask a person with the role Publisher or Administrator to publish this draft.', 403)
    }
    if (ref.release !== undefined) return tell('Approved. The draft is published with the release')
  } catch (error) {
    if (error instanceof DraftNotFound) {
      return flash.flashRedirect(adminAddress(ref.section), { kind: 'failure', message: error.message })
    }
    return refuseApproval(error, note)
  }
  const author = { ...user, publishesFor: currentSite().drafts.find(ref.section)?.author }
  return flashExpectedErrors(page, () => publishDraft(ref.section, { page: adminAddress(ref.section), author }))
}

/** The refused form with the note that was typed. Throws an unexpected error. */
export function refuseApproval(error: unknown, note: string) {
  const refusal = formRefusal(error)
  const errors: ApprovalErrors = refusal.errors
  return data({ approval: { note, errors } }, { status: refusal.status })
}

function approvalAddress(ref: DraftRef) {
  return `${changesAddress(ref)}#approval`
}

function stateOf(found: Approval | undefined): ApprovalState {
  return found?.state ?? 'none'
}

/**
 * The last decision. Undefined while a request waits, because the decision then belongs to an earlier request or no
 * longer counts.
 */
function shownDecision(found: Approval | undefined): ShownDecision | undefined {
  const decision = found?.record.decision
  if (!decision || found.state === 'waiting') return undefined
  return { ...shownStep(decision), isSentBack: decision.kind === 'sent-back' }
}

function shownStep({ by, time, note }: Step): ShownStep {
  return { by: currentSite().auth.accounts.nameOf(by), when: formatTimeInSentence(time), note }
}
