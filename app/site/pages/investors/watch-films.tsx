import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { fileAt } from '#app/cms/media/media-address.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { documentAt, unknownDocument } from '#app/site/sections/document-register/document-at-address.server.ts'
import { kindOf } from '#app/site/collections/documents/document-kinds.ts'
import { filmsOf } from '#app/site/collections/documents/films.ts'
import { UNCACHED } from './gated-document.server.ts'
import { NoDocument, noDocumentTitle } from '#app/site/sections/document-register/no-document.tsx'
import { documentSizes, transcriptsOf } from '#app/site/sections/document-register/page-documents.server.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { hiddenPageMeta, pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { DocumentRow } from '#app/site/sections/shared/document-row.tsx'
import { Film } from '#app/site/sections/shared/film.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { DefinitionRow, DefinitionRows } from '#app/site/ui/definition-rows.tsx'
import { registerTrail } from './investors-trail.ts'
import './watch-films.css'

export const handle = { isForCustomers: false } satisfies SiteHandle

/**
 * `/documents/{slug}/watch`: the films of a document with their captions. It answers as the fixed address of the
 * document does: a gated one leads to the text that visitors confirm first.
 */
export function loader({ params }: Pick<LoaderFunctionArgs, 'params'>) {
  const { document, instead } = documentAt(params['slug'])
  if (!document) return instead
  const register = currentSite().service(documentRegister)
  const films = filmsOf(document)
  const gate = films.map(({ fileUrl }) => register.gateOf(fileAt(fileUrl) ?? '')).find((page) => page !== undefined)
  if (gate !== undefined) throw redirect(gate, { status: 303, headers: UNCACHED })
  if (films.length === 0) return unknownDocument()
  const { title, date, kind, isListed } = document
  const transcripts = transcriptsOf(document).map((one) => ({ title: one.title, fileUrl: one.fileUrl, date: one.date }))
  return data({
    state: 'shown' as const,
    ...{ title, date, kind: kindOf(kind).label, isListed, films, transcripts },
    documents: documentSizes([films.map(({ fileUrl }) => fileUrl), transcripts]),
  })
}

export const meta: PageMeta<typeof loader> = (page) => {
  if (page.data?.state !== 'shown') return hiddenPageMeta(page, noDocumentTitle(page.data ?? { state: 'unknown' }))
  const { title, date, kind, isListed } = page.data
  return pageMeta(page, {
    share: 'documents',
    title: `Watch: ${title}`,
    description: `${title}: film, published on ${formatDay(date)}. ${kind}.`,
    trail: registerTrail,
    crumb: title,
    isUnlisted: !isListed,
  })
}

export default function WatchFilms() {
  const page = useLoaderData<typeof loader>()
  if (page.state !== 'shown') return <NoDocument {...page} />
  const { title, date, films, transcripts, documents } = page
  return (
    <DocumentsProvider documents={documents}>
      <PageIntro title={title} trail={registerTrail}>
        <p className="watch__facts">
          Published on <time dateTime={date}>{formatDay(date)}</time>
        </p>
      </PageIntro>
      <DefinitionRows>
        <DefinitionRow id="film" label={films.length === 1 ? 'Film' : 'Films'}>
          <div className="watch__films">
            {films.map((film) => (
              <Film key={film.fileUrl} label={film.title} src={film.fileUrl} captions={film.captions}>
                {films.length > 1 && <b>{film.title}</b>}
              </Film>
            ))}
          </div>
        </DefinitionRow>
        {transcripts.length > 0 && (
          <DefinitionRow id="transcript" label="Transcript">
            <ul className="docs">
              {transcripts.map((one) => (
                <DocumentRow key={one.fileUrl} href={one.fileUrl} title={one.title} date={one.date} />
              ))}
            </ul>
          </DefinitionRow>
        )}
        <DefinitionRow id="download" label={films.length === 1 ? 'The film as a file' : 'The films as files'}>
          <ul className="docs">
            {films.map((film) => (
              <DocumentRow key={film.fileUrl} href={film.fileUrl} title={film.title} date={date} />
            ))}
          </ul>
        </DefinitionRow>
      </DefinitionRows>
    </DocumentsProvider>
  )
}
