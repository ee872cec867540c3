import { Icon } from '#app/ui/icon.tsx'

interface AttentionListProps {
  /** Content files that cannot be used as they are. */
  faults: readonly {
    file: string
    line: number
    column: number
    message: string
    servesLastGood: boolean
  }[]
}

/** What somebody should look at: which file, where in it, what is wrong, and what visitors see meanwhile. */
export function AttentionList({ faults }: AttentionListProps) {
  if (faults.length === 0) {
    return (
      <p className="calm">
        <Icon name="check" />
        Every content file can be read.
      </p>
    )
  }
  return (
    <ul className="attention">
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
