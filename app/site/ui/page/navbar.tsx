import { useHref, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import './navbar.css'

interface NavbarProps {
  companyName: string
  /** `isMore`: only in the menu of narrow screens, small, after the others. */
  links: { text: string; link: string; isMore?: boolean }[]
  /** Address of the page on which visitors search. */
  search: string
  /** True if it overlays the page's first section, which must be dark and leave space for it. */
  over?: boolean
}

/**
 * Logo, main navigation and search. One list of links: a row on wide screens, a popover that needs no JavaScript on
 * others. The search is a field if there is room for it, else a link, and a field in the menu.
 */
export function Navbar({ companyName, links, search, over = false }: NavbarProps) {
  const { pathname, key } = useLocation()
  const menu = useRef<HTMLElement>(null)
  const hiddenFor = useRef(key)

  // A page load would close the popover, a client-side navigation does not. The first page is skipped: its menu may
  // have been opened before hydration.
  useEffect(() => {
    if (hiddenFor.current === key) return
    hiddenFor.current = key
    hideMenu(menu.current)
  }, [key])

  return (
    <header className={over ? 'nav nav--over on-ink' : 'nav on-ink'}>
      <div className="wrap nav__row">
        <ContentLink className="nav__logo" to="/">
          <img src="/images/logo-light.svg" width={145} height={48} alt={`${companyName}, home`} />
        </ContentLink>
        <ContentLink className="nav__find" to={search}>
          Search
        </ContentLink>
        <button className="nav__open" type="button" popovertarget={MENU_ID}>
          <Icon name="menu" />
          Menu
        </button>
        <nav
          className="nav__menu"
          id={MENU_ID}
          popover="auto"
          aria-label="Main"
          ref={menu}
          onBlur={(event) => {
            // The open menu covers the page: the focus must not move behind it.
            if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) hideMenu(event.currentTarget)
          }}
        >
          <button className="nav__close" type="button" popovertarget={MENU_ID} popovertargetaction="hide">
            <Icon name="close" />
            Close
          </button>
          <ul>
            {links.map(({ text, link, isMore }, index) => (
              <li key={index} className={isMore ? 'nav__more' : undefined}>
                <ContentLink to={link} aria-current={currentness(link, pathname)}>
                  {text}
                </ContentLink>
              </li>
            ))}
          </ul>
          <form className="nav__search" role="search" action={useHref(search)}>
            <input type="search" name="q" aria-label="Search" placeholder="Search" />
            <button type="submit">Search</button>
          </form>
        </nav>
      </div>
    </header>
  )
}

const MENU_ID = 'menu'

/** `page` for the link of the page itself, `true` for the link of a page above it. */
function currentness(link: string, pathname: string) {
  if (link === pathname) return 'page'
  return link !== '/' && pathname.startsWith(`${link}/`) ? 'true' : undefined
}

function hideMenu(menu: HTMLElement | null) {
  if (menu && 'hidePopover' in menu) menu.hidePopover()
}
