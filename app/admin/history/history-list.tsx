import { Form, Link } from '@remix-run/react'

/** A past edit, as staff read it. */
export interface Edit {
  /** Of its history entry. */
  id: string
  /** The page that shows what it changed. */
  href: string
  /** ISO 8601. */
  time: string
  /** The time in words. */
  when: string
  author: string
  reason: string
  /** What it edited: the first few fields where the reason names no more than the section, else the reason. */
  what: string
  /** In how many fields and list entries it changed the section; undefined where that is not known. */
  changes: number | undefined
  /** Words for the first few of these. */
  fields: readonly string[]
}

export interface RestorableEdit extends Edit {
  /** The entry that brings the state after this edit back; undefined where that state stands, or is not kept. */
  restore: string | undefined
}

interface HistoryListProps {
  edits: readonly RestorableEdit[]
  /** The entry that brings the state before the oldest of these edits back. */
  before: string | undefined
  version: string
  /** The page of all edits. */
  href: string
}

/** The latest edits of a section, newest first, each with what it changed and the way back to it. */
export function HistoryList({ edits, before, version, href }: HistoryListProps) {
  if (edits.length === 0) return <p>No edits yet.</p>
  return (
    <>
      <ol className="history">
        {edits.map(({ id, restore, time, when, author, what, href: difference }, index) => (
          <li key={id} aria-current={index === 0 ? 'true' : undefined}>
            <time dateTime={time}>{when}</time>
            <span>
              <Link to={difference}>
                {what}
                <span className="vh">, {when}</span>
              </Link>
              , {author}
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
      <p>
        <Link to={href}>See all changes</Link>
      </p>
    </>
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
