import { useLoaderData } from '@remix-run/react'
import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import { collectionIntents } from './collection-intents.ts'
import type { listLoader } from './collection-list.server.ts'

interface MoveEntryProps {
  entry: string
  title: string
  /** From 1. */
  position: number
  /** The number of entries. */
  count: number
  /** Address of the list. */
  address: string
  closeTo: string
}

/** Asks for the new position of an entry of a list that staff arrange. */
export function MoveEntry({ entry, title, position, count, address, closeTo }: MoveEntryProps) {
  const { order } = useLoaderData<typeof listLoader>()
  return (
    <ConfirmPage
      title={`Move ${title}`}
      closeTo={closeTo}
      action={address}
      button={{ label: 'Move', intent: collectionIntents.move, isPrimary: true }}
    >
      <input type="hidden" name="version" value={order?.version ?? ''} />
      <input type="hidden" name="key" value={entry} />
      <div className="field">
        <label htmlFor="new-position">New position, from 1 to {count}</label>
        <input
          id="new-position"
          name="position"
          type="number"
          min={1}
          max={count}
          step={1}
          required
          defaultValue={position}
        />
      </div>
    </ConfirmPage>
  )
}
