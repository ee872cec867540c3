import { Form, Link } from '@remix-run/react'
import { CopyButton } from '#app/editing/ui/copy-button.tsx'
import { formatBytes } from '#app/editing/ui/format.ts'
import { Thumbnail } from '#app/editing/files/thumbnail.tsx'
import { Icon } from '#app/editing/ui/icon.tsx'
import { filesHref, type FilesView } from './files-address.ts'
import type { ShownFile, ShownTrashed } from './files.server.ts'

interface FilesListProps {
  view: FilesView
  files: readonly ShownFile[]
}

/** Images as pictures side by side. */
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
          <p className="files-card__name">{file.file}</p>
          <p className="files-card__facts">
            {file.size && `${file.size.width} × ${file.size.height}, `}
            {formatBytes(file.bytes)}
            <br />
            {file.when}
          </p>
          <Uses file={file} />
          <FileActions view={view} file={file} />
        </li>
      ))}
    </ul>
  )
}

/** Documents, films and captions as rows. */
export function DocumentTable({ view, files }: FilesListProps) {
  return (
    <table className="data-table files-table">
      <caption className="vh">Documents, films and captions, newest first</caption>
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
              <a href={file.address} target="_blank" rel="noopener">
                {file.file}
                <span className="vh"> (opens in a new tab)</span>
              </a>
            </th>
            <td>{formatBytes(file.bytes)}</td>
            <td>{file.when}</td>
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

/** Deleted files, each with the button that brings it back. */
export function TrashTable({ view, files }: { view: FilesView; files: readonly ShownTrashed[] }) {
  return (
    <table className="data-table files-table">
      <caption className="vh">Deleted files, last deleted first</caption>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Size</th>
          <th scope="col">Deleted</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        {files.map(({ id, file, bytes, when }) => (
          <tr key={id}>
            <th scope="row" className="files-table__name">
              {file}
            </th>
            <td>{formatBytes(bytes)}</td>
            <td>{when}</td>
            <td className="data-table__act">
              <Form method="post" action={filesHref(view)} preventScrollReset>
                <input type="hidden" name="entry" value={id} />
                <button className="btn" name="intent" value="restore">
                  <Icon name="undo" />
                  Bring back <span className="vh">{file}</span>
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
      Used in{' '}
      {uses.map(({ label, href }, index) => (
        <span key={href}>
          {index > 0 && ', '}
          <Link to={href}>{label}</Link>
        </span>
      ))}
    </p>
  )
}

function FileActions({ view, file: { file, address, uses } }: { view: FilesView; file: ShownFile }) {
  return (
    <div className="files-actions">
      <CopyButton text={address} of={file} />
      {uses.length === 0 && (
        <Link
          className="btn btn--ghost btn--danger"
          id={deleteLinkId(file)}
          to={filesHref({ ...view, deleting: file })}
          preventScrollReset
        >
          <Icon name="trash" />
          Delete <span className="vh">{file}</span>
        </Link>
      )}
    </div>
  )
}
