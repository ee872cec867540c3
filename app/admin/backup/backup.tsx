import type { MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { MIN_PASSPHRASE_LENGTH } from '#app/platform/password-length.ts'
import { FieldError, FormRefusal, PasswordField } from '#app/editing/fields/plain-form.tsx'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { ScheduleStatus } from './schedule-status.tsx'
import { backupAction, backupLoader, type BackupErrors } from './backup.server.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-page.tsx'

export const loader = backupLoader
export const action = backupAction

export const meta: MetaFunction = () => adminMeta('Backup')

/** A copy of the whole site, for the administrator to download. */
export default function BackupPage() {
  const { username, schedule, isBusy } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Backup">
        One file with everything that the site holds. <Link to="/admin/check">Check the site</Link> first if in doubt
      </PageHead>
      <section className="panel">
        <header className="panel__head">
          <h2>Download a backup</h2>
        </header>
        {isBusy && (
          <p className="hint" role="status">
            A backup is being downloaded at the moment. The next one can start when it has ended.
          </p>
        )}
        <DownloadForm username={username} scope={reply?.scope ?? 'all'} errors={reply?.errors} />
      </section>
      <section className="panel">
        <header className="panel__head">
          <h2>Scheduled backups</h2>
        </header>
        {schedule ? (
          <>
            <ScheduleStatus schedule={schedule} />
            <p className="hint">
              Each day at {schedule.time} into the folder {schedule.folder} of the server. The newest ones of 7 days, 4
              weeks and 12 months stay there.
            </p>
          </>
        ) : (
          <p className="hint">
            None. Set <code>BACKUP_AT</code> and <code>BACKUP_DIR</code> on the server, and the site makes one each day.
          </p>
        )}
      </section>
    </>
  )
}

interface DownloadFormProps {
  username: string
  scope: 'all' | 'public'
  /** Why the last post was refused. */
  errors: BackupErrors | undefined
}

/** A plain form, with or without JavaScript, because its response is a download and the page does not change. */
function DownloadForm({ username, scope, errors = {} }: DownloadFormProps) {
  const problems = Object.values(errors).flat()
  return (
    <form className="backup-form" method="post" action="/admin/backup">
      <FormRefusal
        title="No backup was made."
        errors={errors}
        otherwise={`${problems.join('. ')}. Passwords are not sent back: type them again`}
      />
      <fieldset className="backup-form__scope">
        <legend>What it holds</legend>
        <ScopeOption value="all" chosen={scope} label="Everything">
          Content, uploads, history, messages and accounts. Everybody signs in again after a restore.
        </ScopeOption>
        <ScopeOption value="public" chosen={scope} label="Public only">
          Content, uploads and history, without messages and accounts.
        </ScopeOption>
        {errors.scope && <FieldError id="backup-scope-error" errors={errors.scope} />}
      </fieldset>
      <PasswordField
        id="backup-passphrase"
        name="passphrase"
        label="Passphrase"
        autoComplete="new-password"
        required={false}
        minLength={MIN_PASSPHRASE_LENGTH}
        help={`Encrypts the file. At least ${MIN_PASSPHRASE_LENGTH} characters. If both fields stay empty, everyone who has the file can read it. An encrypted file cannot be read without the passphrase: do not lose it`}
        errors={errors.passphrase}
      />
      <PasswordField
        id="backup-repeat"
        name="repeat"
        label="Repeat the passphrase"
        autoComplete="new-password"
        required={false}
        errors={errors.repeat}
      />
      {/* Shows password managers which account the password belongs to. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <PasswordField
        id="backup-password"
        name="password"
        label="Your password"
        help="Asked for once more, since the file holds everything"
        errors={errors.password}
      />
      <div>
        <button className="btn btn--primary">Download the backup</button>
      </div>
    </form>
  )
}

interface ScopeOptionProps {
  value: 'all' | 'public'
  chosen: string
  label: string
  children: string
}

function ScopeOption({ value, chosen, label, children }: ScopeOptionProps) {
  return (
    <div className="backup-form__option">
      <input
        id={`backup-${value}`}
        type="radio"
        name="scope"
        value={value}
        defaultChecked={value === chosen}
        aria-describedby={`backup-${value}-help`}
      />
      <div>
        <label htmlFor={`backup-${value}`}>{label}</label>
        <p className="field__help" id={`backup-${value}-help`}>
          {children}
        </p>
      </div>
    </div>
  )
}
