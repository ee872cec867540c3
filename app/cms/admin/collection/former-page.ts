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

/** The same of several entries that are removed at one time. `staying` are the pages that other content has as well. */
export function formerPagesOf(count: number, { areGone, staying }: FormerPages): string[] {
  const others = staying.length === 0 ? 'their pages' : 'the other pages'
  const outcome = areGone ? 'the page is gone (410)' : 'there is no such page'
  return [
    ...staying.map(pageStays),
    ...(staying.length < count ? [`Visitors of ${others} will read that ${outcome}.`] : []),
  ]
}

export interface FormerPages {
  /** False if the site has no redirects, so that an address without a page is an unknown one. */
  areGone: boolean
  /** The pages that other content has as well. */
  staying: readonly string[]
}
