/** The keys of a part of a list: those after the key `after`, until the key `until`. */
export interface ListPart {
  after?: string
  until?: string
}

/**
 * Parts of a list that has about these keys, each with so many of them. Together they have every key, known or not. The
 * pages of one list come one after the other, but parts can be read at the same time.
 */
export function partsOf(known: readonly string[], size: number): ListPart[] {
  const sorted = [...known].sort((one, other) => (isAfter(one, other) ? 1 : -1))
  const limits = sorted.filter((_key, at) => at > 0 && at % size === 0)
  return [undefined, ...limits].map((after, at) => {
    const until = limits[at]
    return { ...(after !== undefined && { after }), ...(until !== undefined && { until }) }
  })
}

/** In the order of a list: by the bytes of UTF-8. */
export function isAfter(key: string, other: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(other)) > 0
}
