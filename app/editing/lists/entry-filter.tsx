import type { ReactNode } from 'react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { EntrySummary } from './entry-list.types.ts'
import { countOf } from '#app/editing/ui/format.ts'

interface EntryFilterProps {
  noun: string
  count: number
  /** How many of them the filter leaves. */
  shown: number
  onChange: (filter: string) => void
  /** What stands beside it. */
  children: ReactNode
}

/** Above a long list: how many entries it has, with a script a field that narrows it down, and further controls. */
export function EntryFilter({ noun, count, shown, onChange, children }: EntryFilterProps) {
  const isHydrated = useHydrated()
  return (
    <div className="items__head">
      {isHydrated && (
        <span className="items__filter">
          <Icon name="search" />
          <input
            type="search"
            // Belongs to no form: Enter does not save, and it is not sent.
            form=""
            aria-label={`Filter by title, ${countOf(count, noun)}`}
            placeholder="Filter by title"
            onChange={(event) => {
              onChange(event.currentTarget.value.trim())
            }}
          />
        </span>
      )}
      <p role="status">{shown === count ? countOf(count, noun) : `${shown} of ${countOf(count, noun)}`}</p>
      {children}
    </div>
  )
}

/** True where every word of the filter occurs in what the closed row shows. */
export function matchesFilter(filter: string, { title, note }: EntrySummary): boolean {
  const text = `${title ?? ''} ${note ?? ''}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
