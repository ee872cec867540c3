import { Form, Link, useNavigation } from '@remix-run/react'
import { FormRefusal } from '#app/cms/editing/fields/plain-form.tsx'
import { RecoveredTextsNotice, useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { keptIntents } from '#app/cms/platform/http/intents.ts'
import { approvalIntents } from './approval-intents.ts'
import { ApprovalNoteField } from './approval-note-field.tsx'
import {
  isEndedApproval,
  stateText,
  type ApprovalState,
  type ShownDecision,
  type ShownStep,
} from './approval-status.tsx'

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

/** Error messages by field; those of `form` concern the whole form. */
export interface ApprovalErrors {
  note?: string[] | undefined
  form?: string[] | undefined
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
  const recovered = useRecoveredTexts(keptIntents(approvalIntents))
  const asks = state !== 'waiting' && state !== 'approved'
  return (
    <section className="panel" id="approval" aria-labelledby="approval-heading">
      <header className="panel__head">
        <h2 id="approval-heading">Approval</h2>
        <span className="chip">{stateText(state, decision)}</span>
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
        <RecoveredTextsNotice intents={keptIntents(approvalIntents)} />
        <FormRefusal title="Nothing was changed." errors={reply?.errors ?? {}} />
        <input type="hidden" name="revision" value={revision} />
        <ApprovalText {...approval} asks={asks} />
        {(asks || isDecision) && (
          <ApprovalNoteField
            what="draft"
            isDecision={isDecision}
            maxLength={noteLength}
            typed={reply?.note ?? recovered?.['note']}
            errors={reply?.errors.note}
          />
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
          <b>Nobody else can approve the draft yet.</b> A second person with the role Publisher or Administrator is
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
