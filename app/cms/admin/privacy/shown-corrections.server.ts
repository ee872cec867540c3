import type { StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** Who has corrected which fields of a message when. */
export function shownCorrections({ corrections = [] }: StoredMessage): string[] {
  const { nameOf } = currentSite().auth.accounts
  return corrections.map(({ at, by, fields }) => `${enumerate(fields)}: ${formatTimeInSentence(at)} by ${nameOf(by)}`)
}
