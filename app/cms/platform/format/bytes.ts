const UNITS = [
  [3, 'GB'],
  [2, 'MB'],
  [1, 'kB'],
] as const

/** Size of a file: `206 kB`, `1.4 MB`, `2.1 GB`. Takes bytes. A kB has 1,000 of them. */
export function formatBytes(bytes: number) {
  if (bytes < 999_500) return `${Math.max(Math.min(bytes, 1), Math.round(bytes / 1000))} kB`
  if (bytes < 999_950_000) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${(bytes / 1e9).toFixed(1)} GB`
}

/**
 * A limit in bytes as a whole number: `16 kB`, `40 MB`. Some programs show sizes with 1,000 bytes a kB, others with
 * 1,024. Limits that users meet are multiples of 1,024, so that a file of “40 MB” is accepted wherever it was read.
 */
export function formatLimit(bytes: number) {
  for (const [exponent, unit] of UNITS) {
    const size = [1000, 1024].map((base) => base ** exponent).find((size) => bytes % size === 0)
    if (size !== undefined) return `${bytes / size} ${unit}`
  }
  return `${bytes} bytes`
}
