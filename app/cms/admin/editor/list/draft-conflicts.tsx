import { Form } from '@remix-run/react'
import type { PlaceToChoose } from '#app/cms/content/compare/settle-collision.ts'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { PlaceChoices } from '#app/cms/editing/form/place-choices.tsx'

interface DraftConflictsProps {
  places: readonly PlaceToChoose[]
  /** Address of the list. */
  href: string
  /** Identifies the draft. */
  version: string
}

/** Asks which side to keep at each place that the draft and a later publication have changed. */
export function DraftConflicts({ places, href, version }: DraftConflictsProps) {
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
