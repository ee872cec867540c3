import type { FieldMessages } from './api-error.ts'

/**
 * Texts in a payload that no file and no page can hold, by their dotted path: half of a surrogate pair, which UTF-8 cannot
 * write, and control characters and noncharacters, which neither people nor XML 1.0 (section 2.2), and so our feed, can read.
 * Empty where all can be used.
 */
export function findUnusableTexts(payload: unknown): FieldMessages {
  const faults = new Map<string, string[]>()
  for (const { path, text } of textsIn(payload)) {
    if (isUsable(text)) continue
    faults.set(path, ['This has a character that cannot be stored, such as a control character'])
  }
  return Object.fromEntries(faults)
}

function* textsIn(value: unknown, path = ''): Generator<{ path: string; text: string }> {
  if (typeof value === 'string') yield { path, text: value }
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) yield* textsIn(child, path === '' ? key : `${path}.${key}`)
}

function isUsable(text: string) {
  // With the flag u a lone half is a character of its own, a pair is not.
  return !/(?![\t\n\r])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/u.test(text)
}
