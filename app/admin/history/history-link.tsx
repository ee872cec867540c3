import { Link } from '@remix-run/react'
import { Icon } from '#app/editing/ui/icon.tsx'

/** Leads to everything that was ever changed in a section; for pages that have no room for the list itself. */
export function HistoryLink({ section }: { section: string }) {
  return (
    <Link className="btn" to={`/admin/history/${section}`}>
      <Icon name="history" />
      History
    </Link>
  )
}
