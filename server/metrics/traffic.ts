type RequestKind = 'page' | 'data' | 'file' | 'api' | 'admin'

export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

export type CacheOutcome = 'hit' | 'miss' | 'bypass' | 'ineligible'

/**
 * Counts requests as plain numbers from the start, because anything more is too slow for cached responses. The metrics
 * read the numbers when they are requested.
 */
export class Traffic {
  /** Counts by status class, from 1xx on. */
  readonly requests: Readonly<Record<RequestKind, number[]>> = {
    page: [0, 0, 0, 0, 0],
    data: [0, 0, 0, 0, 0],
    file: [0, 0, 0, 0, 0],
    api: [0, 0, 0, 0, 0],
    admin: [0, 0, 0, 0, 0],
  }
  /** Counts of the lookups in the response cache. */
  readonly outcomes: Record<CacheOutcome, number> = { hit: 0, miss: 0, bypass: 0, ineligible: 0 }
  /** Requests that the app rendered: for the cache, or for one visitor. */
  readonly renders = { cache: 0, request: 0 }
  /** Renders that run or wait, by queue. */
  renderQueues: Readonly<Record<string, { readonly size: number }>> = {}
  /** Called for each request that was not served from the cache. */
  onRequest: ((kind: RequestKind, seconds: number) => void) | undefined

  /** Counts a response that was sent from the cache, also one that was rendered for this request. */
  countCached(kind: RequestKind, outcome: CacheOutcome, status: number): void {
    this.outcomes[outcome] += 1
    this.#count(kind, status)
  }

  /** Counts any other response. */
  countRequest(kind: RequestKind, status: number, seconds: number): void {
    this.#count(kind, status)
    this.onRequest?.(kind, seconds)
  }

  #count(kind: RequestKind, status: number) {
    const counts = this.requests[kind]
    const at = Math.floor(status / 100) - 1
    counts[at] = (counts[at] ?? 0) + 1
  }
}

/** The kind of a request that the response cache did not serve, by its target. */
export function requestKindOf(target: string): RequestKind {
  const [path = ''] = target.split('?', 1)
  if (/^\/admin(?:[/.]|$)/.test(path)) return 'admin'
  if (/^\/api(?:\/|$)/.test(path)) return 'api'
  if (isData(path)) return 'data'
  return /^\/(?:assets|uploads|variants)\/|\.\w{2,5}$/.test(path) ? 'file' : 'page'
}

/** True for the address of a page's data, which scripts request. */
export function isData(path: string): boolean {
  return path.endsWith('.data')
}
