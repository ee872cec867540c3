/** The pages with an address of their own in the route table. */
export const PAGES = ['/', '/album', '/team']

/** True for an address that the site always serves itself. */
export function isOwnAddress(address: string) {
  return PAGES.includes(address)
}
