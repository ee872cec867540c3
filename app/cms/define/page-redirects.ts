import { z } from 'zod'
import { pageOfAddress } from '#app/cms/platform/http/parse-url.ts'
import { siteProfile } from '#app/cms/platform/site-profile.ts'
import { cleanLine, withoutInvisible } from './clean-text.ts'
import { id, list, optionalSitePath, restricted, text, uniqueBy } from './fields.ts'

/** Where visitors of a former address go. */
const pageRedirect = z.strictObject({
  _id: id(),
  from: restricted(
    text('Old address', 200, cleanOldAddress),
    (value) => /^\/[\w./~-]*[\w~-]$/.test(value) && !value.startsWith('//'),
    () => `a path of this site such as ${siteProfile().examples.page}/old-name`,
  ),
  /** Empty: they read that the page is gone (410). */
  to: optionalSitePath('New address'),
})
export type PageRedirect = z.output<typeof pageRedirect>

/** When more are added, the oldest ones are removed. */
export const MAX_REDIRECTS = 500

/** The list of a site's redirects, for the section that `redirects` of the site names. */
export function redirectList() {
  return list('Redirects', pageRedirect, { max: MAX_REDIRECTS })
    .check(uniqueBy('from', 'Old address'))
    .check(({ value, issues }) => {
      const next = new Map(value.map(({ from, to }) => [from, pageOfRedirect(to)]))
      value.forEach(({ from, to }, index) => {
        if (!leadsBack(from, next)) return
        const message = `${from} would redirect to itself. Enter another address`
        issues.push({ code: 'custom', input: to, path: [index, 'to'], message })
      })
    })
    .default([])
}

function leadsBack(from: string, next: ReadonlyMap<string, string>) {
  let at = next.get(from)
  for (let step = 0; at !== undefined && step <= next.size; step += 1) {
    if (at === from) return true
    at = next.get(at)
  }
  return false
}

/** The page that a redirect leads to; '' for one that says that the page is gone. */
export function pageOfRedirect(to: string): string {
  return to === '' ? '' : pageOfAddress(to)
}

/** In the spelling with which requests are compared. A query is kept, so that the field is refused. */
function cleanOldAddress(value: string) {
  const address = withoutInvisible(cleanLine(value))
  return /^\/[^?#]*$/.test(address) ? pageOfAddress(address) : address
}
