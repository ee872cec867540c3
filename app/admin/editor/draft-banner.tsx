import { Form, Link } from '@remix-run/react'
import { ConfirmStep, DeleteButton } from '#app/editing/ui/dialog.tsx'
import { countOf, enumerate } from '#app/editing/ui/format.ts'
import { Icon } from '#app/editing/ui/icon.tsx'
import { ApprovalLink, ApprovalStatus, type ApprovalNote } from '#app/admin/approval/approval-panel.tsx'

/** What a page says of the draft of its section. */
export interface DraftView {
  author: string
  time: string
  when: string
  /** In how many fields it differs from what is published. */
  changes: number
  /** Words for the first of them. */
  labels: string[]
  /** The screen that shows them side by side. */
  changesHref: string
  /** Names the draft: sent back to discard it. */
  version: string
}

const FORM = 'discard-section-draft'
const LABEL = 'Discard draft'
const QUESTION = 'Are you sure you want to discard this draft? What is published stays as it is. You can undo this.'

interface DraftBannerProps {
  draft: DraftView
  /** Set if its section needs approval. */
  approval: ApprovalNote | undefined
  /** True if its button publishes the draft. An editor of one form has a button of its own. */
  canPublish?: boolean
  /** Words for the places that something else was published in meanwhile, and that nobody has chosen for yet. */
  conflicts?: readonly string[]
  /** The page itself. */
  href: string
  /** True if it is a part of a release already. */
  isInRelease: boolean
  /** True if the form shows what is published instead. */
  isHidden: boolean
  /** True on the page that asks whether to discard the draft, for those without a script. */
  isConfirming: boolean
}

/** Above the editor of a section that has a draft. */
export function DraftBanner({
  draft,
  approval,
  href,
  isInRelease,
  isHidden,
  isConfirming,
  canPublish = false,
  conflicts = [],
}: DraftBannerProps) {
  const { author, time, when, changes, labels, changesHref, version } = draft
  const withQuery = (query: string) => `${href}${href.includes('?') ? '&' : '?'}${query}`
  return (
    <section className="status status--note" aria-label="Draft">
      <Icon name="history" />
      <div className="status__text">
        <b>{isHidden ? 'This is what is published. There is a draft.' : 'This is a draft. It is not published yet.'}</b>
        <p>
          Saved by {author}, <time dateTime={time}>{when}</time>
        </p>
        {approval && <ApprovalStatus {...approval} />}
        {changes > 0 && (
          <details>
            <summary>Differs from what is published in {countOf(changes, 'field')}</summary>
            <ul>
              {labels.map((label) => (
                <li key={label}>{label}</li>
              ))}
            </ul>
            <p>
              <Link to={changesHref}>Show them side by side</Link>
            </p>
          </details>
        )}
        {isConfirming && <p>{QUESTION}</p>}
        {conflicts.length > 0 && !isConfirming && <DraftConflicts labels={conflicts} />}
        <div className="head__actions">
          {isConfirming ? (
            <>
              <Link className="btn" to={href}>
                Cancel
              </Link>
              <DeleteButton form={FORM} label={LABEL} />
            </>
          ) : (
            <>
              {canPublish && conflicts.length === 0 && (
                <button className="btn" form={FORM} name="intent" value="publish">
                  Publish the draft
                </button>
              )}
              {approval && <ApprovalLink {...approval} />}
              {/* Another form: it starts from other content. */}
              <Link className="btn" to={isHidden ? href : withQuery('draft=no')}>
                {isHidden ? 'Show the draft' : 'Show what is published'}
              </Link>
              {!isInRelease && (
                <Link className="btn" to={`${changesHref}#release`}>
                  Add to a release
                </Link>
              )}
              <ConfirmStep label={LABEL} question={QUESTION} href={withQuery('confirm=discard')} form={FORM} />
            </>
          )}
        </div>
      </div>
      <Form id={FORM} method="post" action={href} hidden>
        <input type="hidden" name="version" value={version} />
      </Form>
    </section>
  )
}

/** Asks which side to keep where a draft and a later publication have changed the same. */
function DraftConflicts({ labels }: { labels: readonly string[] }) {
  return (
    <div role="group" aria-labelledby="draft-conflicts">
      <p id="draft-conflicts">
        <b>Something else was published meanwhile in the same places. Choose which one to keep:</b> {enumerate(labels)}
      </p>
      <div className="head__actions">
        <button className="btn" form={FORM} name="intent" value="keep-draft">
          Keep the draft
        </button>
        <button className="btn" form={FORM} name="intent" value="keep-published">
          Take what is published
        </button>
      </div>
    </div>
  )
}
