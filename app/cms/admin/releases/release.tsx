import type { MetaFunction } from '@remix-run/node'
import { Link, Outlet, useLoaderData } from '@remix-run/react'
import { ReleaseApproval } from '#app/cms/admin/approval/release-approval.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { ReleaseChanges, ReleaseFiles } from './release-contents.tsx'
import { ReleaseState } from './release-fields.tsx'
import { ReleasePlan } from './release-plan.tsx'
import { ReleasePublications } from './release-publications.tsx'
import { releaseIntents } from './release-intents.ts'
import { ReleaseNoteItems } from './release-notes.tsx'
import { releaseAction, releaseLoader } from './release-page.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = releaseLoader
export const action = releaseAction
export const clientAction = keepTyped(releaseIntents)

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.release.name ?? 'Not found')

/** One release: what it changes, and what can be done with it. */
export default function ReleasePage() {
  const { release, publications, problem } = useLoaderData<typeof loader>()
  const isPast = release.state === 'published'
  const isBlocked = release.state === 'scheduled' && problem !== undefined
  return (
    <>
      <BackLink to="/admin/releases">Releases</BackLink>
      <PageHead title={release.name}>
        <ReleaseState release={{ ...release, isBlocked }} />
        {release.moment !== undefined && release.state === 'scheduled' && ` ${release.moment}.`}
        {` Created by ${release.created}.`}
      </PageHead>
      {isPast ? (
        <PastRelease />
      ) : (
        <>
          <Notes />
          <div className="beside">
            <div>
              <ReleaseChanges />
              <Approval />
              <ReleaseFiles />
            </div>
            <div>
              <ReleasePlan />
              <Deletion />
            </div>
          </div>
          <ReleasePublications publications={publications} time={release.time} />
        </>
      )}
      <Outlet />
    </>
  )
}

/** The one problem of the release with its next step, and what else a person should know before it is published. */
function Notes() {
  const { problem, warnings, keeping, notes, pages } = useLoaderData<typeof loader>()
  const shared = pages.flatMap(({ sections }) => sections).filter(({ alsoIn }) => alsoIn.length > 0)
  if (!problem && warnings.length + keeping.length + shared.length + notes.length === 0) return null
  return (
    <section className="panel" aria-labelledby="notes-heading">
      <header className="panel__head">
        <h2 id="notes-heading">Before it is published</h2>
      </header>
      <ul className="attention">
        {problem && (
          <li>
            <b>{problem.title}</b>{' '}
            <span>
              {problem.text} {problem.step && <Link to={problem.step.href}>{problem.step.label}</Link>}
            </span>
          </li>
        )}
        <ReleaseNoteItems notes={notes} />
        {shared.map(({ id, label, alsoIn }) => (
          <li className="attention__item--note" key={id}>
            <b>{label} is changed by another release too.</b>{' '}
            {alsoIn.map(({ name, href, fields }) => (
              <span key={href}>
                <Link to={href}>{name}</Link>{' '}
                {fields
                  ? `changes the same fields${fields.length > 0 ? `: ${enumerate(fields)}` : ''}. The one that is published first becomes public as it is. The other one then cannot be published until somebody chooses which version to keep. `
                  : 'changes other fields, so the changes of both become public. '}
              </span>
            ))}
          </li>
        ))}
        {warnings.map((warning) => (
          <li className="attention__item--note" key={warning}>
            <b>{warning}</b>
          </li>
        ))}
        {keeping.length > 0 && (
          <li className="attention__item--note">
            <b>What becomes public here for the first time has to be kept.</b>
            {keeping.map((note) => (
              <span key={note}>{note}</span>
            ))}
          </li>
        )}
      </ul>
    </section>
  )
}

function Approval() {
  const { approval } = useLoaderData<typeof loader>()
  return approval ? <ReleaseApproval approval={approval} /> : null
}

/** Apart from the other actions: it cannot be undone. */
function Deletion() {
  const { release } = useLoaderData<typeof loader>()
  if (release.state === 'scheduled') return null
  return (
    <div className="panel">
      <Link className="btn btn--danger" to="ask/delete" preventScrollReset>
        <Icon name="trash" />
        Delete release
      </Link>
    </div>
  )
}

function PastRelease() {
  const { release, publications, mayPublish } = useLoaderData<typeof loader>()
  return (
    <>
      <ReleasePublications publications={publications} time={release.time} />
      {mayPublish && (
        <div className="panel">
          <Link className="btn btn--danger" to="ask/undo" preventScrollReset>
            <Icon name="undo" />
            Undo this release
          </Link>
        </div>
      )}
    </>
  )
}
