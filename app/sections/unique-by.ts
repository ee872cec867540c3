import { z } from 'zod'

/**
 * Check for a list: no two entries share a value of `key`; empty values do not count. The fault is reported at the later
 * entry. Needed wherever an entry is addressed by that value.
 */
export function uniqueBy<Key extends string>(key: Key, label: string) {
  return z.check<Partial<Record<Key, string>>[]>(({ value: entries, issues }) => {
    const seen = new Set<string>()
    entries.forEach((entry, index) => {
      const value = entry[key]
      if (value === undefined || value === '') return
      if (seen.has(value)) {
        issues.push({
          code: 'custom',
          input: value,
          path: [index, key],
          message: `${label} "${value}" is used twice; give this entry another one`,
        })
      }
      seen.add(value)
    })
  })
}
