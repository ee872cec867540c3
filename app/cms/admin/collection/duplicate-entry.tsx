import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import { collectionIntents } from './collection-intents.ts'

interface DuplicateEntryProps {
  /** Key of the entry to copy. */
  from: string
  title: string
  noun: string
  /** Address of the list, which opens the form of the copy. */
  address: string
  closeTo: string
}

/** The longest title that the form of a copy is opened with: that of any field. Its own limit is told there. */
const MAX_TITLE_LENGTH = 200

/** Asks for the title of a copy. */
export function DuplicateEntry({ from, title, noun, address, closeTo }: DuplicateEntryProps) {
  return (
    <ConfirmPage
      title={`Duplicate ${title}`}
      closeTo={closeTo}
      action={address}
      button={{ label: 'Open the copy', intent: collectionIntents.make, isPrimary: true }}
    >
      <input type="hidden" name="from" value={from} />
      <div className="field">
        <label htmlFor="copy-title">Title of the new {noun}</label>
        <input
          id="copy-title"
          name="title"
          maxLength={MAX_TITLE_LENGTH}
          required
          autoComplete="off"
          defaultValue={`Copy of ${title}`}
        />
      </div>
      <p>The form opens with the content of {title}. Nothing is published until you publish it.</p>
    </ConfirmPage>
  )
}
