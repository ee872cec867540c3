import { Form, Link, useNavigation } from '@remix-run/react'
import { FormRefusal, PlainField } from '#app/editing/fields/plain-form.tsx'
import { RecoveredTextsNotice, useRecoveredTexts } from '#app/editing/form/notices.tsx'
import { approvalIntents, notedIntents } from './approval-intents.ts'

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

/** The approval of a draft as its screen shows it to a person. */
export interface ApprovalView {
  state: ApprovalState
  asked: ShownStep | undefined
  decision: ShownDecision | undefined
  /** Why this person may not decide; undefined if they may. */
  whyNot: string | undefined
  /** True if at least one person may decide. */
  hasApprover: boolean
  mayWithdraw: boolean
  hasConflicts: boolean
  isInRelease: boolean
  mayPublish: boolean
  mayInvite: boolean
  /** The revision of the draft that the person sees. */
  revision: string
  /** Most characters of a note. */
  noteLength: number
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

/** Error messages by field; those of `form` concern the whole form. */
export interface ApprovalErrors {
  note?: string[] | undefined
  form?: string[] | undefined
}

const STATES: Record<ApprovalState, string> = {
  none: 'Not requested',
  waiting: 'Waiting',
  approved: 'Approved',
  'sent-back': 'Sent back',
  outdated: 'Changed since request',
}

/** The state of an approval in a few words. */
export function stateInWords(state: ApprovalState, decision: ShownDecision | undefined) {
  return isEndedApproval(state, decision) ? 'Changed since it was approved' : STATES[state]
}

/** True if the draft was approved, and was changed after that. */
function isEndedApproval(state: ApprovalState, decision: ShownDecision | undefined): decision is ShownDecision {
  return state === 'outdated' && decision?.isSentBack === false
}

interface ApprovalPanelProps {
  approval: ApprovalView
  /** What was typed into a refused form, and why it was refused. */
  reply: { note: string; errors: ApprovalErrors } | undefined
}

/**
 * Shown below the changes of a draft: who has to approve it, who has asked and decided, and the form for the next step.
 */
export function ApprovalPanel({ approval, reply }: ApprovalPanelProps) {
  const { state, revision, decision, whyNot, noteLength } = approval
  const isSending = useNavigation().formData?.has('revision') === true
  const isDecision = state === 'waiting' && whyNot === undefined
  const recovered = useRecoveredTexts(notedIntents)
  const asks = state !== 'waiting' && state !== 'approved'
  return (
    <section className="panel" id="approval" aria-labelledby="approval-heading">
      <header className="panel__head">
        <h2 id="approval-heading">Approval</h2>
        <span className="chip">{stateInWords(state, decision)}</span>
      </header>
      {/* The key resets the form when the state changes. */}
      <Form
        key={`${state} ${revision}`}
        className="account-form"
        method="post"
        onSubmit={(event) => {
          if (isSending) event.preventDefault()
        }}
      >
        <RecoveredTextsNotice intents={notedIntents} />
        <FormRefusal title="Nothing was changed." errors={reply?.errors ?? {}} />
        <input type="hidden" name="revision" value={revision} />
        <ApprovalText {...approval} asks={asks} />
        {(asks || isDecision) && (
          <PlainField
            id="approval-note"
            label={isDecision ? 'What has to be changed' : 'Note'}
            help={
              isDecision ? 'Only needed if you send the draft back' : 'Optional. For the person who approves the draft'
            }
            errors={reply?.errors.note}
          >
            {(described) => (
              <textarea
                id="approval-note"
                name="note"
                rows={3}
                maxLength={noteLength}
                defaultValue={reply?.note ?? recovered?.['note']}
                {...described}
              />
            )}
          </PlainField>
        )}
        <ApprovalButtons {...approval} asks={asks} isDecision={isDecision} isSending={isSending} />
      </Form>
    </section>
  )
}

/** What has happened so far, and what comes next. */
function ApprovalText(props: ApprovalView & { asks: boolean }) {
  const { state, asked, decision, isInRelease, whyNot, hasApprover, mayInvite, asks } = props
  const isSentBack = decision?.isSentBack === true
  return (
    <>
      {state === 'none' && <p>This section is published only after a second person has approved the draft.</p>}
      {isEndedApproval(state, decision) && (
        <p>
          {decision.by} approved the draft, {decision.when}. The draft was changed after that. Ask for approval again.
        </p>
      )}
      {state === 'outdated' && !isEndedApproval(state, decision) && (
        <p>
          {asked?.by} asked for approval, {asked?.when}. The draft was changed after that. Ask for approval again.
        </p>
      )}
      {state === 'approved' && (
        <p>
          Approved by {decision?.by}, {decision?.when}.{isInRelease && ' The draft is published with the release.'} If
          the draft changes, the approval ends.
        </p>
      )}
      {isSentBack && (
        <p>
          Sent back by {decision.by}, {decision.when}.
        </p>
      )}
      {isSentBack && decision.note !== undefined && <Note text={decision.note} />}
      {state === 'waiting' && (
        <p>
          {asked?.by} asked for approval, {asked?.when}. If the draft changes, the request ends.
        </p>
      )}
      {state === 'waiting' && asked?.note !== undefined && <Note text={asked.note} />}
      {state === 'waiting' && whyNot !== undefined && <p>{whyNot}</p>}
      {asks && whyNot === undefined && (
        <p>
          You can approve the draft after its author has asked for approval. If you ask, somebody else has to approve
          it.
        </p>
      )}
      {state !== 'approved' && !hasApprover && (
        <p>
          <b>No other person can approve the draft yet.</b> A second person with the role Publisher or Administrator is
          needed
          {mayInvite ? (
            <>
              : <Link to="/admin/people">invite somebody</Link>.
            </>
          ) : (
            '. An administrator can invite somebody.'
          )}
        </p>
      )}
    </>
  )
}

function Note({ text }: { text: string }) {
  return <blockquote className="approval__note">{text}</blockquote>
}

interface ApprovalButtonsProps extends ApprovalView {
  asks: boolean
  isDecision: boolean
  isSending: boolean
}

function ApprovalButtons(props: ApprovalButtonsProps) {
  const { state, asks, isDecision, isSending, hasConflicts, isInRelease, mayPublish, mayWithdraw } = props
  const asksNow = asks && !hasConflicts
  const publishes = state === 'approved' && !isInRelease && mayPublish && !hasConflicts
  const buttons = (
    <div className="release-buttons">
      {asksNow && (
        <button className="btn btn--primary" name="intent" value={approvalIntents.ask} aria-disabled={isSending}>
          Ask for approval
        </button>
      )}
      {isDecision && !hasConflicts && (
        <button className="btn btn--primary" name="intent" value={approvalIntents.approve} aria-disabled={isSending}>
          {isInRelease ? 'Approve' : 'Approve and publish'}
        </button>
      )}
      {isDecision && (
        <button className="btn" name="intent" value={approvalIntents.sendBack} aria-disabled={isSending}>
          Send back
        </button>
      )}
      {mayWithdraw && (
        <button className="btn" name="intent" value={approvalIntents.withdraw} aria-disabled={isSending}>
          Withdraw the request
        </button>
      )}
      {publishes && (
        <button className="btn btn--primary" name="intent" value={approvalIntents.publish} aria-disabled={isSending}>
          Publish
        </button>
      )}
    </div>
  )
  return (
    <>
      {hasConflicts && (
        <p>Somebody published other changes in the same fields. In the editor, choose which version to keep.</p>
      )}
      {(asksNow || isDecision || publishes || mayWithdraw) && buttons}
    </>
  )
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
