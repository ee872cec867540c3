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
  /** Undefined where the inbox cannot be read. */
  unreadMessages: number | undefined
}

/**
 * What somebody should look at: what is wrong with the site itself, messages nobody has read, and which file, where in it,
 * what is wrong, and what visitors see meanwhile.
 */
export function AttentionList({ problems, faults, unreadMessages }: AttentionListProps) {
  if (problems.length === 0 && faults.length === 0 && unreadMessages === 0) {
    return (
      <p className="calm">
        <Icon name="check" />
        Every message has been read, and so can every content file.
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
    </ul>
  )
}
