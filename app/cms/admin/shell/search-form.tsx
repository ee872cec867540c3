import { Form, Link, useLocation } from '@remix-run/react'
import { useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { Icon, type IconName } from '#app/cms/editing/ui/admin-icon.tsx'
import { SEARCH_KEYS } from '#app/cms/editing/ui/shortcuts.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import type { SidebarGroup } from './admin-sidebar.tsx'

/** The most screens that are offered below the field. */
const MAX_SCREENS = 8

/**
 * The search of the top bar. While a word is typed, the screens that have it in their name, or in that of their group,
 * are links below the field. Without JavaScript, and for everything else, Enter searches.
 */
export function TopSearch({ groups }: { groups: readonly SidebarGroup[] }) {
  const { key } = useLocation()
  const [typed, setTyped] = useState({ words: '', on: key })
  // On the next screen nothing is below the field.
  const words = typed.on === key ? typed.words.trim() : ''
  const setWords = (next: string) => {
    setTyped({ words: next, on: key })
  }
  const screens = screensNamed(groups, words)
  return (
    <Form
      className="search top-search"
      action="/admin/search"
      role="search"
      aria-label="Search the website"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setWords('')
      }}
      onKeyDown={({ key: pressed, currentTarget }) => {
        if (pressed !== 'Escape') return
        setWords('')
        currentTarget.querySelector('input')?.focus()
      }}
    >
      <SearchField
        id="search"
        onChange={({ currentTarget }) => {
          setWords(currentTarget.value)
        }}
      />
      <p className="visually-hidden" aria-live="polite">
        {words !== '' && countOf(screens.length, 'screen')}
      </p>
      {words !== '' && (
        <div className="top-search__found">
          {screens.length > 0 && (
            <ul aria-label="Screens">
              {screens.slice(0, MAX_SCREENS).map(({ label, to, icon, group }) => (
                <li key={to}>
                  <FoundLink to={to} icon={icon}>
                    <span>{label}</span>
                    <span className="top-search__group">{group}</span>
                  </FoundLink>
                </li>
              ))}
            </ul>
          )}
          <FoundLink to={`/admin/search?${new URLSearchParams({ q: words })}`} icon="search">
            <span>Search all texts for “{words}”</span>
          </FoundLink>
        </div>
      )}
    </Form>
  )
}

function FoundLink({ to, icon, children }: { to: string; icon: IconName; children: ReactNode }) {
  return (
    <Link
      to={to}
      // The field keeps the focus, so the link is still there for the click.
      onMouseDown={(event) => {
        event.preventDefault()
      }}
      onClick={({ currentTarget }) => {
        currentTarget.closest('form')?.reset()
      }}
    >
      <Icon name={icon} />
      {children}
    </Link>
  )
}

/** The screens whose label, or whose group, contains the words: first those that begin with them. */
function screensNamed(groups: readonly SidebarGroup[], words: string) {
  if (words === '') return []
  const wanted = foldText(words)
  const found = groups.flatMap(({ label: group, links }) =>
    links
      .filter(({ label }) => foldText(`${label}\n${group}`).includes(wanted))
      .map((link) => ({ ...link, group, place: placeIn(link.label, wanted) })),
  )
  return found.toSorted((one, other) => one.place - other.place)
}

/** 0 if a label begins with the words, 1 if it has them, 2 if only its group does. */
function placeIn(label: string, wanted: string) {
  const folded = foldText(label)
  if (folded.startsWith(wanted)) return 0
  return folded.includes(wanted) ? 1 : 2
}

interface SearchFormProps {
  id: string
  className: string
  query?: string
  /** The accessible name: no other search of the page has it. */
  label: string
}

/** The form that searches for a screen or a text of the website. */
export function SearchForm({ id, className, query = '', label }: SearchFormProps) {
  return (
    <Form className={`search ${className}`} action="/admin/search" role="search" aria-label={label}>
      <SearchField id={id} defaultValue={query} />
    </Form>
  )
}

function SearchField({ id, ...props }: { id: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        Search screens and texts
      </label>
      <Icon name="search" />
      <input
        {...props}
        id={id}
        name="q"
        type="search"
        maxLength={200}
        placeholder="Search screens and texts"
        autoComplete="off"
        aria-keyshortcuts={SEARCH_KEYS}
      />
    </>
  )
}
