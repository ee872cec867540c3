import { data, type HeadersFunction, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { log } from '#app/cms/platform/log.server.ts'
import { readPage } from '#app/cms/platform/http/list-query.ts'
import type { Answer } from '#app/cms/search/answer-question.ts'
import { tidyQuestion } from '#app/cms/search/question.ts'
import { answerTime } from '#app/site/collections/facts/fact-row.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { OPEN_SEARCH } from '#app/site/addresses/search-query.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { OFFERED_PAGES } from '#app/site/search/offered-pages.ts'
import { SearchForm } from '#app/site/search/search-form.tsx'
import {
  NOTHING_FOUND,
  NothingFound,
  OfferedPages,
  resultCount,
  SearchAnswer,
  SearchNotice,
} from '#app/site/search/search-view.tsx'
import { countingState } from '#app/site/search/counted-searches.ts'
import { shownAnswer } from '#app/site/search/shown-answer.ts'
import { siteSearch } from '#app/site/search/site-search.server.ts'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { DefinitionRows } from '#app/site/ui/definition-rows.tsx'

export const handle = { isForCustomers: false } satisfies SiteHandle

const TITLE = 'Search'

const MAX_OFFERED = 40

/** Answers differ from one moment to the next, and no cache needs them. */
const UNCACHED = { 'Cache-Control': 'no-store' }

/** What the site has on the words of the query, from memory. Without words, the field alone. */
export async function loader({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>) {
  const query = new URL(request.url).searchParams
  const question = tidyQuestion(query.get('q'))
  const shown = { question, pages: OFFERED_PAGES, offered: offeredTitles(), answerTime: answerTime(currentSite()) }
  if (question === '') return data({ ...shown, state: 'ready' as const })
  const search = currentSite().service(siteSearch)
  const wait = await search.limit.consume(context.clientAddress)
  if (wait > 0) {
    const headers = { ...UNCACHED, 'Retry-After': String(wait) }
    return data({ ...shown, state: 'too-many' as const }, { status: 429, headers })
  }
  try {
    const found = await search.find(question)
    countSearch(question, found, { request, address: context.clientAddress })
    const answer = shownAnswer(found, { group: query.get('in') ?? '', page: readPage(query) })
    const isRepeated = !isLikelyAddress(question)
    const about = isRepeated ? `?${new URLSearchParams({ about: question }).toString()}` : ''
    return data(
      {
        ...shown,
        state: 'answered' as const,
        answer: isRepeated ? answer : { ...answer, words: [] },
        askHref: `/contactus${about}#form`,
      },
      { headers: UNCACHED },
    )
  } catch (err) {
    log.error({ err, requestId: context.requestId }, 'A search could not be answered')
    return data({ ...shown, state: 'unavailable' as const }, { status: 503, headers: UNCACHED })
  }
}

/**
 * Counts what was asked for, if the site does that. Not counted: staff who look at the site, and pages that a browser loads
 * before anybody has asked for them.
 */
function countSearch(
  question: string,
  { fit, count }: Pick<Answer, 'fit' | 'count'>,
  { request: { headers }, address }: { request: Request; address: string | undefined },
) {
  const site = currentSite()
  if (countingState(site) !== 'on') {
    site.askedWords.forget()
    return
  }
  const isStaff = headers.get('cookie')?.includes(`${site.auth.sessions.cookieName}=`) === true
  if (isStaff || site.pageBase !== undefined || headers.has('sec-purpose')) return
  site.askedWords.count(question, { isFound: count > 0 && fit !== 'some', address })
}

/** What the field offers before anything is typed, also without JavaScript. */
function offeredTitles() {
  const products = pagesOf(currentSite(), productPages).listed()
  return [...products.map(({ title }) => title), ...OFFERED_PAGES.map(({ title }) => title)].slice(0, MAX_OFFERED)
}

/** Browsers can add the search of the site to theirs. */
export const links: LinksFunction = () => [
  { rel: 'search', type: 'application/opensearchdescription+xml', href: OPEN_SEARCH, title: TITLE },
]

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

/** An address, an e-mail address or a telephone number: advertisers ask for theirs, to have a page that shows it. */
function isLikelyAddress(question: string) {
  return /:\/\/|@|www\.|\.[a-z]{2,}\b|(?:\d[\s()-]*){9}/i.test(question)
}

/** Search engines must not list answers. The question is in no part of the head. */
export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, {
    share: 'search',
    title: TITLE,
    description: 'Grades, products, documents, pages, news, events and jobs by their words.',
    isUnlisted: true,
  })

const TOO_MANY = 'Too many searches'
const NOT_AVAILABLE = 'Search is not available'

/** What a screen reader says when an answer has come. */
function announcementOf(page: ReturnType<typeof useLoaderData<typeof loader>>) {
  switch (page.state) {
    case 'ready':
      return ''
    case 'too-many':
      return TOO_MANY
    case 'unavailable':
      return NOT_AVAILABLE
    case 'answered':
      return page.answer.count === 0 ? NOTHING_FOUND : resultCount(page.answer.count)
  }
}

export default function SearchPage() {
  const page = useLoaderData<typeof loader>()
  const { question, pages, offered } = page
  return (
    <>
      <PageIntro title={TITLE}>
        <SearchForm question={question} offered={offered} />
      </PageIntro>
      {/* Always there, so that screen readers notice when its text changes. */}
      <p className="visually-hidden" role="status">
        {announcementOf(page)}
      </p>
      {page.state === 'ready' && (
        <DefinitionRows>
          <OfferedPages pages={pages} />
        </DefinitionRows>
      )}
      {page.state === 'too-many' && (
        <SearchNotice title={TOO_MANY} pages={pages}>
          <p>Many searches came from your network in the last minute. Try again in a minute.</p>
        </SearchNotice>
      )}
      {page.state === 'unavailable' && (
        <SearchNotice title={NOT_AVAILABLE} pages={pages}>
          <p>Try again in a few minutes, or go to one of these pages.</p>
        </SearchNotice>
      )}
      {page.state === 'answered' &&
        (page.answer.count === 0 ? (
          <NothingFound {...page.answer} askHref={page.askHref} answerTime={page.answerTime} pages={pages} />
        ) : (
          <SearchAnswer question={question} answer={page.answer} />
        ))}
    </>
  )
}
