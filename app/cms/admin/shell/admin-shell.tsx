import { siteProfile } from '#app/cms/platform/site-profile.ts'
import { Link } from '@remix-run/react'
import type { ReactNode, MouseEvent } from 'react'
import { forgetTypedForms } from '#app/cms/editing/form/typed-forms.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { useShortcuts, SEARCH_KEYS } from '#app/cms/editing/ui/shortcuts.ts'
import { PageStatus, useClearOnSubmit } from '#app/cms/editing/ui/status-message.tsx'
import { useKeptFocus } from '#app/cms/editing/ui/focus.ts'
import { forgetLogin } from '#app/cms/admin/login/login-storage.ts'
import { AdminSidebar, DASHBOARD, SIDEBAR_ID, type SidebarGroup } from './admin-sidebar.tsx'
import { TopSearch } from './admin-search.tsx'

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
        <TopSearch groups={groups} />
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
          Logged in as <b>{name}</b>
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
