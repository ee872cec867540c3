import { Prose } from '#app/cms/ui/prose.tsx'
import { DocumentDownloads } from '#app/site/sections/shared/document-downloads.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import type { PlainPage } from './plain-pages.ts'
import './plain-page-view.css'

interface PlainPageViewProps {
  page: Pick<PlainPage, 'title' | 'lead' | 'documents'>
  /** The text as HTML. */
  html: string
}

/** A page of text, with documents to download. */
export function PlainPageView({ page: { title, lead, documents }, html }: PlainPageViewProps) {
  return (
    <>
      <PageIntro title={title} lead={lead} />
      <div className="plain-page">
        <div className="wrap">
          <Prose html={html} />
          <DocumentDownloads documents={documents} />
        </div>
      </div>
    </>
  )
}
