import type { UIMatch } from '@remix-run/react'

/** What a public page's `handle` may tell the layout. */
export interface SiteHandle {
  /** `over`: the page begins with a dark full-bleed section, and the navbar lies on it. */
  navbar?: 'over'
  /** `false`: the footer leaves out what it asks of customers. */
  isForCustomers?: boolean
}

/** True where one of the matched routes asks for the navbar to lie over the page. */
export function hasNavbarOver(matches: Match[]) {
  return matches.some(
    ({ handle }) => typeof handle === 'object' && handle !== null && 'navbar' in handle && handle.navbar === 'over',
  )
}

/** False where one of the matched routes is for investors or for those who look for work. */
export function isForCustomers(matches: Match[]) {
  return !matches.some(
    ({ handle }) =>
      typeof handle === 'object' && handle !== null && 'isForCustomers' in handle && handle.isForCustomers === false,
  )
}

type Match = Pick<UIMatch, 'handle'>
