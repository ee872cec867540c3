import { Link } from '@remix-run/react'
import { Icon } from '#app/cms/ui/icon.tsx'
import type { Standard } from './certifications.ts'
import './standards-list.css'

/** The standards by name and subject, each with a link to its row on the page of certifications. */
export function StandardsList({ standards }: { standards: Pick<Standard, '_id' | 'name' | 'subject'>[] | undefined }) {
  if (!standards || standards.length === 0) return null
  return (
    <nav className="proof" aria-label="Certifications">
      <ul>
        {standards.map(({ _id, name, subject }) => (
          <li key={_id}>
            <Link to={`/certificate#${_id}`} prefetch="intent">
              <b>{name}</b> <span>{subject}</span> <Icon name="arrow" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
