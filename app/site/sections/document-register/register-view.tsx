import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { counted } from '#app/site/ui/text.tsx'
import { PhoneLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { fixedAddress } from '#app/site/collections/documents/fixed-address.ts'
import { fileLinkAttributes } from '#app/site/collections/documents/file-type.ts'
import {
  FOUND,
  queryOf,
  REGISTER_FEED,
  REGISTER_PAGE,
  type DocumentSelection,
} from '#app/site/addresses/document-selection.ts'
import { searchHref } from '#app/site/addresses/search-query.ts'
import type { WiderSelection } from './find-documents.ts'
import type { RegisterRow, ShownMoment, StoredFacts } from './register-row.ts'
import { PageLinks } from '#app/site/ui/page-links.tsx'
import './register-view.css'

interface RegisterListProps {
  selection: DocumentSelection
  rows: RegisterRow[]
  part: { page: number; pageCount: number; first: number; total: number }
  /** Number of all documents. */
  ofAll: number
  /** What the selection asks for; '' for nothing. */
  words: string
  /** Its parts, each with the address of the page without it. */
  chosen: { words: string; href: string }[]
}

/** A page of the documents that were found. */
export function RegisterList({
  selection,
  rows,
  part: { page, pageCount, first, total },
  ofAll,
  words,
  chosen,
}: RegisterListProps) {
  const query = queryOf(selection)
  const count = counted(ofAll, 'document')
  return (
    <section aria-labelledby="register-count">
      <RegisterHead
        query={query}
        count={query === '' ? count : `${total.toLocaleString('en')} of ${count} for ${words}`}
      >
        <Link to={REGISTER_PAGE + FOUND}>{query === '' ? 'By type' : 'Clear the search'}</Link>
      </RegisterHead>
      {chosen.length > 0 && (
        <ul className="register__chosen">
          {chosen.map((part) => (
            <li key={part.words}>
              <Link to={part.href}>
                <span className="visually-hidden">Without </span>
                {part.words} <Icon name="close" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <DocumentRows rows={rows} />
      <PageLinks
        label="Pages of the documents"
        page={page}
        pageCount={pageCount}
        hrefOf={(to) => REGISTER_PAGE + (queryOf(selection, to) || ALL_BY_DATE) + FOUND}
      >
        Documents {(first + 1).toLocaleString('en')} to {(first + rows.length).toLocaleString('en')} of{' '}
        {total.toLocaleString('en')}
      </PageLinks>
    </section>
  )
}

/** Without it, the register begins with its groups. */
const ALL_BY_DATE = '?page=1'

interface RegisterGroupsProps {
  groups: { id: string; label: string; rows: RegisterRow[]; total: number }[]
  /** Number of all documents. */
  ofAll: number
}

/** The beginning of the register: the newest documents of each group. */
export function RegisterGroups({ groups, ofAll }: RegisterGroupsProps) {
  return (
    <>
      <RegisterHead query="" count={counted(ofAll, 'document')}>
        <Link to={REGISTER_PAGE + ALL_BY_DATE + FOUND}>All by date</Link>
      </RegisterHead>
      {groups.map(({ id, label, rows, total }) => (
        <section key={id} className="register__group" id={id} aria-labelledby={`${id}-title`}>
          <div className="register__title">
            <h2 id={`${id}-title`}>{label}</h2>
            {total > rows.length && (
              <Link to={`${REGISTER_PAGE}?kind=${id}${FOUND}`}>
                All {total.toLocaleString('en')} <span className="visually-hidden">of {label}</span>
                <Icon name="arrow" />
              </Link>
            )}
          </div>
          <DocumentRows rows={rows} />
        </section>
      ))}
    </>
  )
}

/** The number of documents, and the data of the selection. */
function RegisterHead({ query, count, children }: { query: string; count: string; children: ReactNode }) {
  return (
    <div className="register__head">
      <h2 id="register-count">
        <span role="status">{count}</span>
      </h2>
      <p>
        {children}
        <a href={`${REGISTER_PAGE}.csv${query}`} download>
          Download as CSV
        </a>
        <a href={`${REGISTER_PAGE}.json${query}`}>JSON</a>
        <a href={REGISTER_FEED + query}>RSS feed</a>
      </p>
    </div>
  )
}

/** Only another language is named. */
const USUAL_LANGUAGE = 'English'

function DocumentRows({ rows }: { rows: readonly RegisterRow[] }) {
  return (
    <ul className="register__rows">
      {rows.map((row) => (
        <DocumentEntry key={row.slug} row={row} />
      ))}
    </ul>
  )
}

function DocumentEntry({ row }: { row: RegisterRow }) {
  const { title, date, kind, period, language, file, withdrawn } = row
  return (
    <li className={withdrawn ? 'entry entry--withdrawn' : 'entry'}>
      <time className="entry__date" dateTime={date}>
        {date === '' ? '' : formatDay(date)}
      </time>
      <div className="entry__main">
        <h3>{withdrawn ? title : <DocumentLink row={row} />}</h3>
        <p className="entry__facts">
          {!title.toLowerCase().includes(kind.toLowerCase()) && <span>{kind}</span>}
          {period !== '' && <span>{period}</span>}
          {language !== USUAL_LANGUAGE && <span>{language}</span>}
          {file && <FileFacts type={row.page === undefined ? file.type : `Page with ${file.type}`} file={file} />}
        </p>
        {withdrawn && (
          <p className="entry__withdrawn">
            <strong>Withdrawn{withdrawn.on === '' ? '' : ` on ${formatDay(withdrawn.on)}`}.</strong> {withdrawn.because}
          </p>
        )}
        {(row.files.length > 0 || row.watch !== undefined) && (
          <ul className="entry__files">
            {row.watch !== undefined && (
              <li>
                <Link to={row.watch}>
                  Watch<span className="visually-hidden"> {title}</span>
                </Link>
              </li>
            )}
            {row.files.map((further) => (
              <li key={further.href + further.title}>
                <a href={further.href} {...(!further.isPage && fileLinkAttributes(further.href))}>
                  {further.title}
                </a>{' '}
                <span className="entry__facts">
                  <FileFacts type={further.type} file={further} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {file && <Details row={row} />}
      </div>
    </li>
  )
}

const EXTERNAL = { target: '_blank', rel: 'noopener' }

function DocumentLink({ row: { slug, title, page, file } }: { row: RegisterRow }) {
  if (page !== undefined) return <Link to={page}>{title}</Link>
  if (file?.isOurs) return <a href={fixedAddress(slug)}>{title}</a>
  return (
    <a href={fixedAddress(slug)} {...EXTERNAL}>
      {title} <Icon name="out" />
      <span className="visually-hidden">Opens in a new tab</span>
    </a>
  )
}

function FileFacts({ type, file }: { type: string; file: StoredFacts & { isOurs: boolean } }) {
  return (
    <>
      <span>{type}</span>
      {!file.isOurs && <span>External</span>}
      {file.bytes !== undefined && <span>{formatBytes(file.bytes)}</span>}
      {file.pages !== undefined && <span>{counted(file.pages, 'page')}</span>}
    </>
  )
}

/** Fixed address, checksum and earlier files of a document: for those who check a copy. */
function Details({ row: { slug, title, filedOn, file, since, files, earlier } }: { row: RegisterRow }) {
  return (
    <details className="entry__details">
      <summary className="fold">
        <span>{earlier.length === 0 ? 'Details' : `Details, replaces ${counted(earlier.length, 'earlier file')}`}</span>{' '}
        <span className="visually-hidden">of {title}</span>
      </summary>
      <dl>
        <Fact name="Fixed address">{fixedAddress(slug)}</Fact>
        {filedOn !== '' && <Fact name="Filed">{formatDay(filedOn)}</Fact>}
        {since !== undefined && (
          <Fact name="File public since">
            <Moment moment={since} />
          </Fact>
        )}
        {file?.sha256 !== undefined && <Fact name="SHA-256">{file.sha256}</Fact>}
        {files.map(
          (further) =>
            further.sha256 !== undefined && (
              <Fact key={further.href + further.title} name={`SHA-256 of “${further.title}”`}>
                {further.sha256}
              </Fact>
            ),
        )}
        {earlier.map(({ since: from, until, sha256 }) => (
          <Fact key={from.iso + until.iso} name="Replaces the file that was public">
            from <Moment moment={from} /> to <Moment moment={until} />
            {sha256 !== undefined && (
              <>
                <br />
                SHA-256 {sha256}
              </>
            )}
          </Fact>
        ))}
      </dl>
    </details>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Moment({ moment: { iso, text } }: { moment: ShownMoment }) {
  return <time dateTime={iso}>{text}</time>
}

interface NothingFoundProps {
  /** What the selection asks for. */
  words: string
  /** The typed words of it. */
  question: string
  wider: WiderSelection[]
  /** The newest documents. */
  rows: RegisterRow[]
  contact: { name: string; title: string; email: string; phone: string } | undefined
}

/** No document matches: which part of the selection to leave out, with links that do it, and where else to look or ask. */
export function NothingFound({ words, question, wider, rows, contact }: NothingFoundProps) {
  if (words === '') return <p className="register__none">No document has been published yet.</p>
  return (
    <>
      <section className="register__none" aria-labelledby="register-count">
        <h2 id="register-count">
          <span role="status">No documents match {words}</span>
        </h2>
        <ul>
          {wider.map(({ selection, words: wanted, count }) => (
            <li key={wanted}>
              <Link to={REGISTER_PAGE + queryOf(selection) + FOUND}>Only {wanted}</Link>: {counted(count, 'document')}
            </li>
          ))}
          <li>
            <Link to={REGISTER_PAGE + FOUND}>Clear the search</Link>
          </li>
          {question !== '' && (
            <li>
              <Link to={searchHref(question)}>Search the whole website for “{question}”</Link>
            </li>
          )}
        </ul>
        {contact && (
          <p>
            Or ask {contact.name}, {contact.title}: <a href={`mailto:${contact.email}`}>{contact.email}</a>,{' '}
            <PhoneLink number={contact.phone} />
          </p>
        )}
      </section>
      {rows.length > 0 && (
        <section className="register__group" aria-labelledby="newest-title">
          <div className="register__title">
            <h2 id="newest-title">Newest documents</h2>
          </div>
          <DocumentRows rows={rows} />
        </section>
      )}
    </>
  )
}
