import { actorOf } from '#app/cms/platform/author.server.ts'
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { User } from '#app/cms/people/guard/user.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { csvDownload } from '#app/cms/platform/http/download.server.ts'
import type { StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { calendarDay, formatSheetTime } from '#app/cms/platform/format/time.ts'
import { contextLines } from '#app/cms/inbox/message-context.ts'
import { MESSAGE_STATES, NOT_HANDLED } from '#app/cms/inbox/message-handling.ts'
import { readInboxView } from './inbox-address.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** `/admin/inbox/messages.csv`: all messages that the inbox shows at `?show=` and `?q=`, on all its pages. */
export const loader = adminLoader('publisher', exportMessages, { asksPassword: true })

async function exportMessages({ request, context, user }: LoaderFunctionArgs & { user: User }) {
  const messages = await currentSite().inbox.listMessages(readInboxView(new URL(request.url).searchParams))
  log.info({ username: user.username, count: messages.length }, 'Messages were exported')
  currentSite().audit.record({ kind: 'messages.exported', detail: { count: messages.length }, actor: actorOf(user) })
  const day = calendarDay(Date.now())
  return csvDownload(COLUMNS, csvRowsOf(messages), { fileName: `messages-${day}.csv`, context })
}

const COLUMNS = [
  ...['Received', 'First name', 'Last name', 'E-mail', 'Mobile', 'Message', 'Status'],
  ...['Asks for', 'Details', 'Answer by', 'State', 'Person in charge', 'Note'],
]

/** Times are those of the site's time zone. */
function* csvRowsOf(messages: readonly StoredMessage[]): Generator<string[]> {
  for (const message of messages) {
    const { receivedAt, firstName, lastName, email, mobile, comments, unread, suspectedSpam } = message
    const { kind, extras, answerBy = '', handling = NOT_HANDLED } = message
    const { state, person, note } = handling
    const status = [unread ? 'Unread' : 'Read', ...(suspectedSpam ? ['suspected spam'] : [])].join(', ')
    yield [
      ...[formatSheetTime(receivedAt), firstName, lastName, email, mobile, comments, status],
      ...[kind?.label ?? '', contextLines({ extras }).join('\n'), answerBy, MESSAGE_STATES[state]],
      ...[person === '' ? '' : currentSite().auth.accounts.nameOf(person), note],
    ]
  }
}
