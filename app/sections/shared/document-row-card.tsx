import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { formatDay, formatFileSize } from '#app/media/documents/document-row-format.ts'
import { useDocumentInfo } from '#app/media/documents/document-row-info.tsx'
import { Icon } from '#app/ui/icon.tsx'
import './document-row.css'

/** The one document of a page: title, type, size and date, and what looks like a button. */
export function DocumentCard({ href, title }: { href: string; title: string }) {
  const info = useDocumentInfo(href)
  const isOurs = href.startsWith('/')
  return (
    <a className="bigdoc" href={href} {...(isOurs ? { download: true } : { target: '_blank', rel: 'noopener' })}>
      <span className="bigdoc__type" aria-hidden="true">
        PDF
      </span>
      <span className="bigdoc__title">{bindLastWords(title)}</span>{' '}
      <span className="bigdoc__meta">
        PDF{isOurs ? info && `, ${formatFileSize(info.bytes)}` : ', External'}
        {info && (
          <>
            , <time dateTime={info.date}>{formatDay(info.date)}</time>
          </>
        )}
      </span>{' '}
      <span className="btn btn--accent">
        {isOurs ? 'Download' : 'Open'} <Icon name={isOurs ? 'download' : 'out'} />
      </span>
    </a>
  )
}
