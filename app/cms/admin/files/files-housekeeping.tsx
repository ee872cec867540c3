import { filesIntents } from './files-intents.ts'
import { Form, Link } from '@remix-run/react'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { TRASH_LIMITS } from '#app/cms/media/uploads/trash-limits.ts'
import { filesHref } from './files-address.ts'
import type { ShownRemoval } from './files.server.ts'

interface HousekeepingViewProps {
  /** Number of days after which unused files move to the trash; undefined if never. */
  unusedDays: number | undefined
  choices: readonly number[]
  /** Time of the last run; undefined before the first one. */
  lastRun: string | undefined
  removals: readonly ShownRemoval[]
  /** The part that cannot be read, so that no unused file is moved at present. */
  paused: 'content' | 'history' | undefined
}

/** What the housekeeping has removed, and the setting for unused files. */
export function HousekeepingView({ unusedDays, choices, lastRun, removals, paused }: HousekeepingViewProps) {
  const action = filesHref({ kind: 'housekeeping' })
  return (
    <>
      <section className="panel files-panel">
        <header className="panel__head">
          <h2>Unused files</h2>
        </header>
        <p className="files-note">
          The site can move unused files to the trash automatically. A file is unused if no section and no earlier
          version shows it. The days count from the day on which clean-up first found the file unused. You can restore a
          file from the trash for {TRASH_LIMITS.days} days, or for {TRASH_LIMITS.leastDays} if more than{' '}
          {TRASH_LIMITS.files.toLocaleString('en')} files or {formatBytes(TRASH_LIMITS.bytes)} are in it.
        </p>
        {paused && (
          <p className="files-note">
            <b>{PAUSED[paused]}</b> <Link to="/admin">See the dashboard</Link>
          </p>
        )}
        <Form className="files-setting" method="post" action={action} preventScrollReset>
          <div className="field">
            <label htmlFor="unused-days">Move unused files to the trash</label>
            {/* The key shows the stored value after a save. */}
            <select key={unusedDays} id="unused-days" name="unusedDays" defaultValue={unusedDays ?? ''}>
              <option value="">Never</option>
              {choices.map((days) => (
                <option key={days} value={days}>
                  After {days} days
                </option>
              ))}
            </select>
          </div>
          <button className="btn btn--primary" name="intent" value={filesIntents.settings}>
            Save
          </button>
        </Form>
      </section>
      <section className="panel">
        <header className="panel__head">
          <h2>Removed</h2>
          <Form method="post" action={action} preventScrollReset>
            <button className="btn" name="intent" value={filesIntents.tidy}>
              <Icon name="trash" />
              Clean up now
            </button>
          </Form>
        </header>
        <p className="files-note">
          {lastRun === undefined
            ? 'Clean-up has not run yet. It runs a minute after each start, and then once a day.'
            : `The last run was ${lastRun.replace('Today', 'today')}. It runs once a day, and a minute after each start.`}{' '}
          It removes what was deleted more than {TRASH_LIMITS.days} days ago, temporary files, and the remains of images
          and sections that no longer exist.
        </p>
        {removals.length === 0 ? (
          <Empty title="Nothing has been removed yet">
            What clean-up removes is listed here and in the server log.
          </Empty>
        ) : (
          <Removals removals={removals} />
        )}
      </section>
    </>
  )
}

const PAUSED = {
  content:
    'Files are not moved at present, because the file of a section cannot be read. That section may use any of the files.',
  history: 'Files are not moved at present, because a part of the history cannot be read. It may use any of the files.',
}

function Removals({ removals }: { removals: readonly ShownRemoval[] }) {
  return (
    <table className="data-table files-table">
      <caption className="visually-hidden">Removed by clean-up, latest first</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Name</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {removals.map(({ when, what, name }, at) => (
          <tr key={at}>
            <td>{what}</td>
            <th scope="row" className="files-table__name">
              {name}
            </th>
            <td className="files-table__fact">{when}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
