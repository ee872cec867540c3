import { createHash } from 'node:crypto'
import { pageOfAddress } from '#app/cms/platform/http/parse-url.ts'
import { isOwnAddress } from '#app/site/site-addresses.ts'
import { encodeAddress } from '#app/cms/define/link-target.ts'
import { defineService } from '#app/cms/define/content-reader.ts'
import type { FollowingContent, ReadContent } from '#app/cms/define/following-content.ts'
import { productPath } from '#app/site/sections/product-parts/product-address.ts'
import {
  MAX_REDIRECTS,
  siteDetails,
  type PageRedirect,
  type SiteDetails,
} from '#app/site/sections/site-details/site-details.ts'
import { PRODUCT_LISTS } from './product-catalog.server.ts'
import { productPages } from './product-page.ts'

type Moves = ReadonlyMap<string, string>

/** The paths to which the products' cards lead, by the products' ids. */
type Paths = ReadonlyMap<string, string>

const PRODUCTS = '/products'

/** The redirects of a site, from the addresses that pages had before. */
export const pageRedirects = defineService((content) => {
  // A file of an earlier release may have redirects from addresses that the site serves itself. They have no effect.
  const redirects = () => (content.find(siteDetails)?.value.redirects ?? []).filter(({ from }) => !isOwnAddress(from))
  return {
    /**
     * The address to which an address without a page redirects, as a header can hold it; undefined if there is no
     * redirect.
     */
    redirectFrom(address: string): string | undefined {
      const to = redirects().find(({ from }) => from === address)?.to
      return to === undefined || pageOfAddress(to) === address ? undefined : encodeAddress(to)
    },
    /** The old addresses that redirect to another page. */
    redirectedAddresses(): string[] {
      return redirects().map(({ from }) => from)
    },
  }
})

/** The redirects that follow from changed addresses of products. They are published together with that change. */
export const followingRedirects: FollowingContent = {
  section: siteDetails,
  follow({ before, after, isUndo }) {
    const [earlier, later] = [readPaths(before), readPaths(after)]
    if (!earlier || !later) return undefined
    const moves = movesBetween(earlier, later, after)
    const known = new Set(earlier.values())
    const back = new Set(isUndo ? [...later.values()].filter((path) => !known.has(path)) : [])
    if (moves.size + back.size === 0) return undefined
    return {
      reason: isUndo ? 'Redirects changed back with an address' : 'Redirect added for a changed address',
      change(current) {
        const content = current as SiteDetails
        const redirects = content.redirects.filter(({ from }) => !back.has(from))
        return { ...content, redirects: withMoves(redirects, moves, { isUndo }) }
      },
    }
  },
}

function readPaths(read: ReadContent): Paths | undefined {
  const lists = PRODUCT_LISTS.map((section) => read(section)?.products)
  // A list that cannot be read has not lost its products.
  if (!lists.every((list) => list !== undefined)) return undefined
  return new Map(lists.flatMap((list) => list.map((product) => [product._id, productPath(product)])))
}

/** From addresses that no product has any more: to the product's new address, or else to all products. */
function movesBetween(before: Paths, after: Paths, read: ReadContent): Moves {
  const served = new Set([
    ...after.values(),
    ...productPages.flatMap((section) => (read(section) ? [section.page] : [])),
  ])
  const moves = new Map<string, string>()
  for (const [id, path] of before) if (!served.has(path)) moves.set(path, after.get(id) ?? PRODUCTS)
  return moves
}

/**
 * The redirects after addresses have changed. A redirect to an old address now leads to the new one, so that there are
 * no chains. The newest come first, and beyond the limit the oldest are dropped. After an undo, addresses that only the
 * undone change has made do not redirect, so that nothing tells that they existed.
 *
 * A redirect from an address that has a page again stays: the page is shown, and if it is withdrawn, the earlier
 * redirect works again.
 */
export function withMoves(current: readonly PageRedirect[], moves: Moves, { isUndo = false } = {}): PageRedirect[] {
  const ids = new Set(current.flatMap(({ _id, from }) => (moves.has(from) ? [] : _id)))
  const added = isUndo ? [] : [...moves].map(([from, to]) => ({ _id: redirectId(from, ids), from, to }))
  const moved = current
    .filter(({ from }) => isUndo || !moves.has(from))
    .map((redirect) => ({ ...redirect, to: moves.get(pageOfAddress(redirect.to)) ?? redirect.to }))
    .filter(({ from, to }) => from !== pageOfAddress(to))
  const redirects = [...added, ...moved]
  // An address that others redirect to cannot redirect itself.
  const targets = new Set(redirects.map(({ to }) => pageOfAddress(to)))
  return redirects.filter(({ from }) => !targets.has(from)).slice(0, MAX_REDIRECTS)
}

/** Equal redirects have equal ids, so that making one twice changes nothing. `taken` are the ids of other redirects. */
function redirectId(from: string, taken: ReadonlySet<string>) {
  const hash = createHash('sha256').update(from).digest('hex')
  const id = hash.slice(0, 16)
  return taken.has(id) ? hash.slice(0, 32) : id
}
