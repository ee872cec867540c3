import { Form, Link, useLoaderData } from '@remix-run/react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { DraftChoices } from './release-fields.tsx'
import { releaseIntents } from './release-intents.ts'
import type { releaseLoader } from './release-page.server.ts'

/** The sections that an open release changes, page by page, and the drafts that can be added. */
export function ReleaseChanges() {
  const { pages, addable } = useLoaderData<typeof releaseLoader>()
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
          {!isItsOwnPage({ label, sections }) && (
            <header className="release-page__head">
              <h3>{label}</h3>
              <PagePreview href={href} label={label} />
            </header>
          )}
          <ul className="releases">
            {sections.map((section) => (
              <li key={section.id}>
                <p>
                  <Link to={section.href}>{section.label}</Link>
                  {section.what !== '' && <span className="releases__what">{section.what}</span>}
                  <span className="releases__sub">{section.by}</span>
                  {isItsOwnPage({ label, sections }) && <PagePreview href={href} label={label} />}
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

/** True for a section that is a page: its name is not written twice. */
function isItsOwnPage({ label, sections }: { label: string; sections: readonly { label: string }[] }) {
  return sections.length === 1 && sections[0]?.label === label
}

function PagePreview({ href, label }: { href: string; label: string }) {
  const { release } = useLoaderData<typeof releaseLoader>()
  return (
    <a
      className="release-preview"
      href={`/admin/site-view/release-${release.id}${href}`}
      target="_blank"
      rel="noopener"
    >
      Preview<span className="visually-hidden"> of {label} with this release (opens in a new tab)</span>{' '}
      <Icon name="out" />
    </a>
  )
}

/** What prevents the publication of a section. */
function SectionObstacles({
  section: { conflict, approvalHref, approvedBefore },
}: {
  section: ReturnType<typeof useLoaderData<typeof releaseLoader>>['pages'][number]['sections'][number]
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

/** The files that become public with an open release, and a form that adds some. */
export function ReleaseFiles() {
  const { files, release } = useLoaderData<typeof releaseLoader>()
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
