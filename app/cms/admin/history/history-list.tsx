import { historyIntents } from './history-intents.ts'
import { Form, Link } from '@remix-run/react'
import { countOf } from '#app/cms/platform/format/words.ts'
import type { Edit, RestorableEdit } from '#app/cms/editing/server/section-history.server.ts'
import { withoutLabel, withValues } from './edit-words.ts'

/** Number of edits on a page of the history. */
export const PAGE_SIZE = 50

interface HistoryListProps {
  edits: readonly RestorableEdit[]
  /** The entry that restores the version before the oldest of these edits. */
  before: string | undefined
  version: string
  /** Address of the page of all edits. */
  href: string
}

/** The latest edits of a section, newest first, each with what it changed and a button that restores its result. */
export function HistoryList({ edits, before, version, href }: HistoryListProps) {
  if (edits.length === 0) return <p>No edits yet.</p>
  return (
    <>
      <ol className="history">
        {edits.map(
          ({ id, restore, time, when, at, author, approver, reason, what, values, href: difference }, index) => (
            <li key={id} aria-current={index === 0 ? 'true' : undefined}>
              <time dateTime={time}>{when}</time>
              <span>
                <Link to={difference}>
                  {what === reason ? what : withValues(what, values)}
                  <span className="visually-hidden">, {at}</span>
                </Link>
                , {author}
                {approver !== undefined && `, approved by ${approver}`}
              </span>
              {restore !== undefined && <RestoreButton entry={restore} version={version} of={at} />}
            </li>
          ),
        )}
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
      <button className="linkbtn" name="intent" value={historyIntents.restore}>
        Restore <span className="visually-hidden">the state of {of}</span>
      </button>
    </Form>
  )
}

interface EditRowsProps {
  edits: readonly (Edit & { section?: { label: string } })[]
}

/** Edits as rows that link to what they changed, each with its section if it has one and a button that undoes it. */
export function EditRows({ edits }: EditRowsProps) {
  return (
    <ol className="editrows">
      {edits.map(({ id, href, time, when, at, author, approver, reason, what, changes, fields, values, section }) => (
        <li key={href}>
          <time dateTime={time}>{when}</time>
          <span className="editrows__what">
            <Link to={href} id={`edit-${id}`}>
              {section && <b>{section.label}</b>}{' '}
              {what === reason ? withoutLabel(reason, section?.label) : withValues(what, values)}
              <span className="visually-hidden">, {at}</span>
            </Link>
            {what === reason && fields.length > 0 && (
              <span className="editrows__fields">{withValues(fields.join(', '), values)}</span>
            )}
          </span>
          <span className="editrows__count">{changes !== undefined && !values && countOf(changes, 'change')}</span>
          <span className="editrows__author">
            {author}
            {approver !== undefined && `, approved by ${approver}`}
          </span>
          <Form className="editrows__undo" method="post" action={href}>
            <button className="linkbtn" name="intent" value={historyIntents.undo}>
              Undo{' '}
              <span className="visually-hidden">
                the edit of {at}: {reason}
              </span>
            </button>
          </Form>
        </li>
      ))}
    </ol>
  )
}
