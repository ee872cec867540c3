import { Form, Link } from '@remix-run/react'
import { Icon } from './admin-icon.tsx'

interface ListToolbarProps {
  /** Accessible name of the links: `Files to show`. */
  label: string
  tabs: readonly { label: string; href: string; count?: number; isCurrent: boolean }[]
  /** Omitted if there is nothing to search. */
  search?: {
    /** Address of the page; `hidden` has its other query parameters. */
    action: string
    hidden: Record<string, string>
    label: string
    placeholder: string
    query: string
    clearHref: string
  }
}

/** Toolbar of a long list: links that choose the kind of entries, and a search. Works without JavaScript. */
export function ListToolbar({ label, tabs, search }: ListToolbarProps) {
  return (
    <div className="listbar">
      {tabs.length > 0 && (
        <nav className="listbar__tabs" aria-label={label}>
          {tabs.map((tab) => (
            <Link key={tab.href} to={tab.href} aria-current={tab.isCurrent ? 'page' : undefined}>
              {tab.label} {tab.count !== undefined && <span>{tab.count.toLocaleString('en')}</span>}
            </Link>
          ))}
        </nav>
      )}
      {search && <ListSearch {...search} />}
    </div>
  )
}

function ListSearch({ action, hidden, label, placeholder, query, clearHref }: NonNullable<ListToolbarProps['search']>) {
  return (
    <Form className="listbar__search field" role="search" aria-label={label} action={action}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="visually-hidden" htmlFor="list-query">
        {label}
      </label>
      {/* The key empties the field when a link clears the search. */}
      <input
        key={query}
        id="list-query"
        type="search"
        name="q"
        defaultValue={query}
        placeholder={placeholder}
        maxLength={200}
      />
      <button className="btn">Search</button>
      {query !== '' && (
        <Link className="btn btn--ghost" to={clearHref}>
          <Icon name="close" />
          Clear
        </Link>
      )}
    </Form>
  )
}

interface PagerProps {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  href: (page: number) => string
  /** Labels of the links to the previous and the next page. */
  previous: string
  next: string
}

/** The shown range of a long list, with links to the previous and next page. Nothing if the list fits on one page. */
export function Pager({ page, pageSize, total, href, previous, next }: PagerProps) {
  if (total <= pageSize) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 && (
        <Link className="btn" to={href(page - 1)} rel="prev">
          <Icon name="back" />
          {previous}
        </Link>
      )}
      <span>
        {first.toLocaleString('en')} to {last.toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
      {last < total && (
        <Link className="btn" to={href(page + 1)} rel="next">
          {next}
          <Icon name="arrow" />
        </Link>
      )}
    </nav>
  )
}
