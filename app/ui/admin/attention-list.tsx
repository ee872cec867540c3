import { Link } from '@remix-run/react'
import { Icon } from '#app/ui/icon.tsx'
import { countOf } from './format.ts'

interface AttentionListProps {
  /** What is wrong with the running site itself, such as a full disk. */
  problems: readonly { id: string; message: string }[]
  /** Content files that cannot be used as they are. */
  faults: readonly {
    file: string
    line: number
    column: number
    message: string
    servesLastGood: boolean
  }[]
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
      {faults.map(({ file, line, column, message, servesLastGood }) => (
        <li key={file}>
          <code>
            content/{file}, line {line}, column {column}
          </code>
          <b>{message}</b>
          <span>
            {servesLastGood
              ? 'Visitors see the last good version. Correct the file, or save the section here.'
              : 'Visitors do not see this section: there is no good version of it yet. Correct the file.'}
          </span>
        </li>
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
