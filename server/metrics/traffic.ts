/** What a request was for. */
export type RequestKind = 'page' | 'data' | 'file' | 'api' | 'admin'

export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

export type CacheOutcome = 'hit' | 'miss' | 'bypass' | 'ineligible'

/**
 * Counts requests as plain numbers, from the start on: that is all a response from the cache can afford. The metrics read
 * them when they are asked for.
 */
export class Traffic {
  /** By status class, from 1xx on. */
  readonly requests: Readonly<Record<RequestKind, number[]>> = {
    page: [0, 0, 0, 0, 0],
    data: [0, 0, 0, 0, 0],
    file: [0, 0, 0, 0, 0],
    api: [0, 0, 0, 0, 0],
    admin: [0, 0, 0, 0, 0],
  }
  /** Of the lookups in the response cache. */
  readonly outcomes: Record<CacheOutcome, number> = { hit: 0, miss: 0, bypass: 0, ineligible: 0 }
  /** Pages that the app was asked for: to be cached, or for one request. */
  readonly renders = { cache: 0, request: 0 }
  /** Renders that run or wait, by who waits for them. */
  renderQueues: Readonly<Record<string, { readonly size: number }>> = {}
  /** Called for each request that was not served from memory. */
  onRequest: ((kind: RequestKind, seconds: number) => void) | undefined

  /** Counts a response that was sent from memory, also one that was made for this request. */
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
  return /^\/(?:assets|uploads|policies|variants)\/|\.\w{2,5}$/.test(path) ? 'file' : 'page'
}

/** True for the address of the data of a page, which scripts ask for. */
export function isData(path: string): boolean {
  return path.endsWith('.data')
}
