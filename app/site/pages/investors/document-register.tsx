import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { currentSite } from '#app/cms/site.server.ts'
import { selectionOf } from '#app/site/addresses/document-selection.ts'
import {
  choicesOf,
  findDocuments,
  pageOfDocuments,
  widerSelections,
  wordsOf,
} from '#app/site/sections/document-register/find-documents.ts'
import { registerRow } from '#app/site/sections/document-register/register-rows.server.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { RegisterForm } from '#app/site/sections/document-register/register-form.tsx'
import { NothingFound, RegisterList } from '#app/site/sections/document-register/register-view.tsx'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { investorsTrail } from './investors-trail.ts'

export const handle = { isForCustomers: false } satisfies SiteHandle

const TITLE = 'Documents'
const LEAD = 'Every report, result, policy and offer document of the company, the newest first.'

/** A page of the documents that fit the query, from memory. */
export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const query = new URL(request.url).searchParams
  const { service, media } = currentSite()
  const register = service(documentRegister)
  const documents = register.withWithdrawn()
  const selection = selectionOf(query)
  const found = findDocuments(documents, selection)
  const { documents: shown, ...part } = pageOfDocuments(found, query.get('page'))
  return {
    selection,
    choices: choicesOf(documents, selection),
    rows: shown.map((document) => registerRow(document, { media, register })),
    part: { ...part, ofAll: documents.length },
    none: found.length === 0 ? { words: wordsOf(selection), wider: widerSelections(documents, selection) } : undefined,
  }
}

export const meta: PageMeta<typeof loader> = (page) => {
  const number = page.data?.part.page ?? 1
  return pageMeta(page, {
    share: 'documents',
    title: number === 1 ? TITLE : `${TITLE}, page ${number}`,
    description: LEAD,
    trail: investorsTrail,
    crumb: TITLE,
  })
}

export default function DocumentRegister() {
  const { selection, choices, rows, part, none } = useLoaderData<typeof loader>()
  return (
    <>
      <PageIntro title={TITLE} lead={LEAD} trail={investorsTrail} />
      <div className="wrap register">
        <RegisterForm selection={selection} choices={choices} />
        {none ? <NothingFound {...none} /> : <RegisterList selection={selection} rows={rows} part={part} />}
      </div>
    </>
  )
}
