import { Form } from '@remix-run/react'

/** A past edit, as staff read it. */
export interface Edit {
  /** The entry that brings the state after this edit back; undefined for the one that stands. */
  restore: string | undefined
  /** ISO 8601. */
  time: string
  /** The time in words. */
  when: string
  author: string
  reason: string
}

interface HistoryListProps {
  edits: readonly Edit[]
  /** The entry that brings the state before the oldest of these edits back. */
  before: string | undefined
  version: string
}

/** The latest edits of a section, newest first, each but the newest with the way back to it. */
export function HistoryList({ edits, before, version }: HistoryListProps) {
  if (edits.length === 0) return <p>No edits yet.</p>
  return (
    <ol className="history">
      {edits.map(({ restore, time, when, author, reason }, index) => (
        <li key={time + reason} aria-current={index === 0 ? 'true' : undefined}>
          <time dateTime={time}>{when}</time>
          <span>
            {reason}, {author}
          </span>
          {restore !== undefined && <RestoreButton entry={restore} version={version} of={when} />}
        </li>
      ))}
      {before !== undefined && (
        <li>
          <span>Before these edits</span>
          <RestoreButton entry={before} version={version} of="the time before these edits" />
        </li>
      )}
    </ol>
  )
}

function RestoreButton({ entry, version, of }: { entry: string; version: string; of: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="entry" value={entry} />
      <button className="linkbtn" name="intent" value="restore">
        Restore <span className="vh">the state of {of}</span>
      </button>
    </Form>
  )
}
