import type { Compressed } from './compress.ts'

/** An answer with all of its body, as it is kept in memory. */
export interface BufferedResponse {
  /** 200 where it is left out. */
  status?: 200 | 404
  /** Names as they go over the wire, each once. Without Content-Length, Content-Encoding and Vary. */
  headers: readonly Header[]
  body: Buffer
  /** True where its own tag stands for these very bytes, so that they are sent in no other coding. */
  isExact?: boolean
  /** Codings of the body that somebody took the time to make before. */
  compressed?: Compressed
}

export type Header = readonly [name: string, value: string]

/** Value of a header; names compare without regard to case. */
export function headerOf({ headers }: Pick<BufferedResponse, 'headers'>, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return headers.find(([given]) => given.toLowerCase() === wanted)?.[1]
}

/** `first`, then those of `others` whose names it lacks. */
export function mergeHeaders(first: readonly Header[], others: readonly Header[]): Header[] {
  const names = new Set(first.map(([name]) => name.toLowerCase()))
  return [...first, ...others.filter(([name]) => !names.has(name.toLowerCase()))]
}
