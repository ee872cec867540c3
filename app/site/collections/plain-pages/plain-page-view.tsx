import { Prose } from '#app/cms/ui/prose.tsx'
import { DocumentRow } from '#app/site/sections/shared/document-row.tsx'
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
          {documents.length > 0 && (
            <section className="plain-page__documents" aria-labelledby="documents-title">
              <h2 id="documents-title">Documents</h2>
              <ul className="docs">
                {documents.map(({ _id, title: name, fileUrl }) => (
                  <DocumentRow key={_id} href={fileUrl} title={name} />
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </>
  )
}
