import { siteProfile } from '#app/cms/platform/site-profile.ts'
import { Link, useLocation, useNavigate, Form } from '@remix-run/react'
import { useState, type ReactNode, type MouseEvent } from 'react'
import { forgetTypedForms } from '#app/cms/editing/form/typed-forms.ts'
import { Icon, type IconName } from '#app/cms/editing/ui/admin-icon.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { useShortcuts, SEARCH_KEYS } from '#app/cms/editing/ui/shortcuts.ts'
import { PageStatus, useClearOnSubmit } from '#app/cms/editing/ui/status-message.tsx'
import { useKeptFocus } from '#app/cms/editing/ui/focus.ts'
import { forgetLogin } from '#app/cms/admin/login/login-storage.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'

interface AdminShellProps {
  companyName: string
  /** Name of the person who is signed in. */
  name: string
  /** Number of content files that cannot be used. */
  faultCount: number
  /** Number of problems of the running site itself. */
  problemCount: number
  groups: readonly SidebarGroup[]
  children: ReactNode
}

/** The frame of every page of the administrator area: top bar, sidebar, footer. */
export function AdminShell({ companyName, name, faultCount, problemCount, groups, children }: AdminShellProps) {
  useShortcuts()
  const rememberFocus = useKeptFocus()
  const clearOnSubmit = useClearOnSubmit()
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <Link className="top__brand" to={DASHBOARD}>
          <img src={siteProfile().logo.mark} width="26" height="26" alt="" />
          <span>{companyName}</span>
          <span className="visually-hidden">, admin dashboard</span>
        </Link>
        <button className="btn btn--ghost top__nav" type="button" popovertarget={SIDEBAR_ID}>
          <Icon name="menu" />
          <span className="top__word">Sections</span>
        </button>
        <SearchForm className="search--top" id="search" label="Search the website" />
        <div className="top__end">
          <Link className="btn btn--ghost search-link" to="/admin/search" aria-keyshortcuts={SEARCH_KEYS}>
            <Icon name="search" label="Search" />
          </Link>
          {problemCount > 0 && <AttentionChip count={problemCount} noun="problem" />}
          {faultCount > 0 && <AttentionChip count={faultCount} noun="unreadable file" />}
          {/* A full page load: the public pages bring their own styles. */}
          <a className="btn btn--ghost" href="/">
            <span className="top__long">View website</span> <Icon name="out" />
          </a>
          <AccountMenu name={name} />
        </div>
      </header>
      <AdminSidebar groups={groups} />
      <div
        className="page"
        onSubmit={(event) => {
          rememberFocus()
          clearOnSubmit(event)
        }}
      >
        <main id="main" tabIndex={-1}>
          <PageStatus />
          {children}
        </main>
        <footer className="foot">2025 Admin</footer>
      </div>
    </>
  )
}

/** A link to the list on the dashboard with the details. On a narrow screen its words are only for screen readers. */
function AttentionChip({ count, noun }: { count: number; noun: string }) {
  const [number, ...words] = countOf(count, noun).split(' ')
  return (
    <Link className="chip chip--bad top__chip" to={`${DASHBOARD}#attention`}>
      <Icon name="alert" />
      <span>
        {number}
        <span className="top__long"> {words.join(' ')}</span>
      </span>
    </Link>
  )
}

/** The name of the person who is signed in, the link to the account and the button to sign out. */
function AccountMenu({ name }: { name: string }) {
  return (
    <details className="account">
      <summary>
        <span className="avatar" aria-hidden="true">
          {Array.from(name)[0]?.toUpperCase()}
        </span>
        <span className="account__name">{name}</span>
        <Icon name="down" />
      </summary>
      <div className="account__menu">
        <p>
          Signed in as <b>{name}</b>
        </p>
        <Link className="account__item" to="/admin/account" onClick={closeMenu}>
          <Icon name="person" />
          Account
        </Link>
        <form method="post" action="/admin/logout" onSubmit={forgetTab}>
          <button className="account__item">
            <Icon name="logout" />
            Logout
          </button>
        </form>
      </div>
    </details>
  )
}

/** Removes what the browser stores for the person who signs out. */
function forgetTab() {
  forgetLogin()
  forgetTypedForms()
}

