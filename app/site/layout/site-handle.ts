import type { UIMatch } from '@remix-run/react'

/** Options of a public page's `handle` for the layout. */
export interface SiteHandle {
  /** `over`: the page begins with a dark full-bleed section, and the navbar overlays it. */
  navbar?: 'over'
  /** `false`: the footer omits its call to customers. For pages that do not offer what customers buy. */
  isForCustomers?: boolean
}

/** True if one of the matched routes requests the navbar over the page. */
export function hasNavbarOver(matches: Match[]) {
  return matches.some(
    ({ handle }) => typeof handle === 'object' && handle !== null && 'navbar' in handle && handle.navbar === 'over',
  )
}

/** False if one of the matched routes offers nothing to customers, or is where the call to them leads. */
export function isForCustomers(matches: Match[]) {
  return !matches.some(
    ({ handle }) =>
      typeof handle === 'object' && handle !== null && 'isForCustomers' in handle && handle.isForCustomers === false,
  )
}

type Match = Pick<UIMatch, 'handle'>
