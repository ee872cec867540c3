import { Form, Link, useLocation, useNavigate } from '@remix-run/react'
import { useState, type MouseEvent } from 'react'
import { Icon, type IconName } from '#app/cms/editing/ui/admin-icon.tsx'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { countOf } from '#app/cms/platform/format/words.ts'

/** The dashboard is also at `/admin`. */
export const DASHBOARD = '/admin/dashboard'

/** The id of the popover, which a button of the top bar opens. */
export const SIDEBAR_ID = 'sections'

/** Links of the sidebar under one heading. */
export interface SidebarGroup {
  label: string
  links: {
    label: string
    to: string
    icon: IconName
    /** Shown beside it: number of waiting items. */ count?: number
    /** If the section has a draft, or one that waits for approval. */ badge?: 'Draft' | 'Approval' | undefined
  }[]
  /** True if its links are collapsed while none of them leads to the current page. */
  isCollapsible?: boolean | undefined
}

/** The screens of the administrator area: a column on wide screens, a popover that needs no script on narrow ones. */
export function AdminSidebar({ groups }: { groups: readonly SidebarGroup[] }) {
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
      {links.map(({ label, to, icon, count = 0, badge }) => (
        <li key={to}>
          <Link to={to} aria-current={isWithin(path, to) ? 'page' : undefined} onClick={closePopover}>
            <Icon name={icon} />
            <span>{label}</span>
            {badge && <span className="chip side__draft">{badge}</span>}
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
