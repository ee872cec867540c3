/** What happens to visitors of a page that is removed. `to` is where they are sent; '': nowhere. */
export function visitorsOf(page: string, to: string, tense: 'now' | 'later'): string {
  const verb = tense === 'now' ? ['read', 'are sent'] : ['will read', 'will be sent']
  return to === ''
    ? `Visitors of ${page} ${verb[0]} that the page is gone (410).`
    : `Visitors of ${page} ${verb[1]} to ${to}.`
}

/** Said instead if other content still has a page at the address. */
export function pageStays(page: string): string {
  return `Other content still leads to ${page}: visitors then see a short page that is made from it.`
}
