import { Form, Link } from '@remix-run/react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { DRAFT_FORM, DraftBanner } from '#app/cms/admin/editor/draft/draft-banner.tsx'
import { ScheduledReleases } from '#app/cms/admin/editor/draft/scheduled-releases.tsx'
import type { PlaceToChoose } from '#app/cms/content/compare/settle-collision.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { PlaceChoices } from '#app/cms/editing/form/place-choices.tsx'
import { withSearch } from './list-address.ts'
import type { ListPlace } from './list-content.server.ts'

/**
 * Shown above a list that is edited entry by entry: its release, and the banner of its draft or a note that the next
 * edit starts a draft.
 */
export function ListDraftNotice({ place }: { place: ListPlace }) {
  const { href, draft, isHidden, isConfirming, isDraft, mayPublish, needsApproval, approval, release, conflicts } =
    place
  return (
    <>
      {release && (
        <p className="hint">
          In the release <Link to={`/admin/releases/${release.id}`}>{release.name}</Link>. Changes here are published
          with the release.
        </p>
      )}
      <ScheduledReleases releases={place.scheduled} />
      {draft && (
        <DraftBanner
          draft={draft}
          approval={approval}
          href={href}
          isInRelease={release !== undefined}
          isHidden={isHidden}
          isConfirming={isConfirming}
          publish={
            mayPublish &&
            conflicts.length === 0 && (
              <button className="btn" form={DRAFT_FORM} name="intent" value={contentIntents.publishDraft}>
                Publish the draft
              </button>
            )
          }
          conflicts={conflicts.length > 0 && <DraftConflicts places={conflicts} href={href} version={draft.version} />}
        />
      )}
      {!draft && isDraft && (
        <section className="status status--note" aria-label="Draft">
          <Icon name="history" />
          <div className="status__text">
            <b>Your changes here are saved as a draft.</b>
            <p>
              {needsApproval
                ? 'Visitors see your changes only after a second person has approved the draft.'
                : 'Visitors see your changes only after the draft is published.'}
            </p>
            {mayPublish && (
              <div className="head__actions">
                <Link className="btn" to={href}>
                  Edit published version
                </Link>
              </div>
            )}
          </div>
        </section>
      )}
    </>
  )
}

/** A link to the list in the mode whose next edit starts a draft. */
export function StartDraftLink({ place: { href, draft, isDraft } }: { place: ListPlace }) {
  if (draft || isDraft) return null
  return (
    <Link className="btn" to={withSearch(href, '?draft=yes')}>
      Edit as a draft
    </Link>
  )
}

interface DraftConflictsProps {
  places: readonly PlaceToChoose[]
  /** Address of the list. */
  href: string
  /** Identifies the draft. */
  version: string
}

/** Asks which side to keep at each place that the draft and a later publication have changed. */
function DraftConflicts({ places, href, version }: DraftConflictsProps) {
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
