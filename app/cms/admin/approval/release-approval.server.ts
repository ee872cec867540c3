import { allChangesAddress, type DraftRef } from '#app/cms/editing/server/draft-ref.server.ts'
import {
  ApprovalRefused,
  MAX_NOTE_LENGTH,
  type MissingApproval,
  type SeenDraft,
} from '#app/cms/publishing/approval/approval-format.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import type { Release } from '#app/cms/publishing/releases/release-format.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { changeSeveral } from '#app/cms/storage/change-several.ts'
import { approvalIntents } from './approval-intents.ts'
import { noteOfApproval, refuseApproval } from './approval.server.ts'
import type { ReleaseApprovalView } from './release-approval.tsx'

/** The approval of a release as a person sees it. Undefined if no section of the release needs approval. */
export function viewOfReleaseApproval(release: Release, user: User): ReleaseApprovalView | undefined {
  const { approvals, auth, drafts } = currentSite()
  const own = draftsOf(release)
  const sections = own.flatMap((draft) => {
    const note = noteOfApproval(draft)
    return note ? { id: draft.section.id, label: draft.section.label, ...note } : []
  })
  if (sections.length === 0) return undefined
  const missing = approvals.missing(own)
  const waiting = missing.filter(({ state }) => state === 'waiting')
  const hasConflicts = ({ section }: DraftRef) => (drafts.effective(section, release.id)?.conflicts.length ?? 0) > 0
  const mayDecide = waiting.filter(
    (missingApproval) => !hasConflicts(missingApproval) && approvals.refusalFor(user.id, missingApproval) === undefined,
  )
  const mayApprove = (id: string) =>
    missing.every((missingApproval) => approvals.refusalFor(id, missingApproval) === undefined)
  return {
    href: allChangesAddress(release),
    sections,
    drafts: own.map((draft) => shownDraft(draft)),
    toAsk: idsOf(missing.filter(({ state }) => state !== 'waiting')),
    toDecide: idsOf(mayDecide),
    isWhole: mayDecide.length === missing.length,
    whyNot: reasonsOf(waiting, (missingApproval) => approvals.refusalFor(user.id, missingApproval)),
    conflicts: enumerate(missing.filter(hasConflicts).map(({ section }) => section.label)),
    mayWithdraw: waiting.some((missingApproval) => approvals.mayWithdraw(user.id, missingApproval)),
    hasApprover: auth.people.listPeople().some(({ id }) => mayApprove(id)),
    mayInvite: hasRole(user.role, 'administrator'),
    noteLength: MAX_NOTE_LENGTH,
  }
}

/**
 * Handles the posts of the approval form of a release. Each `draft` is a section and the revision of its draft that the
 * person has seen, for every draft of the release; each `section` is one that the intent is about: `ask`, `approve`, or
 * `send-back` with a `note`. `withdraw` is about all requests that the person may withdraw. Redirects to the release. A
 * refusal shows the form again with what was typed (403, 409, 422, 503, 507), and then nothing was changed. Resolves
 * with undefined for any other intent.
 */
export async function changeReleaseApproval(
  release: Release,
  { request, form, user }: { request: Request; form: FormData; user: User },
) {
  const intent = Object.values(approvalIntents).find((known) => known === form.get('intent'))
  // A release is published on its own page.
  if (intent === undefined || intent === approvalIntents.publish) return undefined
  const { approvals, auth, flash } = currentSite()
  const textsOf = (name: string) => form.getAll(name).filter((value) => typeof value === 'string')
  const [note = ''] = textsOf('note')
  try {
    const seen = requireShown(release, textsOf('draft'))
    const ids = new Set(textsOf('section'))
    const chosen = seen.filter(({ section }) =>
      intent === approvalIntents.withdraw
        ? approvals.mayWithdraw(user.id, { section, release: release.id })
        : ids.has(section.id),
    )
    if (chosen.length === 0) throw new ApprovalRefused('This has already been done. Nothing was changed.')
    const by = { by: user, note }
    await changeSeveral({ count: chosen.length, noun: 'section' }, () => {
      if (intent === approvalIntents.ask) return approvals.ask(chosen, by)
      if (intent === approvalIntents.approve) return approvals.approve(chosen, by)
      if (intent === approvalIntents.sendBack) return approvals.sendBack(chosen, by)
      return approvals.withdraw(chosen, by)
    })
  } catch (error) {
    return refuseApproval(error, note)
  }
  const message = {
    ask: 'You asked for approval',
    withdraw: 'The request was withdrawn',
    approve: approvals.missing(draftsOf(release)).length === 0 ? 'The release is approved' : 'Approved',
    'send-back': 'The release was sent back',
  }[intent]
  auth.recoveredForms.removeForm(request)
  return flash.flashRedirect(`/admin/releases/${release.id}`, { kind: 'success', message })
}

/** Each reason once, with the sections that it concerns. */
function reasonsOf(
  missingApprovals: readonly MissingApproval[],
  whyNot: (missingApproval: MissingApproval) => string | undefined,
) {
  const labelsOf = new Map<string, string[]>()
  for (const missingApproval of missingApprovals) {
    const why = whyNot(missingApproval)
    if (why !== undefined) labelsOf.set(why, [...(labelsOf.get(why) ?? []), missingApproval.section.label])
  }
  return Array.from(labelsOf, ([why, labels]) => ({ label: enumerate(labels), why }))
}

/** The drafts of a release as the page of the form has shown them. Throws ApprovalRefused if one is another now. */
function requireShown(release: Release, drafts: readonly string[]): SeenDraft[] {
  const shown = new Map(drafts.map(splitDraft))
  const now = draftsOf(release)
  const changed = now.filter(({ section, revision }) => shown.get(section.id) !== revision)
  const gone = [...shown.keys()].filter((id) => !now.some(({ section }) => section.id === id))
  const labels = [
    ...changed.map(({ section }) => section.label),
    ...gone.map((id) => currentSite().sections.resolve(id)?.label ?? id),
  ]
  if (labels.length > 0) {
    throw new ApprovalRefused(
      `${enumerate(labels)} ${labels.length === 1 ? 'has' : 'have'} changed since you opened the page. Check the release again.`,
    )
  }
  return now.map(({ section, revision }) => ({ section, release: release.id, revision }))
}

function draftsOf({ id }: Release) {
  return currentSite()
    .drafts.list()
    .filter(({ release }) => release === id)
}

/** A draft in the form: its section and its revision. */
function shownDraft({ section, revision }: Omit<SeenDraft, 'release'>) {
  return `${section.id} ${revision}`
}

function splitDraft(text: string): [section: string, revision: string] {
  const [section = '', revision = ''] = text.split(' ', 2)
  return [section, revision]
}

function idsOf(missingApprovals: readonly MissingApproval[]) {
  return missingApprovals.map(({ section }) => section.id)
}
