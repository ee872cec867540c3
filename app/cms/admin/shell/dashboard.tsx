import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { hasRole } from '#app/cms/people/roles.ts'
import { ScheduleStatus } from '#app/cms/admin/backup/schedule-status.tsx'
import { withoutLabel, withValues } from '#app/cms/admin/history/edit-words.ts'
import { adminMeta } from './admin-page.tsx'
import { AttentionList } from './attention-list.tsx'
import { ReleaseNotes, WaitingApprovals } from './attention-notes.tsx'
import { PageHead, PublicLink } from '#app/cms/editing/ui/page-head.tsx'
import { NEW_KEY } from '#app/cms/define/new-key.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { Thumbnail } from '#app/cms/editing/files/stored-files.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { countOf, enumerate } from '#app/cms/platform/format/words.ts'
import { dashboardAction, dashboardLoader } from './dashboard.server.ts'

export { AdminError as ErrorBoundary } from './admin-page.tsx'

export const loader = dashboardLoader
export const action = dashboardAction

export const meta: MetaFunction = () => adminMeta('Dashboard')

/** The first screen after signing in. */
export default function Dashboard() {
  const { name, schedule, ...attention } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Welcome, ${name}`} action={<NewEntries />}>
        <Welcome />
      </PageHead>
      <div className="panels">
        <div>
          <section className="panel" id="attention">
            <header className="panel__head">
              <h2>Needs attention</h2>
              <Link to="/admin/check">Check the site</Link>
            </header>
            <ReleaseNotes />
            <WaitingApprovals />
            <AttentionList {...attention} />
            {schedule && <ScheduleStatus schedule={schedule} />}
          </section>
          <DraftList />
          <ReleaseList />
        </div>
        <div>
          <RecentEdits />
          <Highlights />
        </div>
      </div>
    </>
  )
}

function Highlights() {
  const { highlights } = useLoaderData<typeof loader>()
  if (!highlights) return null
  const { title, editText, emptyText, href, entries, images } = highlights
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>{title}</h2>
        <Link to={href}>{editText}</Link>
      </header>
      {entries.length === 0 && <p className="calm">{emptyText}</p>}
      <ImagesProvider images={images}>
        <ul className="latest">
          {entries.map(({ image, text }, index) => (
            <li key={index}>
              <Thumbnail className="latest__image" file={image} width={320} />
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </ImagesProvider>
    </section>
  )
}

/** When what a person saves is on the website. */
function Welcome() {
  const { role, needApproval } = useLoaderData<typeof loader>()
  const website = <PublicLink href="/">website</PublicLink>
  if (!hasRole(role, 'publisher')) {
    return <>You save drafts. They are on the {website} after a person with the role Publisher has published them.</>
  }
  return (
    <>
      Changes are on the {website} as soon as you publish them.
      {needApproval.length > 0 && ` A second person has to approve changes of ${enumerate(needApproval, 3)} first.`}
    </>
  )
}

/** Links to the forms of new entries. */
function NewEntries() {
  const { collections } = useLoaderData<typeof loader>()
  if (collections.length === 0) return null
  return (
    <details className="new-entries">
      <summary className="btn btn--primary">
        <Icon name="plus" />
        New
      </summary>
      <ul>
        {collections.map(({ id, noun }) => (
          <li key={id}>
            <Link to={`/admin/${id}/${NEW_KEY}`}>
              <span className="visually-hidden">New</span> <span className="new-entries__noun">{noun}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

function DraftList() {
  const { drafts } = useLoaderData<typeof loader>()
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Drafts{drafts.length > 0 && ` (${drafts.length})`}</h2>
      </header>
      {drafts.length === 0 && (
        <p className="calm">No drafts. Choose “Save draft” in an editor to keep a change unpublished.</p>
      )}
      <Drafts drafts={drafts.slice(0, FIRST_DRAFTS)} />
      {drafts.length > FIRST_DRAFTS && (
        <details className="edits-more">
          <summary>{countOf(drafts.length - FIRST_DRAFTS, 'older draft')}</summary>
          <Drafts drafts={drafts.slice(FIRST_DRAFTS)} />
        </details>
      )}
    </section>
  )
}

/** Drafts that are shown at once. */
const FIRST_DRAFTS = 8

function Drafts({ drafts }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'drafts'>) {
  return (
    <ol className="edits">
      {drafts.map(({ href, label, release, author, time, when }) => (
        <li key={href}>
          <time dateTime={time}>{when}</time>
          <Link to={href}>{label}</Link>
          {release && (
            <span className="edits__reason">
              In <Link to={release.href}>{release.name}</Link>
              {release.time !== undefined &&
                `, ${release.isScheduled ? 'scheduled for' : 'proposed for'} ${release.time}`}
            </span>
          )}
          <span className="edits__author">{author}</span>
        </li>
      ))}
    </ol>
  )
}

/** The releases that are not published yet. */
function ReleaseList() {
  const { planned } = useLoaderData<typeof loader>()
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Releases{planned.length > 0 && ` (${planned.length})`}</h2>
        <Link to="/admin/releases">
          {planned.length > 0 ? (
            <>
              See all<span className="visually-hidden"> releases</span>
            </>
          ) : (
            'Create a release'
          )}
        </Link>
      </header>
      {planned.length === 0 && (
        <p className="calm">No releases. A release publishes several drafts and their files together.</p>
      )}
      <ol className="edits edits--releases">
        {planned.map(({ href, name, time, content, state }) => (
          <li key={href}>
            {time !== undefined && <span className="edits__when">{time}</span>}
            <Link to={href}>{name}</Link>
            <span className="edits__reason">{content}</span>
            <span className="edits__author">{state}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function RecentEdits() {
  const { edits } = useLoaderData<typeof loader>()
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>Recent edits</h2>
        <Link to="/admin/history">
          See all<span className="visually-hidden"> edits</span>
        </Link>
      </header>
      {edits.length === 0 && <p className="calm">No edits yet. Each save is listed here, and can be undone.</p>}
      <ol className="edits">
        {edits.map(({ id, href, section, sectionHref, time, when, author, what, values }) => (
          <li key={id}>
            <time dateTime={time}>{when}</time>
            <Link to={sectionHref}>{section.label}</Link>
            <Link className="edits__reason" to={href}>
              {withValues(withoutLabel(what, section.label), values)}
              <span className="visually-hidden">
                : {section.label}, {when}
              </span>
            </Link>
            <span className="edits__author">{author}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
