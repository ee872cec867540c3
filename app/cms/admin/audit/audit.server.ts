import { isUsualDay } from '#app/cms/define/calendar-day.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { actorOf } from '#app/cms/platform/author.server.ts'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { browserName } from '#app/cms/admin/account/browser-name.ts'
import { AUDIT_GROUPS, AUDIT_KINDS, labelOfKind, type AuditEntry } from '#app/cms/people/audit/audit-event.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { AuditFilter } from '#app/cms/people/audit/audit-files.server.ts'
import { calendarDay, formatTime } from '#app/cms/platform/format/time.ts'
import { formatReleaseTime } from '#app/cms/publishing/releases/release-time.ts'
import { startOfDay } from '#app/cms/platform/site-time.ts'
import { reasonOfEdit } from '#app/cms/editing/server/section-history.server.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { capitalised } from '#app/cms/platform/format/words.ts'
import { csvDownload } from '#app/cms/platform/http/download.server.ts'
import { listHref } from '#app/cms/platform/http/list-query.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { FileUnreadable } from '#app/cms/storage/storage.ts'

const PAGE_SIZE = 50

const addressSchema = z.object({
  person: z.string().max(64).catch(''),
  kind: z
    .string()
    .refine((kind) => Object.hasOwn(AUDIT_KINDS, kind) || Object.hasOwn(AUDIT_GROUPS, kind))
    .catch(''),
  from: z.string().refine(isUsualDay).catch(''),
  to: z.string().refine(isUsualDay).catch(''),
  /** Number of the last event of the previous page. */
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
})

type AuditView = z.infer<typeof addressSchema>

/** An event as the screen shows it. */
export type AuditRow = ReturnType<typeof toRow>

/**
 * The page of events that match the address, newest first, and the values of the filters. With `?check=1` also the
 * result of checking whether the log was changed.
 */
export const auditLoader = adminLoader('administrator', async ({ request }) => {
  const { audit, auth } = currentSite()
  const search = new URL(request.url).searchParams
  const view = readView(search)
  const rows: AuditRow[] = []
  let problem: string | undefined
  try {
    for await (const entry of audit.find(filterOf(view))) {
      // Reads one more event than the page shows, to know whether there is a next page.
      if (rows.push(toRow(entry)) > PAGE_SIZE) break
    }
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    problem = error.message
  }
  const shown = rows.slice(0, PAGE_SIZE)
  const { before: _, ...first } = view
  return {
    view,
    rows: shown,
    problem,
    olderHref: rows.length > PAGE_SIZE ? listHref('/admin/audit', { ...view, before: shown.at(-1)?.n }) : undefined,
    firstHref: listHref('/admin/audit', first),
    exportHref: listHref('/admin/audit/events.csv', first),
    checkHref: listHref('/admin/audit', { ...view, check: 1 }),
    check: search.has('check') && problem === undefined ? await audit.check() : undefined,
    people: auth.people.listPeople().map(({ id, name }) => ({ id, name })),
  }
})

/** `/admin/audit/events.csv`: all events that match the filters in the address, as a file. */
export const auditExportLoader = adminLoader('administrator', exportEvents, { asksPassword: true })

function exportEvents({ request, context, user }: LoaderFunctionArgs & { user: User }) {
  const { audit } = currentSite()
  const view = readView(new URL(request.url).searchParams)
  audit.record({ kind: 'audit.exported', actor: actorOf(user) })
  const events = audit.find(filterOf({ ...view, before: undefined }))
  const day = calendarDay(Date.now())
  return csvDownload(COLUMNS, csvRowsOf(events), { fileName: `audit-log-${day}.csv`, context })
}

const COLUMNS = ['Number', 'Time (UTC)', 'Who', 'Id', 'What', 'Kind', 'About', 'Details', 'Address', 'Browser']

async function* csvRowsOf(events: AsyncIterable<AuditEntry>): AsyncGenerator<string[]> {
  for await (const { n, time, user, kind, about = '', detail, address = '', browser = '' } of events) {
    const who = [user?.name ?? '', user?.id ?? '']
    yield [String(n), time, ...who, labelOfKind(kind), kind, about, detailText(detail), address, browser]
  }
}

function readView(search: URLSearchParams): AuditView {
  return addressSchema.parse(Object.fromEntries(search))
}

function filterOf({ person, kind, from, to, before }: AuditView): AuditFilter {
  return {
    person: person || undefined,
    kind: kind || undefined,
    from: from === '' ? undefined : startOfDay(from),
    until: to === '' ? undefined : startOfDay(to, 1),
    before,
  }
}

function toRow({ n, time, kind, user, about, detail = {}, address, browser }: AuditEntry) {
  const section = /^(?:content|draft|approval)\./.test(kind) ? currentSite().sections.resolve(about) : undefined
  const { entry, ...others } = detail
  const isRelease = kind.startsWith('release.')
  const { name, by: _by, time: moment, ...ofRelease } = others
  // The event and the section beside it say the same.
  if (section && others['what'] === reasonOfEdit(section.label)) delete others['what']
  const isLogin = kind.startsWith('sign-in.')
  const at = typeof moment === 'string' && !Number.isNaN(Date.parse(moment)) ? { at: formatReleaseTime(moment) } : {}
  return {
    n,
    time,
    when: formatTime(time),
    day: dayOf(time),
    what: labelOfKind(kind),
    who: user?.name ?? (isLogin ? 'Not logged in' : 'The site'),
    about: isRelease
      ? String(name ?? about)
      : isLogin && user === undefined && about !== undefined
        ? `as “${about}”`
        : (section?.label ?? (kind.startsWith('person.') ? nameOf(about) : about)),
    href:
      section && entry !== undefined
        ? `/admin/history/${section.id}/${entry}`
        : isRelease && kind !== 'release.removed'
          ? `/admin/releases/${about}`
          : section && kind.startsWith('draft.')
            ? adminAddress(section)
            : undefined,
    detail: capitalised(detailText(isRelease ? { ...at, ...ofRelease } : withReleaseNames(others))),
    origin: [browser === undefined ? '' : browserName(browser), address ?? ''].filter(Boolean).join(', '),
  }
}

/** `Today`, `18 Nov`, `2 Oct 2025` */
function dayOf(time: string) {
  return formatTime(time).split(', ')[0] ?? ''
}

function nameOf(id: string | undefined) {
  return id === undefined ? undefined : currentSite().auth.accounts.nameOf(id)
}

/** The name of a release in place of its id, which is in the details of drafts and approvals. */
function withReleaseNames(detail: NonNullable<AuditEntry['detail']>) {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => {
      const isRelease = name === 'release' || name === 'from' || name === 'to'
      return [name, (isRelease ? currentSite().releases.find(String(value))?.name : undefined) ?? value]
    }),
  )
}

/** Details whose value says enough. */
const OWN_WORDS = new Set(['what', 'scope', 'encryption'])

/** Details as staff read them, before their value. */
const DETAIL_WORDS: Readonly<Record<string, string>> = {
  count: 'number: ',
  from: 'from ',
  to: 'to ',
  at: 'for ',
  release: 'in ',
  approvedBy: 'approved by ',
}

/** Such as `Slide added` or `number: 3, addresses: 203.0.113.7`. */
function detailText(detail: AuditEntry['detail'] = {}) {
  return Object.entries(detail)
    .map(([name, value]) => (OWN_WORDS.has(name) ? '' : (DETAIL_WORDS[name] ?? `${name}: `)) + String(value))
    .join(', ')
}
