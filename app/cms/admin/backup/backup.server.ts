import { actorOf } from '#app/cms/platform/author.server.ts'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { askedOwner } from '#app/cms/people/guard/password-check.server.ts'
import { BUSY } from '#app/cms/operations/backup/backup-downloads.server.ts'
import { BackupFailed } from '#app/cms/operations/backup/backup-program.server.ts'
import { MIN_PASSPHRASE_LENGTH } from '#app/cms/platform/password-length.ts'
import { formatSheetTime, formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import type { PasswordActionArgs } from '#app/cms/people/guard/password-check.server.ts'
import { adminLoader, passwordAction } from '#app/cms/guard.server.ts'
import { ERASURES_FILE } from '#app/cms/inbox/privacy/erasures-file.ts'
import { downloadResponse } from '#app/cms/platform/http/download.server.ts'
import type { SmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { FileUnreadable } from '#app/cms/storage/storage.ts'

const PAGE = '/admin/backup'
const MAX_LENGTH = 1000

/** What is downloaded without a passphrase can be read by everyone who has the file. */
const ASK_UNENCRYPTED = 'Enter a passphrase, or tick “Download without encryption”'

const choiceFields = z
  .object({
    scope: z.enum(['all', 'public'], { error: 'Choose what the backup contains' }),
    passphrase: z
      .string()
      .max(MAX_LENGTH, 'The passphrase is too long')
      .refine(
        (value) => value === '' || value.length >= MIN_PASSPHRASE_LENGTH,
        `The passphrase needs at least ${MIN_PASSPHRASE_LENGTH} characters`,
      )
      .default(''),
    repeat: z.string().default(''),
    unencrypted: z.string().optional(),
  })
  .refine(({ passphrase, repeat }) => passphrase === repeat, {
    path: ['repeat'],
    error: 'The two passphrases differ',
    when: ({ value }) => z.object({ passphrase: z.string(), repeat: z.string() }).safeParse(value).success,
  })
  .refine(({ passphrase, unencrypted }) => passphrase !== '' || unencrypted !== undefined, {
    path: ['unencrypted'],
    error: ASK_UNENCRYPTED,
  })
  .refine(({ passphrase, unencrypted }) => passphrase === '' || unencrypted === undefined, {
    path: ['unencrypted'],
    error: 'Leave the passphrase empty, or untick “Download without encryption”',
  })

/** Error messages by field; those of `form` concern the whole form. */
export type BackupErrors = Partial<
  Record<'scope' | 'password' | 'passphrase' | 'repeat' | 'unencrypted' | 'form', string[]>
>

/** The scheduled backups as pages show them; undefined if there are none. */
export function shownSchedule() {
  const state = currentSite().backups.state()
  if (!state) return undefined
  const { at, last, isRunning, failure, folder } = state
  const time = [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return {
    time,
    folder,
    isRunning,
    failure,
    last: last && { ...last, finished: formatTimeInSentence(last.finishedAt) },
  }
}

/** The list of erasures, which no backup contains. It has no personal data. */
export const erasuresLoader = adminLoader('administrator', async ({ context }) =>
  downloadResponse([await currentSite().inbox.erasuresText()], {
    fileName: ERASURES_FILE,
    type: 'application/json; charset=utf-8',
    context,
  }),
)

/** The scheduled backups, and whether a download is running. */
export const backupLoader = adminLoader('administrator', async ({ user }) => ({
  passwordOwner: askedOwner(currentSite().auth, user),
  schedule: shownSchedule(),
  isBusy: currentSite().downloads.isBusy(),
  last: await lastDownload(),
}))

/** What the newest download of a backup was; undefined if there is none, or if the audit log cannot be read. */
async function lastDownload() {
  try {
    for await (const { time, user, detail } of currentSite().audit.find({ kind: 'backup.downloaded' })) {
      const { scope, encryption } = detail ?? {}
      return {
        when: formatTimeInSentence(time),
        by: user?.name ?? '',
        what: [scope, encryption].filter((text) => text !== undefined).join(', '),
      }
    }
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
  }
  return undefined
}

/**
 * Responds with 303 to the download, or with the reason of a refusal: 422 by field, 429 too many wrong passwords, 409
 * another backup is being made, 503 the account cannot be read. The response never contains a password.
 */
export const backupAction = passwordAction('administrator', startDownload, { asksPassword: 'always', refuse })

function startDownload({ user, posted }: PasswordActionArgs) {
  const checked = choiceFields.safeParse(posted.fields)
  if (!checked.success) return refuse({ status: 422, errors: z.flattenError(checked.error).fieldErrors }, posted)
  const { scope, passphrase } = checked.data
  const choice = { publicOnly: scope === 'public', passphrase: passphrase === '' ? undefined : passphrase }
  const ticket = currentSite().downloads.admit(user.sessionId ?? '', choice)
  return ticket === undefined
    ? refuse({ status: 409, errors: { form: [BUSY] } }, posted)
    : redirect(`${PAGE}/archive?ticket=${ticket}`, 303)
}

interface Refusal {
  status: number
  errors: BackupErrors
  headers?: Record<string, string>
}

function refuse({ status, errors, headers = {} }: Refusal, { fields }: SmallForm) {
  const scope: 'all' | 'public' = fields['scope'] === 'public' ? 'public' : 'all'
  return data({ scope, errors }, { status, headers })
}

/** The archive that a ticket identifies, as a download. Redirects to the page with the reason if there is none. */
export const archiveLoader = adminLoader('administrator', async ({ request, context, user }) => {
  const { downloads, flash } = currentSite()
  // Only a GET uses up the ticket.
  if (request.method !== 'GET') return redirect(PAGE)
  const ticket = new URL(request.url).searchParams.get('ticket') ?? ''
  const choice = downloads.redeem(ticket, user.sessionId ?? '')
  if (!choice) {
    return flash.flashRedirect(PAGE, { kind: 'failure', message: 'This download is no longer valid. Start it again.' })
  }
  try {
    const archive = await downloads.open(choice, context.client?.gone ?? request.signal)
    log.info(
      { username: user.username, address: context.clientAddress, publicOnly: choice.publicOnly },
      'A backup was downloaded',
    )
    currentSite().audit.record({
      kind: 'backup.downloaded',
      detail: {
        scope: choice.publicOnly ? 'without messages and accounts' : 'everything',
        encryption: choice.passphrase === undefined ? 'not encrypted' : 'encrypted',
      },
      actor: actorOf(user),
    })
    const isEncrypted = choice.passphrase !== undefined
    return downloadResponse(archive, {
      fileName: `${fileName(choice.publicOnly)}${isEncrypted ? '.age' : ''}`,
      type: isEncrypted ? 'application/octet-stream' : 'application/gzip',
      context,
    })
  } catch (error) {
    if (!(error instanceof BackupFailed)) throw error
    log.warn({ err: error }, 'A backup could not be downloaded')
    return flash.flashRedirect(PAGE, { kind: 'failure', message: 'No backup was made', detail: error.message })
  }
})

/** Such as `website-2026-11-22-1142.tar.gz`, with the time in the time zone of the site. */
function fileName(publicOnly: boolean) {
  const time = formatSheetTime(new Date().toISOString()).replace(' ', '-').replace(':', '')
  return `website-${publicOnly ? 'public-' : ''}${time}.tar.gz`
}
