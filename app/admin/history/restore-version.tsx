import { Form, Link } from '@remix-run/react'
import { Icon } from '#app/editing/ui/icon.tsx'

interface RestoreVersionProps {
  /** The history entry that keeps the version. */
  entry: string
  /** What must still stand, so that nobody's work is lost unseen. */
  version: string
  /** Why it cannot be restored; empty where it can. */
  obstacles: readonly string[]
  /** False where the section cannot be read now: then there is nothing to compare with. */
  hasNow: boolean
  /** In how many fields it differs from what stands. */
  count: number
  cancelTo: string
}

/** Says what restoring a version would do, and does it; or why it cannot be. Nothing where it would change nothing. */
export function RestoreVersion({ entry, version, hasNow, obstacles, count, cancelTo }: RestoreVersionProps) {
  if (obstacles.length > 0) return <Obstacles obstacles={obstacles} />
  if (hasNow && count === 0) return null
  return (
    <Form className="restore" method="post">
      <p>
        {hasNow
          ? `Restoring this version makes ${count === 1 ? 'the change' : `the ${count.toLocaleString('en')} changes`} below to what stands now. It can be undone.`
          : 'What stands now cannot be read. Restoring this version replaces it; the file stays in the history.'}
      </p>
      <input type="hidden" name="entry" value={entry} />
      <input type="hidden" name="version" value={version} />
      <Link className="btn" to={cancelTo}>
        Cancel
      </Link>
      <button className="btn btn--primary" name="intent" value="restore">
        Restore this version
      </button>
    </Form>
  )
}

/** Leads to what restoring would change, where it is confirmed. */
export function RestoreLink({ to, side }: { to: string; side: 'before' | 'after' }) {
  return (
    <Link to={to}>
      Restore … <span className="vh">the version {side} this edit</span>
    </Link>
  )
}

function Obstacles({ obstacles }: { obstacles: readonly string[] }) {
  return (
    <div className="status status--note">
      <Icon name="alert" />
      <div className="status__text">
        <b>This version cannot be restored: it no longer fits the section.</b>
        <ul>
          {obstacles.map((obstacle, at) => (
            <li key={at}>{obstacle}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
