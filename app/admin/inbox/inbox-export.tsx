import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { adminLoader } from '#app/guard.server.ts'
import { log } from '#app/platform/log.server.ts'
import { formatSheetTime } from '#app/editing/ui/format.ts'
import { readInboxView } from './inbox-address.ts'
import { messagesAsCsv } from './message-csv.ts'
import { currentSite } from '#app/site.server.ts'

/** `/admin/inbox/messages.csv`: all messages that the inbox shows at `?show=` and `?q=`, on all its pages. */
export const loader = adminLoader('publisher', async ({ request, user }) => {
  const messages = await currentSite().inbox.listMessages(readInboxView(new URL(request.url).searchParams))
  log.info({ username: user.username, count: messages.length }, 'Messages were exported')
  currentSite().audit.record({ kind: 'messages.exported', detail: { count: messages.length } })
  const day = formatSheetTime(new Date().toISOString()).slice(0, 10)
  return new Response(createReadableStreamFromReadable(Readable.from(messagesAsCsv(messages))), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="messages-${day}.csv"`,
      'cache-control': 'no-store',
    },
  })
})
