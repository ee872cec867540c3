import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { defaultSchedule, waitAfter } from '#app/cms/inbox/mail/message-notices.server.ts'
import { headerText, openMailTransport } from '#app/cms/inbox/mail/notice-mail.server.ts'
import type { MailSettings } from '#app/cms/platform/env.server.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { formatMoment } from './release-time.ts'
import { reasonOf, type WatchedRelease } from './release-watch.server.ts'

const FILE = 'data/release-mails.json'
const MAX_FILE_BYTES = 1_000_000
const MAX_REASON_LENGTH = 2_000
const CLOSE_MS = 5_000

/** One mail for each release, about its current state. */
const mailRecords = jsonText(
  z.object({
    format: z.literal(1),
    mails: z.array(
      z.object({
        release: z.string(),
        state: z.enum(['blocked', 'failed']),
        reason: z.string(),
        queuedAt: z.iso.datetime(),
        attempts: z.number(),
        /** Absent if it was sent or given up. */
        nextAttemptAt: z.iso.datetime().optional(),
      }),
    ),
  }),
)

type MailRecord = z.output<typeof mailRecords>['mails'][number]

interface Options {
  storage: Pick<Storage, 'read' | 'commit' | 'refusal'>
  mail: MailSettings
  /** Usernames of the people who may publish. Those that are mail addresses get the mail. */
  publishers: () => readonly string[]
  publicOrigin: string
  log: Pick<Logger, 'warn' | 'error'>
  schedule?: typeof defaultSchedule
}

/**
 * Tells publishers by mail of each release that cannot be published, or was not published at its time: once for each
 * release and reason. If no publisher has a mail address as username, the receivers of contact messages get the mail. A
 * mail that cannot be sent is retried for five days.
 */
export function openReleaseMails({
  storage,
  mail,
  publishers,
  publicOrigin,
  log,
  schedule = defaultSchedule,
}: Options) {
  const runExclusive = limitConcurrency({ running: 1, waiting: 1 })
  const send = openMailTransport(mail)
  let found: readonly WatchedRelease[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  // Asked again after each mail, because the site may be closed meanwhile.
  const isOver = () => isClosed

  /** To be called with the state of the releases after each look. Never rejects. */
  function note(now: readonly WatchedRelease[]): void {
    found = now
    wake()
  }

  function wake() {
    if (isClosed) return
    // A run that already waits reads the newest state.
    runExclusive(run).catch(() => undefined)
  }

  async function run() {
    clearTimeout(timer)
    // A mail could not be recorded as sent, and would be sent twice.
    if (isOver() || storage.refusal()) return
    try {
      const before = await read()
      let records = found.flatMap((watched) => recordOf(watched, before) ?? [])
      if (JSON.stringify(records) !== JSON.stringify(before)) await write(records)
      for (const record of records) {
        if (isOver() || record.nextAttemptAt === undefined || Date.parse(record.nextAttemptAt) > Date.now()) continue
        const next = await attempt(record)
        records = records.map((one) => (one === record ? next : one))
        await write(records)
      }
      const waits = records.flatMap(({ nextAttemptAt }) =>
        nextAttemptAt ? Date.parse(nextAttemptAt) - Date.now() : [],
      )
      if (waits.length > 0) timer = setTimeout(wake, Math.max(1, Math.min(schedule.longestWait, ...waits))).unref()
    } catch (err) {
      log.error({ err }, 'Mails about releases could not be handled')
    }
  }

  /** The mail about a release: the known one, or a new one if the state or the reason is another. */
  function recordOf(watched: WatchedRelease, before: readonly MailRecord[]): MailRecord | undefined {
    const { release, state } = watched
    // A mail about a disk or a store that does not respond could not be recorded there as sent.
    if (state === 'ready' || state === 'delayed') return undefined
    const reason = reasonOf(watched).slice(0, MAX_REASON_LENGTH)
    const known = before.find((one) => one.release === release.id && one.state === state && one.reason === reason)
    const now = new Date().toISOString()
    return known ?? { release: release.id, state, reason, queuedAt: now, attempts: 0, nextAttemptAt: now }
  }

  async function attempt(record: MailRecord): Promise<MailRecord> {
    const { nextAttemptAt: _due, ...rest } = record
    const watched = found.find(({ release }) => release.id === record.release)
    if (!watched) return rest
    try {
      await send(mailOf(watched, record))
      return { ...rest, attempts: record.attempts + 1 }
    } catch (err) {
      const attempts = record.attempts + 1
      const next = Date.now() + waitAfter(attempts, schedule)
      const isGivenUp = next - Date.parse(record.queuedAt) > schedule.giveUpAfter
      log.warn({ err, release: record.release, attempts, isGivenUp }, 'A mail about a release could not be sent')
      return { ...rest, attempts, ...(!isGivenUp && { nextAttemptAt: new Date(next).toISOString() }) }
    }
  }

  function mailOf({ release: { id, name, time } }: WatchedRelease, { state, reason, queuedAt }: MailRecord) {
    const addresses = publishers().filter((username) => z.regexes.email.test(username))
    const what = state === 'failed' ? 'was not published at its time' : 'cannot be published'
    return {
      from: { name: 'Website', address: mail.from },
      to: (addresses.length > 0 ? addresses : mail.to).map((address) => ({ name: '', address })),
      subject: headerText(`The release “${name}” ${what}`),
      text: `The release “${name}”${time === undefined ? '' : `, scheduled for ${formatMoment(time)},`} ${what}.

${reason}

What to do: ${publicOrigin}/admin/releases/${id}
`,
      messageId: `<release-${id}-${Date.parse(queuedAt)}@${mail.from.slice(mail.from.lastIndexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
  }

  async function read(): Promise<MailRecord[]> {
    const file = await storage.read(FILE, { maxBytes: MAX_FILE_BYTES })
    return file ? (mailRecords.safeParse(file.bytes.toString()).data?.mails ?? []) : []
  }

  async function write(mails: readonly MailRecord[]) {
    await storage.commit([{ name: FILE, bytes: JSON.stringify({ format: 1, mails }) }])
  }

  return {
    note,
    /** Resolves when nothing is being sent. */
    idle: () => runExclusive.onIdle(),
    async close() {
      isClosed = true
      clearTimeout(timer)
      // A mail server that does not respond must not delay the end of the process.
      const timeout = new AbortController()
      const { signal } = timeout
      await Promise.race([
        runExclusive.onIdle(),
        delay(CLOSE_MS, undefined, { signal, ref: false }).catch(() => undefined),
      ])
      timeout.abort()
    },
  }
}
