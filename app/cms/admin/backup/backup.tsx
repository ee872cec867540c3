import type { MetaFunction } from '@remix-run/node'
import { useState } from 'react'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { MIN_PASSPHRASE_LENGTH } from '#app/cms/platform/password-length.ts'
import { FieldError } from '#app/cms/editing/fields/plain-field.tsx'
import { FormRefusal, PasswordField } from '#app/cms/editing/fields/plain-form.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { PasswordAgain } from '#app/cms/admin/confirm/password-again.tsx'
import type { PasswordOwner } from '#app/cms/people/guard/password-check.server.ts'
import { BACKUP_RETENTION } from '#app/cms/operations/backup/backup-retention.ts'
import { ScheduleStatus } from './schedule-status.tsx'
import { backupAction, backupLoader, type BackupErrors } from './backup.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = backupLoader
export const action = backupAction

export const meta: MetaFunction = () => adminMeta('Backup')

/** A copy of the whole site, for the administrator to download. */
export default function BackupPage() {
  const { passwordOwner, schedule, isBusy, last } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Backup">
        One file with all data of the site. <Link to="/admin/check">Check the site</Link> first if you suspect a
        problem.
      </PageHead>
      <div className="settings">
        <section className="panel">
          <header className="panel__head">
            <h2>Download a backup</h2>
            <p>
              {last ? `Last download: ${last.when} by ${last.by}, ${last.what}.` : 'No backup has been downloaded yet.'}
            </p>
          </header>
          {isBusy && (
            <p className="hint" role="status">
              Another backup is being downloaded. You can start the next one when that download has ended.
            </p>
          )}
          <DownloadForm owner={passwordOwner} scope={reply?.scope ?? 'all'} errors={reply?.errors} />
        </section>
        <section className="panel">
          <header className="panel__head">
            <h2>List of erasures</h2>
            <p>Which messages were erased or corrected after a backup was made, without any personal data.</p>
          </header>
          <p className="hint">
            Keep the newest list beside your backups: a restore reads it, and erases and corrects these messages again.
          </p>
          <p className="backup-act">
            {/* A full page load: the response is a file. */}
            <a className="btn" href="/admin/backup/erasures.json">
              <Icon name="download" />
              Download the list
            </a>
          </p>
        </section>
        <section className="panel">
          <header className="panel__head">
            <h2>Scheduled backups</h2>
          </header>
          {schedule ? (
            <>
              <ScheduleStatus schedule={schedule} />
              <p className="hint">
                The site makes a backup each day at {schedule.time} in the folder {schedule.folder} on the server. It
                keeps the newest backups of {BACKUP_RETENTION.days} days, {BACKUP_RETENTION.weeks} weeks and{' '}
                {BACKUP_RETENTION.months} months.
              </p>
            </>
          ) : (
            <p className="hint">
              There are no scheduled backups. To get one each day, ask whoever runs the server to set a time and a
              folder for backups.
            </p>
          )}
        </section>
      </div>
    </>
  )
}

interface DownloadFormProps {
  owner: PasswordOwner | undefined
  scope: 'all' | 'public'
  errors: BackupErrors | undefined
}

/** A plain form, with or without JavaScript, because its response is a download and the page does not change. */
function DownloadForm({ owner, scope, errors: refused = {} }: DownloadFormProps) {
  const [sent, setSent] = useState<string>()
  // The response to a form that was sent again is a download, or this page anew.
  const errors = sent === undefined ? refused : {}
  const problems = Object.values(errors).flat()
  const typeAgain = errors.unencrypted ? '' : ' Type the passwords again.'
  return (
    <form
      className="backup-form"
      method="post"
      action="/admin/backup"
      onSubmit={(event) => {
        const form = new FormData(event.currentTarget)
        const what = form.get('scope') === 'public' ? 'Content, uploads and history' : 'Everything'
        const isEncrypted = form.get('passphrase') !== ''
        setSent(`${what}, ${isEncrypted ? 'encrypted with the passphrase' : 'not encrypted: keep the file safe'}.`)
      }}
    >
      <FormRefusal title="No backup was made." errors={errors} otherwise={`${problems.join('. ')}.${typeAgain}`} />
      <fieldset className="backup-form__scope">
        <legend>What the backup contains</legend>
        <ScopeOption value="all" chosen={scope} label="Everything">
          Content, uploads, history, messages and accounts. After a restore, everybody has to log in again.
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
        help={`It encrypts the file. At least ${MIN_PASSPHRASE_LENGTH} characters. Without it nobody can read the file, so do not lose it`}
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
      <div className="backup-form__option">
        <input
          id="backup-unencrypted"
          type="checkbox"
          name="unencrypted"
          value="yes"
          aria-invalid={errors.unencrypted ? true : undefined}
          aria-describedby={`backup-unencrypted-help${errors.unencrypted ? ' backup-unencrypted-error' : ''}`}
        />
        <div>
          <label htmlFor="backup-unencrypted">Download without encryption</label>
          <p className="field__help backup-form__danger" id="backup-unencrypted-help">
            Everyone who gets the file can read it, with “Everything” also all messages and accounts.
          </p>
          {errors.unencrypted && <FieldError id="backup-unencrypted-error" errors={errors.unencrypted} />}
        </div>
      </div>
      <PasswordAgain
        id="backup-password"
        owner={owner}
        help="Enter your password again, because the file contains all data"
        errors={errors.password}
      />
      <div>
        <button className="btn btn--primary">Download the backup</button>
      </div>
      <div role="status">
        {sent !== undefined && (
          <div className="status">
            <Icon name="download" />
            <p>
              <b>The browser saves the backup among its downloads.</b> <span>{sent}</span>
            </p>
          </div>
        )}
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
