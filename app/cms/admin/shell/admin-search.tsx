import { Form, Link, useLocation } from '@remix-run/react'
import { useEffect, useState, type InputHTMLAttributes, type KeyboardEvent, type ReactNode } from 'react'
import { Icon, type IconName } from '#app/cms/editing/ui/admin-icon.tsx'
import { SEARCH_KEYS } from '#app/cms/editing/ui/shortcuts.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import type { NamedPlace } from '#app/cms/admin/search/named-places.server.ts'
import type { SidebarGroup } from './admin-sidebar.tsx'

/** The most screens that are offered below the field. */
const MAX_SCREENS = 8

/** From so many letters on, names of the content are looked for, this long after the last one (ms). */
const MIN_LETTERS = 2
const PAUSE = 150

/**
 * The search of the top bar. While a word is typed, the screens that have it in their name, or in that of their group,
 * are links below the field, and then entries and fields that are called so. The arrow keys lead through them. Without
 * JavaScript, and for everything else, Enter searches.
 */
export function TopSearch({ groups }: { groups: readonly SidebarGroup[] }) {
  const { key } = useLocation()
  const [typed, setTyped] = useState({ words: '', on: key })
  // On the next screen nothing is below the field.
  const words = typed.on === key ? typed.words.trim() : ''
  const setWords = (next: string) => {
    setTyped({ words: next, on: key })
  }
  const screens = screensNamed(groups, words).slice(0, MAX_SCREENS)
  const places = usePlacesNamed(words)
  return (
    <Form
      className="search top-search"
      action="/admin/search"
      role="search"
      aria-label="Search the website"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setWords('')
      }}
      onKeyDown={(event) => {
        moveFocus(event)
        if (event.key !== 'Escape') return
        setWords('')
        event.currentTarget.querySelector('input')?.focus()
      }}
    >
      <SearchField
        id="search"
        onChange={({ currentTarget }) => {
          setWords(currentTarget.value)
        }}
      />
      <p className="visually-hidden" aria-live="polite">
        {words !== '' && countOf(screens.length + places.length, 'suggestion')}
      </p>
      {words !== '' && (
        <div className="top-search__found">
          {screens.length > 0 && (
            <ul aria-label="Screens">
              {screens.map(({ label, to, icon, group }) => (
                <li key={to}>
                  <FoundLink to={to} icon={icon}>
                    <span>{label}</span>
                    <span className="top-search__group">{group}</span>
                  </FoundLink>
                </li>
              ))}
            </ul>
          )}
          {places.length > 0 && (
            <ul aria-label="Content">
              {places.map(({ label, group, href }) => (
                <li key={`${href} ${label}`}>
                  <FoundLink to={href} icon="page" reloadDocument={href.includes('#')}>
                    <span>{label}</span> <span className="top-search__group">{group}</span>
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

interface FoundLinkProps {
  to: string
  icon: IconName
  /** For a field: the browser then opens the closed row that contains it. */
  reloadDocument?: boolean
  children: ReactNode
}

function FoundLink({ to, icon, reloadDocument = false, children }: FoundLinkProps) {
  return (
    <Link
      to={to}
      reloadDocument={reloadDocument}
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

/** ArrowDown and ArrowUp move the focus from the field through the links below it, and back to the field. */
function moveFocus(event: KeyboardEvent<HTMLFormElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .top-search__found a')]
  if (step === undefined || stops.length < 2 || event.nativeEvent.isComposing) return
  event.preventDefault()
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops.at((at + step) % stops.length)?.focus()
}

/**
 * The entries and fields that have the words in their names. Not by a fetcher of the router: its failure would replace
 * the screen, and an ended session would leave it with what is typed there.
 */
function usePlacesNamed(words: string): NamedPlace[] {
  const [found, setFound] = useState<{ words: string; places: NamedPlace[] }>({ words: '', places: [] })
  const isLongEnough = words.length >= MIN_LETTERS
  useEffect(() => {
    if (!isLongEnough) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      placesOf(words, stop.signal).then(
        (places) => {
          setFound({ words, places })
        },
        // The search of all texts is still offered.
        () => undefined,
      )
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [words, isLongEnough])
  // While the next letters are looked for, what was found for the first of them stays.
  return isLongEnough && found.words !== '' && words.startsWith(found.words) ? found.places : []
}

async function placesOf(words: string, signal: AbortSignal): Promise<NamedPlace[]> {
  const address = `/admin/search/names?${new URLSearchParams({ q: words })}`
  const response = await fetch(address, { redirect: 'manual', signal })
  return response.ok ? ((await response.json()) as NamedPlace[]) : []
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
