import type { MetaFunction } from '@remix-run/node'
import { Form, Link, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { ReleaseApproval } from '#app/cms/admin/approval/release-approval.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { FormRefusal } from '#app/cms/editing/fields/plain-form.tsx'
import { RecoveredTextsNotice, useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { BackLink, PageHead, PublicLink } from '#app/cms/editing/ui/page-head.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { DraftChoices, ReleaseFields, ReleaseState } from './release-fields.tsx'
import { ReleasePublications } from './release-publications.tsx'
import { keptIntents } from '#app/cms/platform/http/intents.ts'
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
        {release.moment !== undefined && release.state === 'scheduled' && `: ${release.moment}`}
        {release.moment !== undefined && release.state === 'open' && `. Time: ${release.moment}`}
        {`. Created by ${release.created}.`}
      </PageHead>
      {isPast ? (
        <PastRelease />
      ) : (
        <>
          <Notes />
          <Plan />
          <Changes />
          <Approval />
          <Files />
          <Deletion />
          <ReleasePublications publications={publications} time={release.time} />
        </>
      )}
      <Outlet />
    </>
  )
}

/** The one problem of the release with its next step, and what else a person should know before it is published. */
function Notes() {
  const { problem, warnings, notes, pages } = useLoaderData<typeof loader>()
  const shared = pages.flatMap(({ sections }) => sections).filter(({ alsoIn }) => alsoIn.length > 0)
  if (!problem && warnings.length + shared.length + notes.length === 0) return null
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
            {alsoIn.map(({ name, href, places }) => (
              <span key={href}>
                <Link to={href}>{name}</Link>{' '}
                {places
                  ? `changes the same fields${places.length > 0 ? `: ${enumerate(places)}` : ''}. The one that is published first becomes public as it is. The other one then cannot be published until somebody chooses which version to keep. `
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
      </ul>
    </section>
  )
}

function Changes() {
  const { pages, addable, release } = useLoaderData<typeof loader>()
  return (
    <section className="panel" id="changes" aria-labelledby="changes-heading">
      <header className="panel__head">
        <h2 id="changes-heading">Sections that change</h2>
      </header>
      {pages.length === 0 && (
        <p className="calm">
          No draft is in this release yet. Save a draft in the editor of a section, then add it here.
        </p>
      )}
      {pages.map(({ href, label, sections }) => (
        <div className="release-page" key={href}>
          <h3>
            <PublicLink href={href}>{label}</PublicLink>
          </h3>
          <p className="release-page__preview">
            <a href={`/admin/site-view/release-${release.id}${href}`} target="_blank" rel="noopener">
              Preview of {label} with this release<span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          </p>
          <ul className="releases">
            {sections.map((section) => (
              <li key={section.id}>
                <p>
                  <Link to={section.href}>{section.label}</Link>
                  <span className="releases__sub">{section.by}</span>
                  <SectionObstacles section={section} />
                </p>
                <span>{section.differences}</span>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="section" value={section.id} />
                  <Link className="btn btn--quiet" to={section.editHref}>
                    Edit<span className="visually-hidden"> {section.label}</span>
                  </Link>{' '}
                  <button className="btn btn--quiet" name="intent" value={releaseIntents.takeOut}>
                    Remove<span className="visually-hidden"> {section.label} from the release</span>
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {pages.length > 0 && (
        <p className="release-all">
          <Link to="changes">Show all changes on one page</Link>
        </p>
      )}
      {addable.length > 0 && (
        // Another list is another form: nothing stays ticked that was added.
        <Form key={addable.map(({ id }) => id).join(' ')} className="release-drafts" method="post" preventScrollReset>
          <DraftChoices legend="Drafts to add" drafts={addable} />
          <button className="btn" id="release-add" name="intent" value={releaseIntents.add}>
            Add
          </button>
        </Form>
      )}
    </section>
  )
}

/** What prevents the publication of a section. */
function SectionObstacles({
  section: { conflict, approvalHref, approvedBefore },
}: {
  section: ReturnType<typeof useLoaderData<typeof loader>>['pages'][number]['sections'][number]
}) {
  return (
    <>
      {conflict && (
        <span className="releases__sub releases__sub--bad">
          Other changes were published in the same fields{conflict.length > 0 && `: ${enumerate(conflict)}`}
        </span>
      )}
      {approvalHref !== undefined && (
        <span className="releases__sub releases__sub--bad">
          <Link to={approvalHref}>
            {approvedBefore === undefined ? 'Not approved yet' : `Changed after ${approvedBefore} approved it`}
          </Link>
        </span>
      )}
    </>
  )
}

function Approval() {
  const { approval } = useLoaderData<typeof loader>()
  return approval ? <ReleaseApproval approval={approval} /> : null
}

function Files() {
  const { files, release } = useLoaderData<typeof loader>()
  return (
    <section className="panel" id="files" aria-labelledby="files-heading">
      <header className="panel__head">
        <h2 id="files-heading">Files that become public</h2>
      </header>
      <ul className="release-files">
        {files.map(({ file, href, isOwn }) => (
          <li key={file}>
            <a href={href} target="_blank" rel="noopener">
              {file}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
            {isOwn && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="file" value={file} />
                <button className="btn btn--quiet" name="intent" value={releaseIntents.takeFile}>
                  Remove<span className="visually-hidden"> {file} from the release</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <p className="field__help" id="release-files-help">
        You can add a file here that no draft shows. The address of the file will not change. The file becomes public
        with the release, even if no page links to it.
      </p>
      {/* Resets the form when the list changes, so that files that were sent are not sent again. */}
      <Form
        key={files.length}
        className="release-add"
        method="post"
        action={`/admin/releases/${release.id}/files`}
        encType="multipart/form-data"
      >
        <div className="field">
          <label htmlFor="release-files">Files to add</label>
          <input id="release-files" type="file" name="files-upload" multiple aria-describedby="release-files-help" />
        </div>
        <button className="btn">Upload</button>
      </Form>
    </section>
  )
}

/** What will happen and when, and the buttons that make it happen. */
function Plan() {
  const { release, mayPublish, pages, files } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const refused = reply && 'errors' in reply ? reply : undefined
  const recovered = useRecoveredTexts(keptIntents(releaseIntents))
  const saved = { name: release.name, time: release.timeField }
  // What the shown values were typed over. Others may have saved since.
  const before = refused?.before ?? (recovered && { name: recovered['name-before'], time: recovered['time-before'] })
  const isScheduled = release.state === 'scheduled'
  const sections = pages.reduce((sum, page) => sum + page.sections.length, 0)
  return (
    <section className="panel" aria-labelledby="plan-heading">
      <header className="panel__head">
        <h2 id="plan-heading">Name and time</h2>
      </header>
      <Form className="account-form" method="post" preventScrollReset key={`${release.name} ${release.timeField}`}>
        <RecoveredTextsNotice intents={keptIntents(releaseIntents)} />
        <FormRefusal title="Nothing was changed." errors={refused?.errors ?? {}} />
        <input type="hidden" name="name-before" value={before?.name ?? saved.name} />
        <input type="hidden" name="time-before" value={before?.time ?? saved.time} />
        <ReleaseFields
          values={refused?.values ?? recovered ?? saved}
          errors={refused?.errors}
          content={{ sections, files: files.length }}
        />
        <div className="release-buttons">
          {(!isScheduled || mayPublish) && (
            <button className="btn" name="intent" value={releaseIntents.save}>
              Save
            </button>
          )}
          {mayPublish && isScheduled && (
            <button className="btn" name="intent" value={releaseIntents.takeBack}>
              Cancel the schedule
            </button>
          )}
          {mayPublish && !isScheduled && (
            <button className="btn btn--primary" name="intent" value={releaseIntents.askSchedule}>
              Schedule
            </button>
          )}
        </div>
        {mayPublish && (
          // Apart from the buttons that only prepare: it makes everything public at once, after a question.
          <p className="release-now">
            <Link className="btn btn--danger" to="ask/publish" preventScrollReset>
              Publish now
            </Link>
          </p>
        )}
        {!mayPublish && (
          <p className="field__help">
            Only people with the role Publisher or Administrator can schedule and publish releases.
          </p>
        )}
      </Form>
    </section>
  )
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
