import type { UIMatch } from '@remix-run/react'

/** What a public page's `handle` may tell the layout. */
export interface SiteHandle {
  /** `over`: the page begins with a dark full-bleed section, and the navbar lies on it. */
  navbar?: 'over'
}

/** True where one of the matched routes asks for the navbar to lie over the page. */
export function hasNavbarOver(matches: Pick<UIMatch, 'handle'>[]) {
  return matches.some(
    ({ handle }) => typeof handle === 'object' && handle !== null && 'navbar' in handle && handle.navbar === 'over',
  )
}
