import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { toStorageError } from '#app/cms/storage/storage-error.ts'

/** Why a change could not be stored, for staff; undefined if it was. The form is shown again with what was typed. */
export async function problemOf(change: Promise<unknown>): Promise<ExpectedError | undefined> {
  try {
    await change
    return undefined
  } catch (cause) {
    return cause instanceof ExpectedError ? cause : toStorageError(cause)
  }
}
