import { etagOf, matchesIfMatch, matchesIfNoneMatch } from '#app/cms/platform/http/etag.ts'

/** The request for a file; `header` takes names in lower case. */
export interface FileRequest {
  method: string
  header: (name: string) => string | undefined
}

/** The status, and the bytes of the body: from `start` to before `end`. */
export type FileOutcome = { status: 200 | 206; start: number; end: number } | { status: 304 | 412 | 416 }

/**
 * Evaluates the conditions of a GET or HEAD in the order of RFC 9110, 13.2.2. `size` is in bytes, `modified` in
 * milliseconds.
 *
 * A Range that is not one byte range is ignored, as 14.2 allows: the response is then the whole file.
 */
export function fileOutcome(
  { method, header }: FileRequest,
  { version, size, modified }: { version: string; size: number; modified: number },
): FileOutcome {
  const changed = Math.floor(modified / 1000) * 1000
  const whole = { status: 200, start: 0, end: size } as const

  const ifMatch = header('if-match')
  if (ifMatch === undefined) {
    if (changed > dateOf(header('if-unmodified-since'), Infinity)) return { status: 412 }
  } else if (!matchesIfMatch(ifMatch, version)) {
    return { status: 412 }
  }

  const ifNoneMatch = header('if-none-match')
  if (ifNoneMatch === undefined) {
    if (changed <= dateOf(header('if-modified-since'), -Infinity)) return { status: 304 }
  } else if (matchesIfNoneMatch(ifNoneMatch, version)) {
    return { status: 304 }
  }

  const ifRange = header('if-range')
  const isSame = ifRange === undefined || ifRange === etagOf(version) || dateOf(ifRange, NaN) === changed
  // GET is the only method with ranges (14.2).
  return isSame && method === 'GET' ? (select(header('range'), size) ?? whole) : whole
}

/** Undefined if the header is no single byte range (14.1.2). */
function select(range: string | undefined, size: number): FileOutcome | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start < end ? { status: 206, start, end } : { status: 416 }
}

/** `otherwise` if the header is absent or no date. */
function dateOf(header: string | undefined, otherwise: number) {
  const date = Date.parse(header ?? '')
  return Number.isNaN(date) ? otherwise : date
}
