import { data, useLoaderData } from '@remix-run/react'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { currentSite } from '#app/cms/site.server.ts'
import {
  documentSizes,
  documentsOfKinds,
  documentWithKey,
} from '#app/site/sections/document-register/page-documents.server.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import {
  BoardComposition,
  CommitteeTable,
  DirectorRows,
  FamiliarisationTable,
} from '#app/site/sections/management/board-page.tsx'
import {
  boardInWords,
  composition,
  shownCommittees,
  shownDirectors,
  withTotals,
} from '#app/site/sections/management/board.ts'
import { management } from '#app/site/sections/management/management.ts'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { DefinitionRows } from '#app/site/ui/definition-rows.tsx'
import { PageUnavailable } from '#app/site/ui/page/missing-page.tsx'
import { investorsTrail } from './investors-trail.ts'

export const handle = { isForCustomers: false } satisfies SiteHandle

const TITLE = 'Board and committees'

export function loader() {
  const page = readBoard()
  return data(page, { status: page.board ? 200 : 503 })
}

export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, {
    share: 'board',
    title: TITLE,
    description: page.data?.board && `The board of directors and its committees. ${page.data.board.lead}`,
    trail: investorsTrail,
  })

export default function BoardPage() {
  const { board, lists, images, documents } = useLoaderData<typeof loader>()
  if (!board) return <PageUnavailable title={TITLE} />
  const { lead, note, parts, directors, committees, years } = board
  return (
    <ImagesProvider images={images}>
      <DocumentsProvider documents={documents}>
        <PageIntro
          title={TITLE}
          lead={lead}
          trail={investorsTrail}
          aside={parts.length > 1 && <BoardComposition parts={parts} />}
        />
        <DefinitionRows>
          <DirectorRows directors={directors} documents={lists.ofDirectors} />
          <CommitteeTable committees={committees} documents={lists.ofCommittees} />
          <FamiliarisationTable years={years} documents={lists.ofFamiliarisation} />
        </DefinitionRows>
        {note !== '' && <p className="wrap board-note">{note}</p>}
      </DocumentsProvider>
    </ImagesProvider>
  )
}

/** The data of the page, from memory. `board` is undefined if its file has never been readable. */
function readBoard() {
  const content = currentSite().content.find(management)?.value
  const board = content && {
    lead: boardInWords(content),
    note: content.note,
    parts: composition(content),
    directors: shownDirectors(content),
    committees: shownCommittees(content).map(({ termsOfReference, ...committee }) => {
      return { ...committee, terms: documentWithKey(termsOfReference) }
    }),
    years: withTotals(content.familiarisation),
  }
  const lists = {
    ofDirectors: documentsOfKinds('independent-directors'),
    ofCommittees: documentsOfKinds('committees'),
    ofFamiliarisation: documentsOfKinds('familiarisation'),
  }
  return {
    board,
    lists,
    images: resolveImages(board, currentSite().media.library),
    documents: documentSizes([board, lists]),
  }
}
