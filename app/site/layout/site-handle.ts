import type { UIMatch } from '@remix-run/react'

/** Options of a public page's `handle` for the layout. */
export interface SiteHandle {
  /** `over`: the page begins with a dark full-bleed section, and the navbar overlays it. */
  navbar?: 'over'
  /** `false`: the footer omits its call to customers. */
  isForCustomers?: boolean
}

/** True if one of the matched routes requests the navbar over the page. */
export function hasNavbarOver(matches: Match[]) {
  return matches.some(
    ({ handle }) => typeof handle === 'object' && handle !== null && 'navbar' in handle && handle.navbar === 'over',
  )
}

/** False if one of the matched routes is for investors or job applicants, or is where the call to customers leads. */
export function isForCustomers(matches: Match[]) {
  return !matches.some(
    ({ handle }) =>
      typeof handle === 'object' && handle !== null && 'isForCustomers' in handle && handle.isForCustomers === false,
  )
}

type Match = Pick<UIMatch, 'handle'>
