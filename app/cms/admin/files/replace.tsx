import type { MetaFunction } from '@remix-run/node'
import { useState } from 'react'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { LibraryButton } from '#app/cms/editing/files/library-button.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { StoredFilesProvider, Thumbnail } from '#app/cms/editing/files/stored-files.tsx'
import { PlainField } from '#app/cms/editing/fields/plain-field.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { StatusMessage } from '#app/cms/editing/ui/status-message.tsx'
import { FILE_KINDS, type LibraryFile } from '#app/cms/media/library/library-file.ts'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { replaceHref } from './files-address.ts'
import { replaceIntents } from './files-intents.ts'
import { replaceAction, replaceLoader } from './replace.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = replaceLoader
export const action = replaceAction

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(`Replace ${data?.file.file ?? 'a file'}`)

/** Replaces a file in all sections that name it, after showing where. */
export default function ReplacePage() {
  const { file, by, problem, back, isSmaller } = useLoaderData<typeof loader>()
  const shown = [file, ...(by ? [by] : [])]
  return (
    <StoredFilesProvider
      images={shown.flatMap(({ file: name, bytes, size }) => (size ? [{ file: name, bytes, ...size }] : []))}
    >
      <BackLink to={back}>Files</BackLink>
      <PageHead title={`Replace ${file.file}`}>In every section that shows it, at one moment</PageHead>
      <div role="alert">{problem !== undefined && <StatusMessage kind="failure" message={problem} />}</div>
      <section className="panel">
        <header className="panel__head">
          <h2>{by ? 'The old file and the new one' : 'Choose the new file'}</h2>
        </header>
        <div className="replace">
          <FileFacts title="Now" file={file} />
          {by ? <FileFacts title="Then" file={by} /> : <ChooseForm />}
        </div>
        {isSmaller && (
          <p className="field__note">
            The new picture has fewer pixels than the old one. Where it is shown large, it may be blurred.
          </p>
        )}
      </section>
      <Changes />
      {by && (
        <section className="panel">
          <details className="replace-other">
            <summary>Choose another file</summary>
            <ChooseForm />
          </details>
        </section>
      )}
    </StoredFilesProvider>
  )
}

function FileFacts({ title, file: { file, address, bytes, size, kind } }: { title: string; file: LibraryFile }) {
  return (
    <div>
      <h3>{title}</h3>
      {kind === 'image' && <Thumbnail className="files-card__image" file={file} width={240} />}
      <p className="files-card__name">
        <a href={address} target="_blank" rel="noopener">
          {file}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </p>
      <p className="files-card__facts">
        {size && `${size.width} × ${size.height}, `}
        {formatBytes(bytes)}
      </p>
    </div>
  )
}

/** The new file: chosen among the pictures of the library, uploaded, or named. */
function ChooseForm() {
  const { file, by, suggested } = useLoaderData<typeof loader>()
  const [name, setName] = useState(by?.file ?? '')
  const isHydrated = useHydrated()
  return (
    <Form
      className="account-form"
      method="post"
      action={replaceHref(file.file, by?.file)}
      encType="multipart/form-data"
    >
      <PlainField
        id="replacement"
        label="The new file"
        help={isHydrated ? undefined : 'Type a part of its name to find it among the uploaded files'}
      >
        {(described) => (
          <div className="replace__choose">
            {isHydrated && (
              <LibraryButton
                accepts={file.kind}
                of="the new file"
                chosen={name}
                onChoose={(chosen) => {
                  setName(chosen.file)
                }}
              />
            )}
            <input
              id="replacement"
              name="replacement"
              list="replacement-files"
              placeholder={isHydrated ? 'or a part of its name' : undefined}
              autoComplete="off"
              value={name}
              onChange={({ currentTarget }) => {
                setName(currentTarget.value)
              }}
              {...described}
            />
          </div>
        )}
      </PlainField>
      <datalist id="replacement-files">
        {suggested.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <PlainField id="replacement-upload" label="Or upload it" help="Only staff can open it until it is published">
        {(described) => (
          <input
            id="replacement-upload"
            name="replacement-upload"
            type="file"
            accept={FILE_KINDS[file.kind].accept}
            {...described}
          />
        )}
      </PlainField>
      <div>
        <button className={by ? 'btn' : 'btn btn--primary'} name="intent" value={replaceIntents.choose}>
          Show what changes
        </button>
      </div>
    </Form>
  )
}

/** Where the file is named, and the buttons that replace it there. */
function Changes() {
  const { file, by, changes, references, drafts, mayPublish } = useLoaderData<typeof loader>()
  const needing = changes.filter(({ needsApproval }) => needsApproval)
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>{by ? 'What changes' : 'Where it is used'}</h2>
      </header>
      {changes.length === 0 ? (
        <p className="calm">No section names this file.</p>
      ) : (
        <ul className="replace__uses">
          {changes.map(({ label, href, fields, moreFields }) => (
            <li key={href}>
              <Link to={href}>{label}</Link>: {fields.join(', ')}
              {moreFields > 0 && ` and ${countOf(moreFields, 'other place')}`}
            </li>
          ))}
        </ul>
      )}
      {drafts.length > 0 && (
        <p className="hint">
          {countOf(drafts.length, 'draft')} {drafts.length === 1 ? 'names' : 'name'} it as well and{' '}
          {drafts.length === 1 ? 'keeps' : 'keep'} it: {drafts.join(', ')}.
        </p>
      )}
      {by && changes.length > 0 && (
        <Form className="replace__buttons" method="post" action={replaceHref(file.file, by.file)}>
          <p>
            {countOf(references, 'place')} in {countOf(changes.length, 'section')} will show the new file. The
            alternative texts stay: check that they still describe the picture.
            {needing.length > 0 &&
              ` A second person has to approve ${needing.map(({ label }) => label).join(', ')} before the release can be published.`}
          </p>
          {mayPublish && (
            <button className="btn btn--primary" name="intent" value={replaceIntents.publish}>
              Replace everywhere now
            </button>
          )}
          <button className="btn" name="intent" value={replaceIntents.draft}>
            Create a release of drafts
          </button>
        </Form>
      )}
    </section>
  )
}
