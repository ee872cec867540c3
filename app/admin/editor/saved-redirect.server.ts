import { enumerate } from '#app/editing/ui/format.ts'
import { undoOn } from '#app/admin/history/section-history.server.ts'
import { currentSite } from '#app/site.server.ts'

interface Saved {
  message: string
  /** The history entry that takes it back; undefined where nothing has changed. */
  historyEntry: string | undefined
  /** Labels of fields in which it was merged with what someone else had saved. */
  taken?: readonly string[]
}

/** Answers an edit that is saved: 303 to `page`, an address below /admin/, where it is said with the way back. */
export function savedRedirect(page: string, { message, historyEntry, taken = [] }: Saved) {
  return currentSite().flash.flashRedirect(page, {
    kind: 'success',
    message,
    ...(taken.length > 0 && { detail: `What someone else saved in the meantime is kept: ${enumerate(taken)}.` }),
    ...undoOn(page, historyEntry),
  })
}
