import { Form, Link } from '@remix-run/react'
import { ConfirmStep, DeleteButton } from '#app/cms/editing/ui/dialog.tsx'
import { countOf } from '#app/cms/editing/ui/format.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { PlaceChoices } from '#app/cms/editing/form/place-choices.tsx'
import type { PlaceToChoose } from '#app/cms/content/compare/settle-collision.ts'
import { Icon } from '#app/cms/editing/ui/icon.tsx'
import { ApprovalLink, ApprovalStatus, type ApprovalNote } from '#app/cms/admin/approval/approval-status.tsx'

/** What a page shows about the draft of its section. */
export interface DraftView {
  author: string
  time: string
  when: string
  /** The number of fields that differ from the published content. */
  changes: number
  /** Labels of the first of these fields. */
  labels: string[]
  /** Address of the screen that shows them side by side. */
  changesHref: string
  /** Identifies the draft. Every button of the banner posts it. */
  version: string
}

const FORM = 'discard-section-draft'
const LABEL = 'Discard draft'
const QUESTION =
  'Are you sure you want to discard this draft? The published version does not change. You can undo this.'

interface DraftBannerProps {
  draft: DraftView
  /** Set if its section needs approval. */
  approval: ApprovalNote | undefined
  /** True if the banner has a button that publishes the draft. An editor that is one form has its own button. */
  canPublish?: boolean
  /** The places in which the draft conflicts with a later publication and no side was chosen yet. */
  conflicts?: readonly PlaceToChoose[]
  /** Address of the page. */
  href: string
  /** True if the draft is already part of a release. */
  isInRelease: boolean
  /** True if the form shows the published content instead of the draft. */
  isHidden: boolean
  /** True on the page that asks whether to discard the draft, for browsers without scripts. */
  isConfirming: boolean
}

/** Shown above the editor of a section that has a draft. */
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
        <b>
          {isHidden
            ? 'This is the published version. There is also a draft.'
            : 'This is a draft. It is not published yet.'}
        </b>
        <p>
          Saved by {author}, <time dateTime={time}>{when}</time>
        </p>
        {approval && <ApprovalStatus {...approval} />}
        {changes > 0 && (
          <details>
            <summary>Differs from the published version in {countOf(changes, 'field')}</summary>
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
        {conflicts.length > 0 && !isConfirming && <DraftConflicts places={conflicts} href={href} version={version} />}
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
                <button className="btn" form={FORM} name="intent" value={contentIntents.publishDraft}>
                  Publish the draft
                </button>
              )}
              {approval && <ApprovalLink {...approval} />}
              {/* Leads to another form, which starts from other content. */}
              <Link className="btn" to={isHidden ? href : withQuery('draft=no')}>
                {isHidden ? 'Show the draft' : 'Show published version'}
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

interface ConflictsProps {
  places: readonly PlaceToChoose[]
  href: string
  version: string
}

/** Asks which side to keep at each place that the draft and a later publication have changed. */
function DraftConflicts({ places, href, version }: ConflictsProps) {
  return (
    <Form method="post" action={href} aria-labelledby="draft-conflicts">
      <p id="draft-conflicts">
        <b>The published version has changed in the same place. Choose for each place which version to keep.</b>
      </p>
      <input type="hidden" name="version" value={version} />
      <PlaceChoices places={places} sides={{ mine: 'The draft', theirs: 'The published version' }} />
      <div className="head__actions">
        <button className="btn" name="intent" value={contentIntents.choose}>
          Keep the chosen versions
        </button>
      </div>
    </Form>
  )
}
