import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { ContentLink } from '#app/ui/content-link.tsx'
import { Icon } from '#app/ui/icon.tsx'
import './navbar.css'

interface NavbarProps {
  companyName: string
  links: { text: string; link: string }[]
  /** Lies transparently over the page's first section, which has to be dark and to leave it room. */
  over?: boolean
}

/** Logo and main navigation. One list of links: a row on wide screens, a popover that needs no JavaScript on others. */
export function Navbar({ companyName, links, over = false }: NavbarProps) {
  const { pathname, key } = useLocation()
  const menu = useRef<HTMLElement>(null)
  const hiddenFor = useRef(key)

  // A client-side navigation leaves the popover as it is; a page load would not. Not for the first page: its menu may have
  // been opened before React took the page over.
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
            // The open menu covers the page: do not let focus walk on behind it.
            if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) hideMenu(event.currentTarget)
          }}
        >
          <button className="nav__close" type="button" popovertarget={MENU_ID} popovertargetaction="hide">
            <Icon name="close" />
            Close
          </button>
          <ul>
            {links.map(({ text, link }, index) => (
              <li key={index}>
                <ContentLink to={link} aria-current={currentness(link, pathname)}>
                  {text}
                </ContentLink>
              </li>
            ))}
          </ul>
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
