import type { NoticeState } from '#app/inbox/notice-outbox.server.ts'
import { countOf, formatTimeInSentence } from '#app/editing/ui/format.ts'

/** Whether a message was announced by mail, in words; `detail` is what the mail server said, `isOver` is true if it was given up. */
export function describeNotice(notice: NoticeState): {
  isFailure: boolean
  isOver: boolean
  text: string
  detail: string
} {
  if (notice.kind === 'sent')
    return { isFailure: false, isOver: false, text: `Sent ${formatTimeInSentence(notice.at)}`, detail: '' }
  if (notice.kind === 'none') return { isFailure: false, isOver: false, text: 'None was sent', detail: '' }
  const { attempts, error: detail } = notice
  const tries = countOf(attempts, 'attempt')
  if (notice.kind === 'failed')
    return { isFailure: true, isOver: true, text: `Failed after ${tries}; not tried again`, detail }
  if (attempts === 0) return { isFailure: false, isOver: false, text: 'Waiting to be sent', detail }
  return {
    isFailure: true,
    isOver: false,
    text: `${tries} failed; next ${formatTimeInSentence(notice.nextAttemptAt)}`,
    detail,
  }
}
