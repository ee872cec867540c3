import type { ReactNode } from 'react'
import { Form, Link } from '@remix-run/react'
import { DAY_RANGE } from '#app/cms/editing/ui/day-range.ts'

/** First and last day, both included: YYYY-MM-DD in the time zone of the site. An empty text means no bound. */
interface Days {
  from: string
  to: string
}

interface FilterFormProps {
  /** Address of the list. Without a query it shows everything. */
  action: string
  /** Accessible name of the form, such as `Filter the history`. */
  label: string
  isFiltered: boolean
  /** Left out for a list without days. */
  days?: Days
  /** Further filters, before the days. */
  children: ReactNode
}

/** The filters of a list, as a form with the method GET: works without JavaScript, and the address can be shared. */
export function FilterForm({ action, label, isFiltered, days, children }: FilterFormProps) {
  return (
    <Form className="filters" method="get" action={action} role="search" aria-label={label}>
      {children}
      {days && (
        <>
          <div className="field">
            <label htmlFor="filter-from">From</label>
            <input id="filter-from" type="date" name="from" {...DAY_RANGE} defaultValue={days.from} />
          </div>
          <div className="field">
            <label htmlFor="filter-to">To</label>
            <input id="filter-to" type="date" name="to" {...DAY_RANGE} defaultValue={days.to} />
          </div>
        </>
      )}
      <div className="filters__act">
        <button className="btn">Filter</button>
        {isFiltered && (
          <Link className="btn btn--ghost" to={action}>
            Show all
          </Link>
        )}
      </div>
    </Form>
  )
}

interface FilterSelectProps {
  name: string
  label: string
  value: string
  /** Label of the choice that does not filter. */
  everything: string
  /** `option` and `optgroup` elements. */
  children: ReactNode
}

export function FilterSelect({ name, label, value, everything, children }: FilterSelectProps) {
  return (
    <div className="field">
      <label htmlFor={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} name={name} defaultValue={value}>
        <option value="">{everything}</option>
        {children}
      </select>
    </div>
  )
}

/** The choices of a list of people or sections. */
export function NameOptions({ of }: { of: readonly { id: string; name: string }[] }) {
  return of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
}