/** A navigation by script keeps the document, so the menu would stay open. */
function closeMenu({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest('details')?.removeAttribute('open')
}

/** The dashboard is also at `/admin`. */
export const DASHBOARD = '/admin/dashboard'

const SIDEBAR_ID = 'sections'

/** Links of the sidebar under one heading. */
export interface SidebarGroup {
  label: string
  links: {
    label: string
    to: string
    icon: IconName
    /** Shown beside it: number of waiting items. */ count?: number
    /** If the section has a draft, or one that waits for approval. */ mark?: 'Draft' | 'Approval' | undefined
  }[]
  /** True if its links are collapsed while none of them leads to the current page. */
  isCollapsible?: boolean | undefined
}

/** The screens of the administrator area: a column on wide screens, a popover that needs no script on narrow ones. */
function AdminSidebar({ groups }: { groups: readonly SidebarGroup[] }) {
  const { pathname } = useLocation()
  const path = pathname === '/admin' ? DASHBOARD : pathname
  // A word is typed to leave the screen: on the next one, all links are shown again.
  const [typed, setTyped] = useState({ words: '', on: path })
  const words = typed.on === path ? typed.words.trim() : ''
  const found = groupsNamed(groups, words)
  return (
    <nav className="side" id={SIDEBAR_ID} popover="auto" aria-label="Sections">
      <ScreenFilter
        value={typed.on === path ? typed.words : ''}
        first={words === '' ? undefined : found[0]?.links[0]?.to}
        onType={(next) => {
          setTyped({ words: next, on: path })
        }}
      />
      {words === '' ? <AllScreens groups={groups} path={path} /> : <ScreensFound groups={found} path={path} />}
      <p className="visually-hidden" aria-live="polite">
        {words !== '' && countOf(found.flatMap(({ links }) => links).length, 'screen')}
      </p>
      {words !== '' && found.length === 0 && (
        <p className="side__none">
          No screen with this name.{' '}
          <Link to={`/admin/search?${new URLSearchParams({ q: words })}`}>Search all texts</Link>
        </p>
      )}
    </nav>
  )
}

/** The groups with the links whose label, or whose group, contains the words. */
function groupsNamed(groups: readonly SidebarGroup[], words: string) {
  const wanted = foldText(words)
  return groups
    .map((group) => ({
      ...group,
      links: group.links.filter(({ label }) => foldText(`${label}\n${group.label}`).includes(wanted)),
    }))
    .filter(({ links }) => links.length > 0)
}

interface ScreenFilterProps {
  value: string
  /** Address of the first link that is found, if there is one. */
  first: string | undefined
  onType: (words: string) => void
}

/** Finds a screen by its name while it is typed; Enter opens the first. Without JavaScript it is the search. */
function ScreenFilter({ value, first, onType }: ScreenFilterProps) {
  const navigate = useNavigate()
  return (
    <Form
      className="search side__find"
      action="/admin/search"
      role="search"
      aria-label="Screens"
      onSubmit={(event) => {
        closePopover(event)
        if (first === undefined) return
        event.preventDefault()
        navigate(first)
      }}
    >
      <label className="visually-hidden" htmlFor="find-screen">
        Find a screen
      </label>
      <Icon name="search" />
      <input
        id="find-screen"
        name="q"
        type="search"
        value={value}
        maxLength={200}
        placeholder="Find a screen"
        autoComplete="off"
        onChange={({ currentTarget }) => {
          onType(currentTarget.value)
        }}
      />
      <button className="visually-hidden">Find</button>
    </Form>
  )
}

function AllScreens({ groups, path }: { groups: readonly SidebarGroup[]; path: string }) {
  const collapsibles = groups.filter(({ isCollapsible = false }) => isCollapsible)
  // The first group if the page belongs to none.
  const open = collapsibles.find(({ links }) => links.some(({ to }) => isWithin(path, to))) ?? collapsibles[0]
  return (
    <>
      {groups.map((group) =>
        group.isCollapsible ? (
          <details key={group.label} open={group === open}>
            <summary>
              <h2>{group.label}</h2>
              <Icon name="down" />
            </summary>
            <Links links={group.links} path={path} />
          </details>
        ) : (
          <section key={group.label}>
            <h2 className="visually-hidden">{group.label}</h2>
            <Links links={group.links} path={path} />
          </section>
        ),
      )}
    </>
  )
}

function ScreensFound({ groups, path }: { groups: readonly SidebarGroup[]; path: string }) {
  return (
    <>
      {groups.map(({ label, links }) => (
        <section key={label}>
          <h2 className="side__found">{label}</h2>
          <Links links={links} path={path} />
        </section>
      ))}
    </>
  )
}

function Links({ links, path }: { links: SidebarGroup['links']; path: string }) {
  return (
    <ul>
      {links.map(({ label, to, icon, count = 0, mark }) => (
        <li key={to}>
          <Link to={to} aria-current={isWithin(path, to) ? 'page' : undefined} onClick={closePopover}>
            <Icon name={icon} />
            <span>{label}</span>
            {mark && <span className="chip side__draft">{mark}</span>}
            {count > 0 && <span className="side__count">{count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function isWithin(path: string, screen: string) {
  return path === screen || path.startsWith(`${screen}/`)
}

/** A navigation by script keeps the document, so the popover would stay open. */
function closePopover({ currentTarget }: Pick<MouseEvent<HTMLElement>, 'currentTarget'>) {
  const popover = currentTarget.closest<HTMLElement>(':popover-open')
  popover?.hidePopover()
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
      <label className="visually-hidden" htmlFor={id}>
        Search screens and texts
      </label>
      <Icon name="search" />
      <input
        id={id}
        name="q"
        type="search"
        defaultValue={query}
        maxLength={200}
        placeholder="Search"
        autoComplete="off"
        aria-keyshortcuts={SEARCH_KEYS}
      />
      <button className="visually-hidden">Search</button>
    </Form>
  )
}
