import { useDocumentInfo } from '#app/media/documents/document-row-info.tsx'
import { formatBytes } from '#app/editing/ui/format.ts'
import { useStoredFiles } from './stored-files.tsx'

/**
 * Names a document that content refers to by its address, with its size, and opens it. Says so where saved content refers to
 * a file that is not there.
 */
export function DocumentLink({ href }: { href: string }) {
  const info = useDocumentInfo(href)
  const { missing } = useStoredFiles()
  const isOurs = href.startsWith('/')
  return (
    <>
      <a href={href} target="_blank" rel="noopener">
        {isOurs ? href.slice(href.lastIndexOf('/') + 1) : href}
        <span className="vh"> (opens in a new tab)</span>
      </a>
      {info && `, ${formatBytes(info.bytes)}`}
      {!info && missing.includes(href) && (
        <>
          {' '}
          <span className="chip chip--bad">File missing</span>
        </>
      )}
    </>
  )
}
