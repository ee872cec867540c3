import { vi } from 'vitest'

/**
 * `vi.waitFor` and `vi.waitUntil` fail after one second by default, which a busy machine needs for a single write to
 * its disk. Here they wait as long as `expect.poll`, unless a test says otherwise.
 */
const DEFAULTS = { timeout: 10_000, interval: 20 }

/** The test files of a worker share `vi`, and this file runs before each of them. */
const shared = vi as typeof vi & { waitsLongEnough?: true }

if (!shared.waitsLongEnough) {
  shared.waitsLongEnough = true
  const { waitFor, waitUntil } = vi
  const withDefaults = (options: Parameters<typeof waitFor>[1] = {}) => ({
    ...DEFAULTS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
  vi.waitFor = (callback, options) => waitFor(callback, withDefaults(options))
  vi.waitUntil = (callback, options) => waitUntil(callback, withDefaults(options))
}
