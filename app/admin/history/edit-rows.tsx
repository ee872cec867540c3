import { Link } from '@remix-run/react'
import { countOf } from '#app/editing/ui/format.ts'
import type { Edit } from './history-list.tsx'

interface EditRowsProps {
  edits: readonly (Edit & { section?: { label: string } })[]
}

/** Edits, one a row that leads to what it changed; with their section where they are of several. */
export function EditRows({ edits }: EditRowsProps) {
  return (
    <ol className="editrows">
      {edits.map(({ id, href, time, when, author, reason, changes, fields, section }) => (
        <li key={href}>
          <time dateTime={time}>{when}</time>
          <span className="editrows__what">
            <Link to={href} id={`edit-${id}`}>
              {section && <b>{section.label}</b>} {reason}
              <span className="vh">, {when}</span>
            </Link>
            {fields.length > 0 && <span className="editrows__fields">{fields.join(', ')}</span>}
          </span>
          <span className="editrows__count">{changes !== undefined && countOf(changes, 'change')}</span>
          <span className="editrows__author">{author}</span>
        </li>
      ))}
    </ol>
  )
}
