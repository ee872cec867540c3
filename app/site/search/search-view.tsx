import { Link } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { searchHref } from '#app/site/addresses/search-query.ts'
import { DefinitionRow, DefinitionRows } from '#app/site/ui/definition-rows.tsx'
import { PageLinks } from '#app/site/ui/page-links.tsx'
import type { OFFERED_PAGES } from './offered-pages.ts'
import type { ShownAnswer, ShownGroup, ShownHit } from './shown-answer.ts'
import './search-view.css'

interface AnswerProps {
  question: string
  answer: ShownAnswer
}

/** `1 result` */
export function resultCount(count: number): string {
  return count === 1 ? '1 result' : `${count.toLocaleString('en')} results`
}

/** What was found, by group. */
export function SearchAnswer({ question, answer: { fit, count, groups, suggestion, only, alsoFound } }: AnswerProps) {
  return (
    <>
      <div className="wrap search-head">
        <h2>{resultCount(count)}</h2>
        {fit === 'similar' && <p>Nothing has exactly these words. These results have similar ones.</p>}
        {alsoFound.length > 0 && <p>Also found: {alsoFound.join(', ')}.</p>}
        {fit === 'some' && <p>Nothing has all of these words. These results have some of them.</p>}
        <Suggestion suggestion={suggestion} />
        {only ? (
          <p>
            <Link to={searchHref(question)}>All results</Link>
          </p>
        ) : (
          groups.length > 1 && <GroupLinks groups={groups} />
        )}
      </div>
      <DefinitionRows>
        {groups.map((group) => (
          <DefinitionRow key={group.id} id={group.id} label={group.label}>
            <ol className={`hits hits--${group.id}`}>
              {group.hits.map((hit) => (
                <Hit key={hit.href + hit.title} hit={hit} />
              ))}
            </ol>
            {!only && group.count > shownCount(group) && (
              <p className="hits-more">
                <Link to={searchHref(question, group.id)}>
                  All {group.count.toLocaleString('en')} in {group.label}
                </Link>
              </p>
            )}
            {only && (
              <PageLinks
                label={`Pages of ${group.label}`}
                page={only.page}
                pageCount={only.pageCount}
                hrefOf={(page) => searchHref(question, group.id, page)}
              >
                Page {only.page} of {only.pageCount}
              </PageLinks>
            )}
          </DefinitionRow>
        ))}
      </DefinitionRows>
    </>
  )
}

function shownCount({ hits }: ShownGroup) {
  return hits.reduce((count, { alsoIn }) => count + 1 + alsoIn.length, 0)
}

function GroupLinks({ groups }: { groups: readonly ShownGroup[] }) {
  return (
    <nav aria-label="Groups of results">
      <ul className="search-groups">
        {groups.map(({ id, label, count }) => (
          <li key={id}>
            <a href={`#${id}`}>
              {label} <span>{count.toLocaleString('en')}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Hit({ hit: { title, href, place, date, line, alsoIn } }: { hit: ShownHit }) {
  return (
    <li className="hit">
      <h3>
        <HitLink title={title} href={href} />
      </h3>
      {(place !== '' || date !== '') && (
        <p className="hit__facts">
          {place !== '' && <span>{place}</span>}
          {date !== '' && <time dateTime={date}>{formatDay(date)}</time>}
        </p>
      )}
      {line.length > 0 && (
        <p className="hit__line">
          {line.map(({ text, isMarked }, at) => (isMarked ? <mark key={at}>{text}</mark> : text))}
        </p>
      )}
      {alsoIn.length > 0 && (
        <p className="hit__also">
          The same in:{' '}
          {alsoIn.map((other, at) => (
            <Fragment key={other.href + other.title}>
              {at > 0 && ', '}
              <HitLink {...other} />
            </Fragment>
          ))}
        </p>
      )}
    </li>
  )
}

function HitLink({ title, href }: Pick<ShownHit, 'title' | 'href'>) {
  // A fixed address of a document serves its file: the router has no page for it.
  return href.startsWith('/documents/') ? <a href={href}>{title}</a> : <Link to={href}>{title}</Link>
}

function Suggestion({ suggestion }: Pick<ShownAnswer, 'suggestion'>) {
  if (!suggestion) return null
  const { question, count } = suggestion
  return (
    <p className="search-suggestion">
      Did you mean <Link to={searchHref(question)}>{question}</Link>? {resultCount(count)}
    </p>
  )
}

interface NothingFoundProps {
  /** What was looked for; empty for words that are not repeated. */
  words: readonly string[]
  suggestion: ShownAnswer['suggestion']
  askHref: string
  /** Such as `one working day`; '' if the company promises none. */
  answerTime: string
  pages: typeof OFFERED_PAGES
}

/** The heading of an answer without results. */
export const NOTHING_FOUND = 'Nothing found'

/** Nothing fits: what was understood, what else to try, and whom to ask. */
export function NothingFound({ words, suggestion, askHref, answerTime, pages }: NothingFoundProps) {
  return (
    <SearchNotice title={NOTHING_FOUND} pages={pages}>
      {words.length > 0 && <p>Nothing on this website has {words.map((word) => `“${word}”`).join(' or ')}.</p>}
      <Suggestion suggestion={suggestion} />
      <ul className="search-tips">
        <li>Use fewer words, or more general ones.</li>
        <li>Type the name of a grade or a standard as it is written: PV 90 S, IS 5831.</li>
      </ul>
      <p className="search-ask">
        <ButtonLink to={askHref} variant="line">
          Ask us
        </ButtonLink>
        {answerTime !== '' && `We answer within ${answerTime}.`}
      </p>
    </SearchNotice>
  )
}

interface SearchNoticeProps {
  title: string
  pages: typeof OFFERED_PAGES
  children?: ReactNode
}

/** Instead of results: why there are none, and the pages that most visitors look for. */
export function SearchNotice({ title, pages, children }: SearchNoticeProps) {
  return (
    <DefinitionRows>
      <DefinitionRow id="result" label={title}>
        <div className="search-notice">{children}</div>
      </DefinitionRow>
      <OfferedPages pages={pages} />
    </DefinitionRows>
  )
}

/** The pages that most visitors look for. */
export function OfferedPages({ pages }: { pages: typeof OFFERED_PAGES }) {
  return (
    <DefinitionRow id="pages-offered" label="Often looked for">
      <ul className="search-offers">
        {pages.map(({ href, title }) => (
          <li key={href}>
            <Link to={href}>{title}</Link>
          </li>
        ))}
      </ul>
    </DefinitionRow>
  )
}
