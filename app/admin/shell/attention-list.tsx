import { Form, Link } from '@remix-run/react'
import { Icon } from '#app/editing/ui/icon.tsx'
import type { Fault } from '#app/editing/conflict/fault-notice.tsx'
import { countOf } from '#app/editing/ui/format.ts'

interface AttentionListProps {
  /** What is wrong with the running site itself, such as a full disk. */
  problems: readonly { id: string; message: string }[]
  /** Content files that cannot be used as they are. */
  faults: readonly Fault[]
  /** Links in the content to pages of the site that do not exist. */
  brokenLinks: readonly { section: { id: string; label: string }; link: string; likely?: string | undefined }[]
  /** Undefined where the inbox cannot be read. */
  unreadMessages: number | undefined
}

/**
 * What needs attention: what is wrong with the site itself, unread messages, content files that cannot be used, with what
 * visitors see meanwhile, and links that lead nowhere.
 */
export function AttentionList({ problems, faults, brokenLinks, unreadMessages }: AttentionListProps) {
  if (problems.length + faults.length + brokenLinks.length === 0 && unreadMessages === 0) {
    return (
      <p className="calm">
        <Icon name="check" />
        All messages are read, all content files are readable, all links to pages of the website lead to one.
      </p>
    )
  }
  return (
    <ul className="attention">
      {problems.map(({ id, message }) => (
        <li key={id}>
          <b>{message}</b>
        </li>
      ))}
      {unreadMessages !== 0 && (
        <li className="attention__item--note">
          {unreadMessages === undefined ? (
            <b>The inbox cannot be read. The log tells why.</b>
          ) : (
            <Link to="/admin/inbox?show=unread">{countOf(unreadMessages, 'unread message')}</Link>
          )}
        </li>
      )}
      {faults.map((fault) => (
        <FaultItem key={fault.file} {...fault} />
      ))}
      {brokenLinks.map(({ section, link, likely }) => (
        <li className="attention__item--note" key={`${section.id} ${link}`}>
          <b>
            A link in <Link to={`/admin/${section.id}`}>{section.label}</Link> leads to {link}, which does not exist
          </b>
          {likely !== undefined && <span>Do you mean {likely}?</span>}
        </li>
      ))}
    </ul>
  )
}

function FaultItem({ section, file, line, column, message, servesLastGood }: Fault) {
  return (
    <li>
      <code>
        content/{file}, line {line}, column {column}
      </code>
      <b>{message}</b>
      {servesLastGood ? (
        <>
          <span>Visitors see the last good version. Correct the file, or save the section here.</span>
          <Form method="post" action="/admin?index">
            <input type="hidden" name="section" value={section} />
            <button className="btn" name="intent" value="write-back">
              Write the last good version back
            </button>
          </Form>
        </>
      ) : (
        <span>
          Visitors do not see this section: there is no good version of it yet. Correct the file, or bring an earlier
          version back from the <Link to={`/admin/history/${section}`}>history</Link>.
        </span>
      )}
    </li>
  )
}
