import { randomUUID } from 'node:crypto'
import type { ContentStore } from '#app/content/store/store.types.ts'
import { log } from '#app/platform/log.server.ts'
import { productPath } from '#app/sections/products/product-address.ts'
import { MAX_REDIRECTS, site, type PageRedirect } from '#app/sections/site/site.ts'
import type { ProductCatalog } from './product-catalog.server.ts'

type Moves = ReadonlyMap<string, string>

/** The paths to which the products' cards lead, by the products' ids. */
type Paths = ReadonlyMap<string, string>

const FAMILY_COUNT = 3
const PRODUCTS = '/products'

export type PageRedirects = ReturnType<typeof openPageRedirects>

/** Redirects from the addresses that products had before; one is added to the content whenever an address changes. */
export function openPageRedirects(
  content: Pick<ContentStore, 'find' | 'subscribe' | 'update'>,
  { findProductPage, productFamilies }: Pick<ProductCatalog, 'findProductPage' | 'productFamilies'>,
) {
  let known = readPaths()
  /** Redirects that are not in the site's content yet. */
  let unsaved: PageRedirect[] = []

  content.subscribe(() => {
    const next = readPaths()
    if (!next || next === known) return
    const moves = known ? movesBetween(known, next) : new Map<string, string>()
    known = next
    unsaved = withMoves(unsaved, moves, new Set(next.values()))
    if (moves.size > 0) void saveMoves()
  })

  /** The address to which an address without a page redirects; undefined if there is no redirect. */
  function redirectFrom(address: string): string | undefined {
    const to = redirects().find(({ from }) => from === address)?.to
    return to === address ? undefined : to
  }

  /** The old addresses that redirect to another page. */
  function redirectedAddresses(): string[] {
    return redirects().map(({ from }) => from)
  }

  function redirects(): PageRedirect[] {
    return [...unsaved, ...(content.find(site)?.value.redirects ?? [])]
  }

  function readPaths(): Paths | undefined {
    const families = productFamilies()
    // A family that cannot be read has not lost its products.
    if (families.length < FAMILY_COUNT) return undefined
    return new Map(families.flatMap(({ products }) => products.map((product) => [product._id, productPath(product)])))
  }

  /** Redirects from addresses that no product has any more: to the product's new address, or else to all products. */
  function movesBetween(before: Paths, after: Paths): Moves {
    const served = new Set(after.values())
    const moves = new Map<string, string>()
    for (const [id, path] of before) {
      const hasPage = served.has(path) || findProductPage(path.slice(`${PRODUCTS}/`.length)) !== undefined
      if (!hasPage) moves.set(path, after.get(id) ?? PRODUCTS)
    }
    return moves
  }

  async function saveMoves() {
    try {
      await content.update(site, {
        author: 'website',
        reason: 'Redirect added for a changed address',
        // It results from an approved publication, and without it visitors' links would be broken.
        withoutApproval: true,
        change: (before) => ({
          ...before,
          redirects: withMoves(
            before.redirects,
            new Map(unsaved.map(({ from, to }) => [from, to])),
            new Set(known?.values()),
          ),
        }),
      })
      const saved = new Set(content.find(site)?.value.redirects.map(({ from, to }) => `${from} ${to}`))
      unsaved = unsaved.filter(({ from, to }) => !saved.has(`${from} ${to}`))
    } catch (err) {
      log.error(
        { err, addresses: unsaved.map(({ from }) => from) },
        'Redirects for changed addresses could not be saved',
      )
    }
  }

  return {
    redirectFrom,
    redirectedAddresses,
  }
}

/**
 * The redirects after addresses have changed. A redirect to an old address now leads to the new one, so that there are
 * no chains. A redirect from an address that has a page again is removed. The newest come first, and beyond the limit
 * the oldest are dropped.
 */
export function withMoves(current: readonly PageRedirect[], moves: Moves, served: ReadonlySet<string>): PageRedirect[] {
  const added = [...moves].map(([from, to]) => ({ _id: randomUUID(), from, to }))
  const remaining = current
    .filter(({ from }) => !moves.has(from) && !served.has(from))
    .map((redirect) => ({ ...redirect, to: moves.get(redirect.to) ?? redirect.to }))
    .filter(({ from, to }) => from !== to)
  return [...added, ...remaining].slice(0, MAX_REDIRECTS)
}
