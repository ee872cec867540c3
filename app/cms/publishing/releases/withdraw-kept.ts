import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import type { SectionEdit } from './release-format.ts'

/** The longest reason for a withdrawal. The schema of the entry may allow less. */
const MAX_REASON_LENGTH = 500

/** Throws an ExpectedError at the field `reason` unless there is one for the entries that are not withdrawn yet. */
export function requireReason(
  kept: readonly SectionEdit[],
  reason: string,
  currentOf: (section: SectionDefinition) => unknown,
) {
  const shown = kept.filter(({ section }) => section.lifecycle?.withdrawal?.reasonOf(currentOf(section)) === '')
  if (shown.length === 0) return
  const refuse = (message: string) => new ExpectedError(422, message, { field: 'reason' })
  const names = enumerate(shown.map(({ section }) => `“${section.label}”`))
  if (reason.trim() === '')
    throw refuse(`Nothing was undone. Enter why ${names} ${shown.length === 1 ? 'is' : 'are'} withdrawn.`)
  if (reason.length > MAX_REASON_LENGTH)
    throw refuse(`Nothing was undone. The reason can have at most ${MAX_REASON_LENGTH} characters.`)
}

/** The content of an entry that has to be kept, withdrawn unless it is already. */
export function withdrawn({ lifecycle }: SectionDefinition, current: unknown, reason: string) {
  const withdrawal = lifecycle?.withdrawal
  return withdrawal?.reasonOf(current) === '' ? withdrawal.withdraw(current, reason.trim()) : current
}
