import { Form, Link, useNavigation } from '@remix-run/react'
import { FormRefusal } from '#app/cms/editing/fields/plain-form.tsx'
import { RecoveredTextsNotice, useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { keptIntents } from '#app/cms/platform/http/intents.ts'
import { approvalIntents } from './approval-intents.ts'
import { ApprovalNoteField } from './approval-note-field.tsx'
import type { ApprovalErrors } from './approval-panel.tsx'
import { stateText, type ApprovalNote } from './approval-status.tsx'

export interface ReleaseApprovalView {
  /** Address of the page that shows everything that the release changes. It also handles the form. */
  href: string
  /** The sections of the release that need approval. */
  sections: ({ id: string; label: string } & ApprovalNote)[]
  /** Each draft of the release as this page shows it: its section and its revision. */
  drafts: string[]
  /** Ids of the sections whose approval was not requested yet, or has to be requested again. */
  toAsk: string[]
  /** Ids of the sections that this person can approve or send back. */
  toDecide: string[]
  /** True if nothing else is missing. */
  isWhole: boolean
  /** Why this person may not decide about some sections whose approval is requested. */
  whyNot: { label: string; why: string }[]
  /** Labels of the sections that cannot be approved, because they conflict with what was published; may be empty. */
  conflicts: string
  mayWithdraw: boolean
  /** True if one other person may approve all of it. */
  hasApprover: boolean
  mayInvite: boolean
  /** Most characters of a note. */
  noteLength: number
}

interface ReleaseApprovalProps {
  approval: ReleaseApprovalView
  /** True on the page that shows all changes: only there a person can decide. */
  showsChanges?: boolean
  /** Labels of the sections of which this page does not show everything; may be empty. */
  notShown?: string
  /** What was typed into a refused form, and why it was refused. */
  reply?: { note: string; errors: ApprovalErrors } | undefined
}

/** The approval of all sections of a release: who has asked and decided, and the form for the next step. */
export function ReleaseApproval({ approval, showsChanges = false, notShown = '', reply }: ReleaseApprovalProps) {
  const { href, sections, drafts, toAsk, toDecide, whyNot, conflicts, mayWithdraw, noteLength } = approval
  const isSending = useNavigation().formData?.has('draft') === true
  const recovered = useRecoveredTexts(keptIntents(approvalIntents))
  const isDecision = showsChanges && toDecide.length > 0
  const leads = !showsChanges && toDecide.length > 0
  const asks = !isDecision && toAsk.length > 0 && conflicts === ''
  const isApproved = sections.every(({ state }) => state === 'approved')
  return (
    <section className="panel" id="approval" aria-labelledby="approval-heading">
      <header className="panel__head">
        <h2 id="approval-heading">Approval</h2>
        {isApproved && <span className="chip">Approved</span>}
      </header>
      <Form
        // Resets the form when a state or a draft changes.
        key={`${drafts.join()} ${sections.map(({ state }) => state).join()}`}
        className="account-form"
        method="post"
        action={href}
        onSubmit={(event) => {
          if (isSending) event.preventDefault()
        }}
      >
        <RecoveredTextsNotice intents={keptIntents(approvalIntents)} />
        <FormRefusal title="Nothing was changed." errors={reply?.errors ?? {}} />
        {drafts.map((draft) => (
          <input key={draft} type="hidden" name="draft" value={draft} />
        ))}
        {(isDecision ? toDecide : toAsk).map((id) => (
          <input key={id} type="hidden" name="section" value={id} />
        ))}
        {!isApproved && <p>A second person has to approve these sections before the release can be published.</p>}
        <States sections={sections} />
        {whyNot.map(({ label, why }) => (
          <p key={label}>
            {label}: {why}
          </p>
        ))}
        {conflicts !== '' && (
          <p>
            Somebody published other changes in the same fields of {conflicts}. In the editor, choose which version to
            keep.
          </p>
        )}
        <NoApprover {...approval} isApproved={isApproved} />
        {isDecision && notShown !== '' && (
          <p>
            <b>This page does not show all changes of {notShown}.</b> Open these sections above before you approve them.
          </p>
        )}
        {(asks || isDecision) && (
          <ApprovalNoteField
            what="release"
            isDecision={isDecision}
            maxLength={noteLength}
            typed={reply?.note ?? recovered?.['note']}
            errors={reply?.errors.note}
          />
        )}
        <div className="release-buttons">
          {isDecision && (
            <>
              <button
                className="btn btn--primary"
                name="intent"
                value={approvalIntents.approve}
                aria-disabled={isSending}
              >
                {approveLabel(approval)}
              </button>
              <button className="btn" name="intent" value={approvalIntents.sendBack} aria-disabled={isSending}>
                Send back
              </button>
            </>
          )}
          {leads && (
            <Link className="btn btn--primary" to={`${href}#approval`}>
              Check all changes and decide
            </Link>
          )}
          {asks && (
            <button
              className={leads ? 'btn' : 'btn btn--primary'}
              name="intent"
              value={approvalIntents.ask}
              aria-disabled={isSending}
            >
              Ask for approval of this release
            </button>
          )}
          {mayWithdraw && (
            <button className="btn" name="intent" value={approvalIntents.withdraw} aria-disabled={isSending}>
              Withdraw the request
            </button>
          )}
        </div>
      </Form>
    </section>
  )
}

/** `Approve the release`, or the sections if more than these have to be approved. */
function approveLabel({ isWhole, toDecide, sections }: ReleaseApprovalView) {
  if (isWhole) return 'Approve the release'
  return `Approve ${sections.flatMap(({ id, label }) => (toDecide.includes(id) ? label : [])).join(', ')}`
}

function States({ sections }: Pick<ReleaseApprovalView, 'sections'>) {
  return (
    <ul className="approval__states">
      {sections.map(({ id, label, href, state, asked, decision }) => {
        const step = state === 'none' ? undefined : (decision ?? asked)
        return (
          <li key={id}>
            <Link to={href}>{label}</Link> <span className="chip">{stateText(state, decision)}</span>
            {step && (
              <span className="releases__sub">
                {step.by}, {step.when}
                {step.note !== undefined && `: ${step.note}`}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function NoApprover({ hasApprover, mayInvite, isApproved }: ReleaseApprovalView & { isApproved: boolean }) {
  if (isApproved || hasApprover) return null
  return (
    <p>
      <b>No single person can approve the whole release.</b> A second person with the role Publisher or Administrator,
      who has written no part of it, is needed
      {mayInvite ? (
        <>
          : <Link to="/admin/people">invite somebody</Link>.
        </>
      ) : (
        '.'
      )}
    </p>
  )
}
