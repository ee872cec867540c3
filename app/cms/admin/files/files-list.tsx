import { filesIntents } from './files-intents.ts'
import { Form, Link } from '@remix-run/react'
import { formatBytes, formatLimit } from '#app/cms/platform/format/bytes.ts'
import { Thumbnail } from '#app/cms/editing/files/stored-files.tsx'
import { CopyButton } from '#app/cms/editing/ui/copy-button.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { notesOn } from '#app/cms/media/library/library-file.ts'
import { filesHref, replaceHref, type FilesView } from './files-address.ts'
import type { ShownFile, ShownTrashed } from './files.server.ts'
import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import { STAGED_DAYS, TRASH_LIMITS } from '#app/cms/media/uploads/trash-limits.ts'

interface FilesListProps {
  view: FilesView
  files: readonly ShownFile[]
}

export function ImageGrid({ view, files }: FilesListProps) {
  return (
    <ul className="files-grid">
      {files.map((file) => (
        <li key={file.file} className="files-card">
          <a className="files-card__picture" href={file.address} target="_blank" rel="noopener">
            <Thumbnail
              className="files-card__image"
              file={file.file}
              width={240}
              alt={`${file.file} (opens in a new tab)`}
            />
          </a>
          <p className="files-card__name">
            <FileName file={file.file} />
          </p>
          <p className="files-card__facts">
            {file.size && `${file.size.width} × ${file.size.height}, `}
            {formatBytes(file.bytes)} · {file.when}
          </p>
          <Uses file={file} />
          <FileActions view={view} file={file} />
        </li>
      ))}
    </ul>
  )
}

/** The name of a file, with what uploads add to it in grey. */
function FileName({ file }: { file: string }) {
  const end = /-[0-9a-f]{8}\.\w+$/.exec(file)?.[0] ?? ''
  return (
    <>
      {file.slice(0, file.length - end.length)}
      <span className="files-card__end">{end}</span>
    </>
  )
}

/** Staged files, which are not public yet, and the drafts that use them. */
export function StagedFiles({ view, files, bytes, mostBytes }: FilesListProps & { bytes: number; mostBytes: number }) {
  return (
    <>
      <p className="hint">
        Only staff can open these files. A file becomes public when the content that shows it is published. A file that
        no draft shows is moved to the trash after {STAGED_DAYS} days. The files use {formatBytes(bytes)} of{' '}
        {formatLimit(mostBytes)}.
      </p>
      <DocumentTable view={view} files={files} caption="Files that are not public yet, newest first" />
    </>
  )
}

/** A link that opens a file: its name, with a thumbnail if it is an image. */
export function FileLink({ file: { file, kind, address } }: { file: Pick<ShownFile, 'file' | 'kind' | 'address'> }) {
  return (
    <a className="files-table__file" href={address} target="_blank" rel="noopener">
      {kind === 'image' && <Thumbnail className="files-table__thumb" file={file} width={80} />}
      <span>
        {file}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </span>
    </a>
  )
}

export function DocumentTable({
  view,
  files,
  caption = 'Documents, films and captions, newest first',
}: FilesListProps & { caption?: string }) {
  return (
    <table className="data-table files-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Size</th>
          <th scope="col">Uploaded</th>
          <th scope="col">Used in</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.file}>
            <th scope="row" className="files-table__name">
              <FileLink file={file} />
              {notesOn(file.pdf).map((note) => (
                <p key={note} className="files-uses">
                  {note}
                </p>
              ))}
            </th>
            <td className="files-table__fact">{formatBytes(file.bytes)}</td>
            <td className="files-table__fact">{file.when}</td>
            <td>
              <Uses file={file} />
            </td>
            <td className="data-table__act">
              <FileActions view={view} file={file} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Deleted files, each with a button that restores it. */
export function TrashTable({ view, files }: { view: FilesView; files: readonly ShownTrashed[] }) {
  return (
    <table className="data-table files-table">
      <caption className="visually-hidden">Deleted files, last deleted first</caption>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Size</th>
          <th scope="col">Deleted</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        {files.map(({ id, file, bytes, when, isStaged }) => (
          <tr key={id}>
            <th scope="row" className="files-table__name">
              {file}
              {isStaged && <p className="files-uses">Was not public yet</p>}
            </th>
            <td className="files-table__fact">{formatBytes(bytes)}</td>
            <td className="files-table__fact">{when}</td>
            <td className="data-table__act">
              <Form method="post" action={filesHref(view)} preventScrollReset>
                <input type="hidden" name="entry" value={id} />
                <button className="btn" name="intent" value={filesIntents.restore}>
                  <Icon name="undo" />
                  Restore <span className="visually-hidden">{file}</span>
                </button>
              </Form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `id` of the link that asks whether to delete a file. */
export function deleteLinkId(file: string) {
  return `delete-${file}`
}

function Uses({ file: { uses } }: { file: ShownFile }) {
  if (uses.length === 0) return <p className="files-uses">Not used</p>
  return (
    <p className="files-uses">
      <span className="files-uses__in">Used in </span>
      {uses.map(({ label, href }, index) => (
        <span key={href}>
          {index > 0 && ', '}
          <Link to={href}>{label}</Link>
        </span>
      ))}
    </p>
  )
}

/** Buttons that copy the address of a file, and delete it if it is not used. Short words: three of them are below each picture. */
export function FileActions({
  view,
  file: { file, address, uses, isStaged, focusHref },
}: {
  view: FilesView
  file: ShownFile
}) {
  return (
    <div className="files-actions">
      <CopyButton text={address} label="Copy link" of={`to ${file}`} />
      {focusHref !== undefined && (
        <Link className="btn btn--ghost" to={focusHref}>
          <Icon name="image" />
          Set focus<span className="visually-hidden"> point of {file}</span>
        </Link>
      )}
      {uses.length > 0 && !isStaged && (
        <Link className="btn btn--ghost" to={replaceHref(file)}>
          <Icon name="swap" />
          Replace file<span className="visually-hidden"> {file} everywhere</span>
        </Link>
      )}
      {uses.length === 0 && (
        <Link
          className="btn btn--ghost btn--danger"
          id={deleteLinkId(file)}
          to={filesHref({ ...view, deleting: file })}
          preventScrollReset
        >
          <Icon name="trash" />
          Delete <span className="visually-hidden">{file}</span>
        </Link>
      )}
    </div>
  )
}

/** Asks whether to delete a file: in a dialog over the list, or on its own page without a script. */
export function FileDelete({ file: { file, kind, uses, isStaged }, view }: { file: ShownFile; view: FilesView }) {
  const isUsed = uses.length > 0
  return (
    <ConfirmPage
      title="Delete file"
      closeTo={filesHref(view)}
      action={filesHref({ ...view, deleting: file })}
      button={isUsed ? undefined : { label: 'Delete', intent: filesIntents.delete }}
    >
      {kind === 'image' && <Thumbnail className="files-card__image" file={file} width={240} />}
      <p>{isUsed ? 'This file cannot be deleted while it is used.' : 'Are you sure you want to delete this file?'}</p>
      <p>
        <b>{file}</b>
      </p>
      {isUsed ? (
        <p>Used in {uses.map(({ label }) => label).join(', ')}.</p>
      ) : isStaged ? (
        <p>It is not public yet. You can restore it for {TRASH_LIMITS.days} days.</p>
      ) : (
        <p>
          You can restore it for {TRASH_LIMITS.days} days. If you restore an earlier version of a section that uses it
          in that time, the file is restored as well.
        </p>
      )}
    </ConfirmPage>
  )
}
