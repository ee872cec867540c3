import { createHash } from 'node:crypto'
import { MAX_REDIRECTS, pageOfRedirect, type PageRedirect } from '#app/cms/define/page-redirects.ts'

/** What has happened to pages. */
interface PageMoves {
  /** The new address of each page that has one, by its former address. */
  moved: ReadonlyMap<string, string>
  /** Where visitors of a removed page go, by its address; '': nowhere. */
  removed: ReadonlyMap<string, string>
}

/**
 * The redirects after pages were moved or removed. Redirects to a former address lead to the new one. The newest come
 * first, and beyond the limit the oldest are dropped. Redirects to the address of a removed page stay, so that they
 * work again if the page is restored.
 *
 * A redirect from an address that has a page again stays: the page is shown, and if it is withdrawn, the earlier
 * redirect works again.
 */
export function withMoves(current: readonly PageRedirect[], { moved, removed }: PageMoves): PageRedirect[] {
  const made = new Map([...moved, ...removed].map(([from, to]) => [from, endOf(to, from, moved, removed)]))
  const kept = rewritten(
    current.filter(({ from }) => !made.has(from)),
    moved,
  )
  const ids = new Set(kept.map(({ _id }) => _id))
  const added = [...made].map(([from, to]) => ({ _id: redirectId(from, ids), from, to }))
  // The pages that the new redirects lead to exist, so there is no way from them to another one.
  const targets = new Set(added.map(({ to }) => pageOfRedirect(to)))
  return [...added, ...kept].filter(({ from }) => !targets.has(from)).slice(0, MAX_REDIRECTS)
}

/**
 * The redirects after a change was undone: none from `back`, the addresses that have their page again, and none from an
 * address that only the undone change had made, so that nothing shows that it existed.
 */
export function withoutMoves(
  current: readonly PageRedirect[],
  { moved }: Pick<PageMoves, 'moved'>,
  back: ReadonlySet<string>,
): PageRedirect[] {
  return rewritten(
    current.filter(({ from }) => !back.has(from)),
    moved,
  )
}

function rewritten(redirects: readonly PageRedirect[], moved: ReadonlyMap<string, string>) {
  return redirects
    .map((redirect) => ({ ...redirect, to: moved.get(pageOfRedirect(redirect.to)) ?? redirect.to }))
    .filter(({ from, to }) => from !== pageOfRedirect(to))
}

/** Where a redirect leads in the end if its target is moved or removed at the same moment. */
function endOf(to: string, from: string, ...moves: readonly ReadonlyMap<string, string>[]): string {
  const seen = new Set([from])
  for (let at = to; ;) {
    const page = pageOfRedirect(at)
    const next = moves.map((move) => move.get(page)).find((found) => found !== undefined)
    if (next === undefined) return at
    // They would lead in a circle: no page is left.
    if (seen.has(page)) return ''
    seen.add(page)
    at = next
  }
}

/** Equal redirects have equal ids, so that making one twice changes nothing. `taken` are the ids of other redirects. */
function redirectId(from: string, taken: ReadonlySet<string>) {
  const hash = createHash('sha256').update(from).digest('hex')
  const id = hash.slice(0, 16)
  return taken.has(id) ? hash.slice(0, 32) : id
}
