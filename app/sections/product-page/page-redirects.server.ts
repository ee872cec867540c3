import { randomUUID } from 'node:crypto'
import type { ContentStore } from '#app/content/store/store.types.ts'
import { log } from '#app/platform/log.server.ts'
import { productPath } from '#app/sections/products/product-address.ts'
import { MAX_REDIRECTS, site, type PageRedirect } from '#app/sections/site/site.ts'
import type { ProductCatalog } from './product-catalog.server.ts'

type Moves = ReadonlyMap<string, string>

/** Where the products' cards lead, by the products' ids; undefined while a family cannot be read. */
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

  /** The address that an address without a page leads to; undefined if it leads nowhere. */
  function redirectFrom(address: string): string | undefined {
    const to = redirects().find(({ from }) => from === address)?.to
    return to === address ? undefined : to
  }

  /** The old addresses that lead to another page. */
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

  /** Old addresses that no product answers any more, and where they lead: to the product's new address, else to all products. */
  function movesBetween(before: Paths, after: Paths): Moves {
    const answered = new Set(after.values())
    const moves = new Map<string, string>()
    for (const [id, path] of before) {
      const hasPage = answered.has(path) || findProductPage(path.slice(`${PRODUCTS}/`.length)) !== undefined
      if (!hasPage) moves.set(path, after.get(id) ?? PRODUCTS)
    }
    return moves
  }

  async function saveMoves() {
    try {
      await content.update(site, {
        author: 'website',
        reason: 'Redirect added for a changed address',
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
 * Redirects after addresses have moved. What led to an old address leads to the new one at once, so that there are no chains;
 * what led away from an address that has a page again goes. The newest come first; beyond the limit the oldest go.
 */
export function withMoves(
  current: readonly PageRedirect[],
  moves: Moves,
  answered: ReadonlySet<string>,
): PageRedirect[] {
  const added = [...moves].map(([from, to]) => ({ _id: randomUUID(), from, to }))
  const kept = current
    .filter(({ from }) => !moves.has(from) && !answered.has(from))
    .map((redirect) => ({ ...redirect, to: moves.get(redirect.to) ?? redirect.to }))
    .filter(({ from, to }) => from !== to)
  return [...added, ...kept].slice(0, MAX_REDIRECTS)
}
