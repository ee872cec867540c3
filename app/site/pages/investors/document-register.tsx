import type { LoaderFunctionArgs } from '@remix-run/node'
import { useEffect, useRef } from 'react'
import { useLoaderData, useLocation } from '@remix-run/react'
import { formatLongDay } from '#app/cms/platform/format/day.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { kindOf } from '#app/site/collections/documents/document-kinds.ts'
import { gateOf } from '#app/site/collections/documents/gate-address.ts'
import {
  FOUND,
  queryOf,
  REGISTER_FEED,
  REGISTER_PAGE,
  selectionOf,
  type DocumentSelection,
} from '#app/site/addresses/document-selection.ts'
import {
  choicesOf,
  chosenParts,
  findDocuments,
  groupsOfDocuments,
  pageOfDocuments,
  widerSelections,
  wordsOf,
} from '#app/site/sections/document-register/find-documents.ts'
import { registerRow } from '#app/site/sections/document-register/register-rows.server.ts'
import { documentRegister, type RegisteredDocument } from '#app/site/sections/document-register/register.server.ts'
import { personForQueries } from '#app/site/sections/investors/person-for-queries.server.ts'
import { otherWords } from '#app/site/sections/search-words/content-synonyms.ts'
import { RegisterForm } from '#app/site/sections/document-register/register-form.tsx'
import { NothingFound, RegisterGroups, RegisterList } from '#app/site/sections/document-register/register-view.tsx'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { HeadEntries, HeadEntry } from '#app/site/sections/shared/head-entries.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { investorsTrail } from './investors-trail.ts'

export const handle = { isForCustomers: false } satisfies SiteHandle

const TITLE = 'Documents'
const LEAD = 'Every report, result, policy and offer document of the company, by type and by date.'

/** Documents that are shown where nothing is found. */
const NEWEST = 3

/** The documents that fit the query, from memory: a page of them, or the newest of each group if it asks for nothing. */
export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const query = new URL(request.url).searchParams
  const { service, media } = currentSite()
  const register = service(documentRegister)
  const documents = register.withWithdrawn()
  const selection = selectionOf(query)
  const synonyms = service(otherWords)
  const found = findDocuments(documents, selection, synonyms)
  const { documents: shown, ...part } = pageOfDocuments(found, query.get('page'))
  const toRow = (document: RegisteredDocument) => registerRow(document, { media, register })
  const groups =
    queryOf(selection) === '' && !query.has('page')
      ? groupsOfDocuments(documents).map(({ newest, ...group }) => ({ ...group, rows: newest.map(toRow) }))
      : []
  return {
    selection,
    feed: feedOf(selection),
    choices: choicesOf(documents, selection),
    groups,
    rows: groups.length > 0 ? [] : shown.map(toRow),
    part: groups.length > 0 ? undefined : part,
    ofAll: documents.length,
    words: wordsOf(selection),
    chosen:
      found.length === 0
        ? []
        : chosenParts(selection).map(({ words, without }) => ({
            words,
            href: REGISTER_PAGE + queryOf(without) + FOUND,
          })),
    newest: newestOf(documents),
    none:
      found.length === 0
        ? {
            wider: widerSelections(documents, selection, synonyms),
            rows: documents
              .filter(({ withdrawn }) => !withdrawn)
              .slice(0, NEWEST)
              .map(toRow),
            contact: personForQueries(),
          }
        : undefined,
  }
}

/** What the head of the page names. */
function newestOf(documents: readonly RegisteredDocument[]) {
  const newest = documents.find(({ withdrawn }) => !withdrawn)
  if (!newest) return undefined
  const { page = gateOf(newest) } = kindOf(newest.kind)
  return { title: newest.title, date: newest.date, href: page ?? newest.fileUrl, isFile: page === undefined }
}

export const meta: PageMeta<typeof loader> = (page) => {
  const number = page.data?.part?.page ?? 1
  return pageMeta(page, {
    share: 'documents',
    title: number === 1 ? TITLE : `${TITLE}, page ${number}`,
    description: LEAD,
    trail: investorsTrail,
    crumb: TITLE,
    feed: page.data?.feed,
  })
}

/** The feed of the documents that the page lists. */
function feedOf(selection: DocumentSelection) {
  const query = queryOf(selection)
  return { title: query === '' ? TITLE : `${TITLE}, ${wordsOf(selection)}`, href: REGISTER_FEED + query }
}

export default function DocumentRegister() {
  const { selection, choices, groups, rows, part, ofAll, words, chosen, newest, none } = useLoaderData<typeof loader>()
  const found = useFocusAtFragment()
  return (
    <>
      <PageIntro
        title={TITLE}
        lead={LEAD}
        trail={investorsTrail}
        aside={
          newest && (
            <HeadEntries>
              <HeadEntry
                what="Newest document"
                title={newest.title}
                href={newest.href}
                {...(newest.isFile && { icon: 'download' })}
              >
                <time dateTime={newest.date}>{formatLongDay(newest.date)}</time>
              </HeadEntry>
            </HeadEntries>
          )
        }
      />
      <div className="wrap register">
        <RegisterForm selection={selection} choices={choices} />
        <div className="register__found" id={FOUND.slice(1)} tabIndex={-1} ref={found}>
          {none && <NothingFound words={words} question={selection.q} {...none} />}
          {groups.length > 0 && <RegisterGroups groups={groups} ofAll={ofAll} />}
          {part && rows.length > 0 && <RegisterList {...{ selection, rows, part, ofAll, words, chosen }} />}
        </div>
      </div>
    </>
  )
}

/** Focuses what was found after a search, as the browser does when it loads the page. */
function useFocusAtFragment() {
  const found = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === FOUND) found.current?.focus({ preventScroll: true })
  }, [hash, key])
  return found
}
