import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { adminLoader } from '#app/cms/guard.server.ts'
import { referenceOf, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { actorOf } from '#app/cms/platform/author.server.ts'
import { calendarDay, formatSheetTime } from '#app/cms/platform/format/time.ts'
import { csvDownload, downloadResponse } from '#app/cms/platform/http/download.server.ts'
import { readQuery } from '#app/cms/platform/http/list-query.ts'
import { isDay } from '#app/cms/define/calendar-day.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { formatReleaseTime } from '#app/cms/publishing/releases/release-time.ts'
import { momentOfSite } from '#app/cms/platform/site-time.ts'
import { placeOf } from './privacy.server.ts'
import { shownCorrections } from './shown-corrections.server.ts'

type Args = LoaderFunctionArgs & { user: User }

/** All that is held of the person in `?q=`, as JSON. The log names no person. */
export const personJsonLoader = adminLoader('administrator', exportJson, { asksPassword: true })
/** The same as a page for the person. */
export const personPageLoader = adminLoader('administrator', exportPage, { asksPassword: true })
/** The people whose messages came since the day in `?since=`, also deleted and sealed ones and spam, as CSV. */
export const affectedLoader = adminLoader('administrator', exportAffected, { asksPassword: true })

async function exportJson({ request, context, user }: Args) {
  const data = await dataOf(request, user)
  const text = `${JSON.stringify({ exported: new Date().toISOString(), messages: data }, null, 2)}\n`
  const fileName = `personal-data-${calendarDay(Date.now())}.json`
  return downloadResponse([text], { fileName, type: 'application/json; charset=utf-8', context })
}

async function exportPage({ request, context, user }: Args) {
  const data = await dataOf(request, user)
  const title = `Personal data held on ${calendarDay(Date.now())}`
  const contact = currentSite().definition.notice?.contact(currentSite()) ?? ''
  const page = h(
    'html',
    { lang: 'en' },
    h('head', null, h('meta', { charSet: 'utf-8' }), h('title', null, title), h('style', null, STYLE)),
    h(
      'body',
      null,
      h('h1', null, title),
      contact === '' ? null : h('p', null, `Questions about your data: ${contact}`),
      ...data.map((message) =>
        h(
          'section',
          { key: message.reference },
          h('h2', null, `Message ${message.reference}`),
          h(
            'dl',
            null,
            ...filledIn({ ...message, received: formatReleaseTime(message.received) }).map(([name, value]) =>
              h(
                'div',
                { key: name },
                h('dt', null, LABELS[name as keyof typeof LABELS]),
                h('dd', null, Array.isArray(value) ? value.join('; ') : value),
              ),
            ),
          ),
        ),
      ),
    ),
  )
  const fileName = `personal-data-${calendarDay(Date.now())}.html`
  const type = 'text/html; charset=utf-8'
  return downloadResponse([`<!doctype html>${renderToStaticMarkup(page)}`], { fileName, type, context })
}

/** Without what is empty. */
function filledIn(message: object) {
  return Object.entries(message as Record<string, string | string[]>).filter(([, value]) => value.length > 0)
}

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}div{display:grid;grid-template-columns:12rem 1fr;border-top:1px solid #ccc;padding:.4rem 0}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}'

async function exportAffected({ request, context, user }: Args) {
  const since = new URL(request.url).searchParams.get('since') ?? ''
  if (!isDay(since)) throw new Response('Choose a day first.', { status: 400 })
  const from = Date.parse(momentOfSite(since, '00:00'))
  const all = await currentSite().inbox.personalData.since(from)
  const people = new Map(all.map((message) => [message.email.toLowerCase(), message]))
  const detail = { count: people.size, since }
  currentSite().audit.record({ kind: 'privacy.affected', detail, actor: actorOf(user) })
  const rows = [...people.values()].map(({ firstName, lastName, email, mobile, receivedAt }) => [
    `${firstName} ${lastName}`,
    email,
    mobile,
    formatSheetTime(receivedAt),
  ])
  return csvDownload(['Name', 'E-mail', 'Mobile', 'Last message'], rows, {
    fileName: `affected-since-${since}.csv`,
    context,
  })
}

async function dataOf(request: Request, user: User) {
  const query = readQuery(new URL(request.url).searchParams)
  const { messages } = await currentSite().inbox.personalData.find(query)
  currentSite().audit.record({ kind: 'privacy.exported', detail: { count: messages.length }, actor: actorOf(user) })
  return messages.map(shownData)
}

/** Everything that is held of a message, in the order of the labels. */
function shownData(message: StoredMessage) {
  const {
    id,
    receivedAt,
    firstName,
    lastName,
    email,
    mobile,
    comments,
    kind,
    extras = [],
    privacyNotice,
    handling,
  } = message
  return {
    reference: referenceOf(id),
    received: receivedAt,
    firstName,
    lastName,
    email,
    mobile,
    comments,
    asksFor: kind?.label ?? '',
    further: extras.map(({ label, text }) => `${label}: ${text}`),
    form: privacyNotice?.form ?? '',
    noticeVersion: privacyNotice?.version ?? '',
    noticeLanguage: privacyNotice?.language ?? '',
    purposes: privacyNotice?.purposes ?? [],
    place: placeOf(message),
    state: handling?.state ?? '',
    note: handling?.note ?? '',
    corrections: shownCorrections(message),
    keptUntil: calendarDay(currentSite().inbox.keptUntil(message)),
  }
}

const LABELS: Record<keyof ReturnType<typeof shownData>, string> = {
  reference: 'Reference',
  received: 'Received',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  mobile: 'Mobile',
  comments: 'Message',
  asksFor: 'Asks for',
  further: 'Further details',
  form: 'Form',
  noticeVersion: 'Version of the privacy notice',
  noticeLanguage: 'Language of the notice',
  purposes: 'Purposes',
  place: 'Where it is',
  state: 'State',
  note: 'Note of staff',
  corrections: 'Corrected',
  keptUntil: 'Kept until',
}
