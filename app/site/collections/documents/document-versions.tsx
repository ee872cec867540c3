import { useLocation } from '@remix-run/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import './document-versions.css'

/** A file that was public, for staff. */
export interface DocumentVersion {
  fileUrl: string
  /** Title of a further file; '' for the main file. */
  name: string
  /** Since when it was public, ISO 8601. */
  since: string
  when: string
  /** Who published it, as far as the history says. */
  who: string | undefined
  isOurs: boolean
  /** Undefined for a file of another site, and for one that is missing. */
  bytes: number | undefined
  sha256: string | undefined
  /** True if visitors get it now. */
  isCurrent: boolean
}

/** Every file that a document ever had, the newest first. An earlier main file can be put back into the form. */
export function DocumentVersions({ versions }: { versions: readonly DocumentVersion[] }) {
  const { pathname, search } = useLocation()
  const chosen = new URLSearchParams(search).get('fileUrl')
  if (versions.length === 0) return null
  return (
    <FieldGroup legend="All versions" note="Every file that was public, the newest first. Each is kept" wide>
      <ol className="versions">
        {versions.map((version) => {
          const { fileUrl, name, since, when, who, isOurs, bytes, sha256, isCurrent } = version
          return (
            <li key={`${since} ${name} ${fileUrl}`}>
              <p>
                <time dateTime={since}>{when}</time>
                {who !== undefined && `, ${who}`}
                {isCurrent && (
                  <>
                    {' '}
                    <span className="chip">Current file</span>
                  </>
                )}
              </p>
              <p>
                {name !== '' && `${name}: `}
                <a href={fileUrl} target="_blank" rel="noopener">
                  {isOurs ? fileUrl.slice(fileUrl.lastIndexOf('/') + 1) : fileUrl}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </a>
                {bytes !== undefined && `, ${formatBytes(bytes)}`}
                {isOurs && bytes === undefined && (
                  <>
                    {' '}
                    <span className="chip chip--bad">File missing</span>
                  </>
                )}
              </p>
              {sha256 !== undefined && <p className="versions__hash">SHA-256 {sha256}</p>}
              {chosen === fileUrl && name === '' && !isCurrent ? (
                <p role="status">This file is in the form now. Publish the form to make it public again.</p>
              ) : (
                name === '' &&
                !isCurrent &&
                (!isOurs || bytes !== undefined) && (
                  <p>
                    {/* A new page: the form begins with this file, and the browser asks about unsaved changes. */}
                    <a href={`${pathname}?${new URLSearchParams({ fileUrl }).toString()}`}>
                      Put this file into the form<span className="visually-hidden">, public since {when}</span>
                    </a>
                  </p>
                )
              )}
            </li>
          )
        })}
      </ol>
    </FieldGroup>
  )
}
