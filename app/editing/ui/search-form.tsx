import { Form } from '@remix-run/react'
import { Icon } from './icon.tsx'
import { SEARCH_KEYS } from './shortcuts.ts'
import './search.css'

interface SearchFormProps {
  id: string
  className: string
  query?: string
}

/** Looks for a screen or a text of the website. */
export function SearchForm({ id, className, query = '' }: SearchFormProps) {
  return (
    <Form className={`search ${className}`} action="/admin/search" role="search">
      <label className="vh" htmlFor={id}>
        Search screens and texts
      </label>
      <Icon name="search" />
      <input
        id={id}
        name="q"
        type="search"
        defaultValue={query}
        maxLength={100}
        placeholder="Search"
        autoComplete="off"
        aria-keyshortcuts={SEARCH_KEYS}
      />
      <button className="vh">Search</button>
    </Form>
  )
}
