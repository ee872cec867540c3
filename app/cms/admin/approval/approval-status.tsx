import { Link } from '@remix-run/react'

/** The state of the approval of a draft; `none` if it was not requested yet. */
export type ApprovalState = 'none' | 'waiting' | 'approved' | 'sent-back' | 'outdated'

/** A request or a decision. */
export interface ShownStep {
  by: string
  /** The time as staff read it. */
  when: string
  note: string | undefined
}

export interface ShownDecision extends ShownStep {
  /** True if the draft was sent back, false if it was approved. */
  isSentBack: boolean
}

/** What the banner of a draft shows about its approval. */
export interface ApprovalNote {
  state: ApprovalState
  asked: ShownStep | undefined
  decision: ShownDecision | undefined
  isInRelease: boolean
  /** Address of the approval form. */
  href: string
}

const STATES: Record<ApprovalState, string> = {
  none: 'Not requested',
  waiting: 'Waiting',
  approved: 'Approved',
  'sent-back': 'Sent back',
  outdated: 'Changed since request',
}

export function stateText(state: ApprovalState, decision: ShownDecision | undefined) {
  return isEndedApproval(state, decision) ? 'Changed since it was approved' : STATES[state]
}

/** True if the draft was approved, and was changed after that. */
export function isEndedApproval(state: ApprovalState, decision: ShownDecision | undefined): decision is ShownDecision {
  return state === 'outdated' && decision?.isSentBack === false
}

const NEXT_STEP: Record<ApprovalState, string> = {
  none: 'Ask for approval',
  waiting: 'Open the request',
  approved: 'Open the approval',
  'sent-back': 'Open the request',
  outdated: 'Ask for approval',
}

/** The state of the approval, in the banner of a draft. */
export function ApprovalStatus({ state, asked, decision, isInRelease }: ApprovalNote) {
  return (
    <>
      {state === 'none' && <p>A second person has to approve the draft before it is published.</p>}
      {state === 'waiting' && <p>{asked?.by} asked for approval. If the draft changes, the request ends.</p>}
      {state === 'approved' && (
        <p>
          Approved by {decision?.by}.
          {isInRelease ? ' The draft is published with the release.' : ' The draft can be published now.'} If the draft
          changes, the approval ends.
        </p>
      )}
      {decision?.isSentBack === true && (
        <p>
          Sent back by {decision.by}
          {decision.note === undefined ? '.' : `: ${decision.note}`}
        </p>
      )}
      {state === 'outdated' && (
        <p>
          {isEndedApproval(state, decision)
            ? `The draft was changed after ${decision.by} approved it. Ask for approval again.`
            : 'The draft was changed after approval was requested. Ask for approval again.'}
        </p>
      )}
    </>
  )
}

export function ApprovalLink({ state, href }: ApprovalNote) {
  return (
    <Link className="btn" to={href}>
      {NEXT_STEP[state]}
    </Link>
  )
}
