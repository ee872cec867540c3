import type { HealthReports } from '#app/cms/platform/health.server.ts'
import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'
import type { KeepDays } from '#app/cms/inbox/privacy/keeping.ts'
import type { FolderFill } from './message-room.server.ts'

const NEARLY_FULL = 0.8
export const INBOX_NEARLY_FULL = 'inbox-nearly-full'
const SPAM_FULL = 'spam-nearly-full'

/** Warns staff while there is time to make room. */
export function reportFill({ count, part, spamPart, leftOut }: FolderFill, health: HealthReports, keepDays: KeepDays) {
  if (spamPart < NEARLY_FULL) health.clear(SPAM_FULL)
  else {
    const message = `The room for suspected spam is ${percent(spamPart)} % full. When it is full, further suspected spam is refused, and whoever sends it is told to write an e-mail. Mark messages that are not spam as “Not spam”. The rest is removed automatically, ${keepDays.spam} days after it arrived.`
    health.report({ id: SPAM_FULL, message })
  }
  if (part < NEARLY_FULL && leftOut === 0) {
    health.clear(INBOX_NEARLY_FULL)
    return
  }
  const whatNext = `Messages are kept for ${MESSAGE_DAYS.least} days at least. Download them as CSV, then delete older ones that are not needed: these make room for new ones.`
  const message =
    leftOut > 0
      ? `The inbox folder holds ${count + leftOut} messages, which is more than the limit. The oldest ${leftOut} are not shown, and new messages are not accepted. ${whatNext}`
      : `The inbox is ${percent(part)} % full. When it is full, the contact form does not accept new messages. ${whatNext}`
  health.report({ id: INBOX_NEARLY_FULL, message })
}

function percent(part: number) {
  return Math.floor(part * 20) * 5
}
