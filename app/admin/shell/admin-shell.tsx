import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AdminSidebar, DASHBOARD, SIDEBAR_ID, type SidebarGroup } from './admin-sidebar.tsx'
import { countOf } from '#app/editing/ui/format.ts'
import { SearchForm } from '#app/editing/ui/search-form.tsx'
import { useShortcuts } from '#app/editing/ui/shortcuts.ts'
import { PageStatus, useClearOnSubmit } from '#app/editing/ui/status-message.tsx'
import { useKeptFocus } from '#app/editing/form/use-kept-focus.ts'

interface AdminShellProps {
  companyName: string
  username: string
  /** Content files that cannot be read as they are. */
  faultCount: number
  /** What is wrong with the running site itself. */
  problemCount: number
  groups: readonly SidebarGroup[]
  children: ReactNode
}

/** What surrounds every page of the administrator area: top bar, sidebar, footer. */
export function AdminShell({ companyName, username, faultCount, problemCount, groups, children }: AdminShellProps) {
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
          <img src="/images/logo-mark.svg" width="26" height="26" alt="" />
          <span>{companyName}</span>
          <span className="vh">, admin dashboard</span>
        </Link>
        <button className="btn btn--ghost top__nav" type="button" popovertarget={SIDEBAR_ID}>
          <Icon name="menu" />
          Sections
        </button>
        <SearchForm className="search--top" id="search" />
        <div className="top__end">
          <Link className="btn btn--ghost search-link" to="/admin/search">
            <Icon name="search" label="Search" />
          </Link>
          {problemCount > 0 && <AttentionChip count={problemCount} noun="problem" />}
          {faultCount > 0 && <AttentionChip count={faultCount} noun="unreadable file" />}
          {/* A full page load: the public pages bring their own styles. */}
          <a className="btn btn--ghost" href="/">
            <span className="top__long">View website</span> <Icon name="out" />
          </a>
          <AccountMenu username={username} />
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

/** Leads to the list on the dashboard that says more. On a narrow screen its words are for screen readers alone. */
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
