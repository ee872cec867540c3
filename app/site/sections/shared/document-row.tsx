import type { ReactNode } from 'react'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { formatDay, formatLongDay } from '#app/cms/platform/format/day.ts'
import { useDocumentInfo } from '#app/cms/media/document-info.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import { Icon, type IconName } from '#app/cms/ui/icon.tsx'
import { fileLinkAttributes, fileType, isPlayed } from '#app/site/collections/documents/file-type.ts'
import type { DocumentOfPage } from '#app/site/sections/document-register/listed-document.ts'
import { bindLastWords, counted } from '#app/site/ui/text.tsx'
import { NothingPublished } from './nothing-published.tsx'
import './document-row.css'

interface DocumentRowProps {
  /** Address of a PDF or a recording, of ours or of another site. */
  href: string
  title: string
  /** The day on which it was disclosed, YYYY-MM-DD. Left out: the document is not in the register. */
  date?: string
}

/**
 * Entry of a list of documents: type, title, size, date, icon. Ours are downloaded, or played if they are recordings;
 * others open in a new tab.
 */
export function DocumentRow({ href, title, date }: DocumentRowProps) {
  const info = useDocumentInfo(href)
  const isOurs = href.startsWith('/')
  const { icon, words } = openingOf(href)
  return (
    <li className="doc">
      <a href={href} {...fileLinkAttributes(href)}>
        <span className="doc__type">{isOurs || isPlayed(href) ? fileType(href) : 'PDF'}</span>{' '}
        <span className="doc__title">{title}</span>{' '}
        <span className="doc__size">{isOurs ? info && formatBytes(info.bytes) : 'External'}</span>{' '}
        <DocumentDay date={date} /> <Icon name={icon} />
        <span className="visually-hidden">{words}</span>
      </a>
    </li>
  )
}

/** What the link to a file does. */
function openingOf(href: string): { icon: IconName; words: string } {
  if (!href.startsWith('/')) return { icon: 'out', words: 'Opens in a new tab' }
  return isPlayed(href) ? { icon: 'play', words: 'Play' } : { icon: 'download', words: 'Download' }
}

/** Entry of a list of documents that have a page of their own. */
export function DocumentPageRow({ to, title, date }: { to: string; title: string; date: string }) {
  return (
    <li className="doc doc--page">
      <ContentLink to={to}>
        <span className="doc__type">Page</span> <span className="doc__title">{title}</span>{' '}
        <span className="doc__size">View page</span> <DocumentDay date={date} /> <Icon name="arrow" />
      </ContentLink>
    </li>
  )
}

function DocumentDay({ date }: { date: string | undefined }) {
  if (date === undefined) return <span className="doc__date" />
  return (
    <time className="doc__date" dateTime={date}>
      {formatDay(date)}
    </time>
  )
}

interface PageDocumentProps {
  document: DocumentOfPage | undefined
  /** The picture of its first page; '' for none. */
  cover?: string
  /** The title of the page: it is not said again. */
  pageTitle?: string
  /** What there is to say of it. */
  children?: ReactNode
}

/** The one document of a page, or a line of text if it is not public, and what there is to say of it. */
export function PageDocument({ document, cover = '', pageTitle = '', children }: PageDocumentProps) {
  if (!document) {
    return (
      <>
        <NothingPublished />
        {children}
      </>
    )
  }
  const { fileUrl, ...shown } = document
  return (
    <DocumentCard href={fileUrl} {...shown} cover={cover} pageTitle={pageTitle}>
      {children}
    </DocumentCard>
  )
}

interface DocumentCardProps extends Omit<DocumentOfPage, 'fileUrl'> {
  href: string
  cover?: string
  pageTitle?: string
  children?: ReactNode
}

/** The one document of a page with its first page, drawn if there is no picture of it: title, type, size, pages and date. */
export function DocumentCard({ href, title, date, gate, pages, cover = '', pageTitle, children }: DocumentCardProps) {
  const info = useDocumentInfo(href)
  const isOurs = href.startsWith('/')
  return (
    <div className="bigdoc">
      {cover === '' ? (
        <span className="bigdoc__cover bigdoc__cover--drawn" aria-hidden="true">
          <b>{title}</b>
          <span>{formatLongDay(date)}</span>
        </span>
      ) : (
        <span className="bigdoc__cover">
          <Picture file={cover} alt="" sizes="17rem" priority />
        </span>
      )}
      <a className="bigdoc__link" href={gate ?? href} {...(gate === undefined && fileLinkAttributes(href))}>
        <span className={title === pageTitle ? 'visually-hidden' : 'bigdoc__title'}>{bindLastWords(title)}</span>{' '}
        <span className="bigdoc__meta">
          PDF{isOurs ? info && `, ${formatBytes(info.bytes)}` : ', External'}
          {pages !== undefined && `, ${counted(pages, 'page')}`}, <time dateTime={date}>{formatDay(date)}</time>
        </span>{' '}
        <span className="btn btn--accent">
          {isOurs ? 'Download' : 'Open'} <Icon name={isOurs ? 'download' : 'out'} />
        </span>
      </a>
      {children !== undefined && <div className="bigdoc__more">{children}</div>}
    </div>
  )
}
