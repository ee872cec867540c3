import { Form, Link } from '@remix-run/react'
import { ConfirmStep, DeleteButton } from '#app/cms/editing/ui/dialog.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { ApprovalLink, ApprovalStatus, type ApprovalNote } from '#app/cms/admin/approval/approval-status.tsx'

/** What a page shows about the draft of its section. */
export interface DraftView {
  author: string
  time: string
  when: string
  /** True if it removes the entry when it is published. */
  removes?: boolean | undefined
  /** What happens then to visitors of its page. */
  visitors?: string | undefined
  /** True for a section that has published content. */
  isPublished: boolean
  /** The number of fields that differ from the published content. */
  changes: number
  /** Labels of the first of these fields. */
  labels: string[]
  /** Address of the screen that shows them side by side. */
  changesHref: string
  /** Identifies the draft. Every button of the banner posts it. */
  version: string
}

/** Id of the form of the banner's buttons. */
const DRAFT_FORM = 'discard-section-draft'
const LABEL = 'Discard draft'
const QUESTION =
  'Are you sure you want to discard this draft? The published version does not change. You can undo this.'

interface DraftBannerProps {
  draft: DraftView
  /** Set if its section needs approval. */
  approval: ApprovalNote | undefined
  /** Address of the page. */
  href: string
  /** The release that the draft is part of, and the moment of its publication if it is scheduled. */
  release: { id: string; name: string; moment: string | undefined } | undefined
  /** True if the form shows the published content instead of the draft. */
  isHidden: boolean
  /** True on the page that asks whether to discard the draft, for browsers without scripts. */
  isConfirming: boolean
}

/** Shown above the editor of a section that has a draft. */
export function DraftBanner({ draft, approval, href, release, isHidden, isConfirming }: DraftBannerProps) {
  const { author, time, when, changes, labels, changesHref, version } = draft
  const withQuery = (query: string) => `${href}${href.includes('?') ? '&' : '?'}${query}`
  return (
    <section className="status status--note" aria-label="Draft">
      <Icon name="history" />
      <div className="status__text">
        <b>
          {isHidden
            ? 'This is the published version. There is also a draft.'
            : draft.removes
              ? 'A draft removes this entry when it is published. The form shows the published version.'
              : release
                ? 'This is a draft in a release. It is not published yet.'
                : 'This is a draft. It is not published yet.'}
        </b>
        {release && (
          <p>
            It is published with the release <Link to={`/admin/releases/${release.id}`}>{release.name}</Link>
            {release.moment === undefined ? ', which is not scheduled.' : ` at ${release.moment}.`}
          </p>
        )}
        {draft.visitors !== undefined && <p>{draft.visitors}</p>}
        <p>
          Saved by {author}, <time dateTime={time}>{when}</time>
        </p>
        {approval && <ApprovalStatus {...approval} />}
        {changes > 0 && draft.isPublished && !draft.removes && (
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
        <div className="head__actions">
          {isConfirming ? (
            <>
              <Link className="btn" to={href}>
                Cancel
              </Link>
              <DeleteButton form={DRAFT_FORM} label={LABEL} />
            </>
          ) : (
            <>
              {approval && <ApprovalLink {...approval} />}
              {/* Leads to another form, which starts from other content. */}
              {(draft.isPublished || isHidden) && (
                <Link className="btn" to={isHidden ? href : withQuery('draft=no')}>
                  {isHidden ? 'Show the draft' : 'Show published version'}
                </Link>
              )}
              {!release && (
                <Link className="btn" to={`${changesHref}#release`}>
                  Add to a release
                </Link>
              )}
              <ConfirmStep label={LABEL} question={QUESTION} href={withQuery('confirm=discard')} form={DRAFT_FORM} />
            </>
          )}
        </div>
      </div>
      <Form id={DRAFT_FORM} method="post" action={href} hidden>
        <input type="hidden" name="version" value={version} />
      </Form>
    </section>
  )
}
