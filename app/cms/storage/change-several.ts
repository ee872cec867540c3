import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { isOutcomeUnknown } from './storage-error.ts'

/**
 * Calls `change`, which changes a number of things that have nothing to do with one another, in one commit. If its
 * outcome is not known, rejects with an ExpectedError that says what may have happened: each of them is changed as a
 * whole, but some may be and others not. `noun` is what one of them is called: `message`.
 */
export async function changeSeveral<Result>(
  { count, noun }: { count: number; noun: string },
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (count < 2 || !isOutcomeUnknown(error)) throw error
    throw new ExpectedError(
      503,
      `It is not known which of the ${countOf(count, noun)} were changed: the connection to the store of the site was lost during the change. Each of them has either all of the change or none of it. Look at the list, choose those that are left, and try again.`,
      { code: 'outcome-unknown', cause: error },
    )
  }
}
