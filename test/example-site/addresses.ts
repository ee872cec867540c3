/** The pages with an address of their own in the route table. */
export const PAGES = ['/', '/album', '/team']

/** Visitors withdraw a message there. */
export const WITHDRAW_PAGE = '/withdraw'

/** The map of the page of the team. */
export const MAP = 'https://www.openstreetmap.org/export/embed.html?bbox=79.8,6.8,79.9,6.9'

/** True for an address that the site always serves itself. */
export function isOwnAddress(address: string) {
  return PAGES.includes(address)
}
