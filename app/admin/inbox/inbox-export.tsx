import { adminLoader } from '#app/guard.server.ts'
import { downloadResponse } from '#app/http/download.server.ts'
import { log } from '#app/platform/log.server.ts'
import { formatSheetTime } from '#app/editing/ui/format.ts'
import { readInboxView } from './inbox-address.ts'
import { CSV_TYPE, messagesAsCsv } from './message-csv.ts'
import { currentSite } from '#app/site.server.ts'

/** `/admin/inbox/messages.csv`: all messages that the inbox shows at `?show=` and `?q=`, on all its pages. */
export const loader = adminLoader('publisher', async ({ request, context, user }) => {
  const messages = await currentSite().inbox.listMessages(readInboxView(new URL(request.url).searchParams))
  log.info({ username: user.username, count: messages.length }, 'Messages were exported')
  currentSite().audit.record({ kind: 'messages.exported', detail: { count: messages.length } })
  const day = formatSheetTime(new Date().toISOString()).slice(0, 10)
  return downloadResponse(messagesAsCsv(messages), { fileName: `messages-${day}.csv`, type: CSV_TYPE, context })
})
