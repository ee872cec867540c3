import { Form, Link } from '@remix-run/react'
import { Icon } from './icon.tsx'

interface ListToolbarProps {
  /** What the links choose among, for screen readers: `Files to show`. */
  label: string
  tabs: readonly { label: string; href: string; count?: number; isCurrent: boolean }[]
  /** Left out where there is nothing to search. */
  search?: {
    /** The page, and the other parameters of its address. */
    action: string
    hidden: Record<string, string>
    label: string
    placeholder: string
    query: string
    clearHref: string
  }
}

/** Above a long list: which kind of entries is shown, and a search among them. Links and a form, no script needed. */
export function ListToolbar({ label, tabs, search }: ListToolbarProps) {
  return (
    <div className="listbar">
      <nav className="listbar__tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Link key={tab.href} to={tab.href} aria-current={tab.isCurrent ? 'page' : undefined}>
            {tab.label} {tab.count !== undefined && <span>{tab.count.toLocaleString('en')}</span>}
          </Link>
        ))}
      </nav>
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
  /** Words of the links to the page before and after. */
  previous: string
  next: string
}

/** Which part of a long list is shown, and the way to the parts beside it. Nothing where the list fits one page. */
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
