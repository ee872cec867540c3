import { Form, Link } from '@remix-run/react'
import { Icon } from '#app/editing/ui/icon.tsx'
import type { Edit } from './history-list.tsx'

/** An entry that is no longer in its list, and the edit that took it away. */
export interface DeletedEntry {
  /** Path of the list in the content. */
  list: string
  id: string
  title: string
  edit: Edit
}

/** As many are shown at once. */
const OPEN_UP_TO = 5

/** What was deleted from a section's lists, each with a button that puts it back where it stood. */
export function DeletedEntries({ deleted, action }: { deleted: readonly DeletedEntry[]; action: string }) {
  if (deleted.length === 0) return null
  return (
    <details className="deleted" open={deleted.length <= OPEN_UP_TO}>
      <summary>
        <h2>Deleted entries ({deleted.length})</h2>
        <Icon name="down" />
      </summary>
      <ul>
        {deleted.map(({ list, id, title, edit }) => (
          <li key={list + id}>
            <span>
              <b>{title}</b>{' '}
              <span className="deleted__when">
                deleted <Link to={edit.href}>{edit.when}</Link> by {edit.author}
              </span>
            </span>
            <Form method="post" action={action} preventScrollReset>
              <input type="hidden" name="entry" value={edit.id} />
              <input type="hidden" name="list" value={list} />
              <input type="hidden" name="id" value={id} />
              <button className="btn" name="intent" value="bring-back">
                <Icon name="undo" />
                Bring back <span className="vh">{title}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  )
}
