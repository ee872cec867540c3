import { Link, useLoaderData } from '@remix-run/react'
import type { ReleaseNote } from '#app/cms/admin/releases/release-state.server.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import type { dashboardLoader } from './dashboard.server.ts'

/** Releases that need a person. */
export function ReleaseNotes() {
  const { releases } = useLoaderData<typeof dashboardLoader>()
  if (releases.length === 0) return null
  return (
    <ul className="attention attention--first">
      {releases.map((note) => (
        <ReleaseNoteItem key={note.href} note={note} />
      ))}
    </ul>
  )
}

function ReleaseNoteItem({ note: { href, name, moment, state, text, step } }: { note: ReleaseNote }) {
  if (state === 'late') {
    return (
      <li className="attention__item--note">
        <b>
          The release <Link to={href}>{name}</Link> {text}
        </b>
      </li>
    )
  }
  return (
    <li>
      <b>
        <Link to={href}>{name}</Link>
        {moment !== undefined && `, ${moment}`}: {state === 'failed' && 'was not published at its time'}
        {state === 'delayed' && 'could not be published at its time yet'}
        {state === 'blocked' && 'cannot be published'}
      </b>{' '}
      <span>
        {text} {step && <Link to={step.href}>{step.label}</Link>}
      </span>
    </li>
  )
}

/** Drafts that a second person has to approve, and those that were changed after this person has approved them. */
export function WaitingApprovals() {
  const { approvals, changed } = useLoaderData<typeof dashboardLoader>()
  if (approvals.length + changed.length === 0) return null
  return (
    <ul className="attention attention--first">
      {changed.map(({ href, label, release, by, when }) => (
        <li className="attention__item--note" key={href}>
          <b>
            <Link to={href}>{label}</Link> was changed after you approved it
            {release !== undefined && `, in the release “${release}”`}
          </b>{' '}
          <span>
            Changed by {by}, {when}. It has to be approved again.
          </span>
        </li>
      ))}
      {approvals.map(({ href, label, release, sections: requested, by, when }) => (
        <li className="attention__item--note" key={href}>
          <b>
            {requested.length > 1 && 'The release '}
            <Link to={href}>{label}</Link> waits for approval{release !== undefined && `, in the release “${release}”`}
          </b>{' '}
          <span>
            Requested by {by}, {when}
            {requested.length > 1 && `: ${enumerate(requested)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
