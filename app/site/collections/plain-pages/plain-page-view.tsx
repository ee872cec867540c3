import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { Prose } from '#app/cms/ui/prose.tsx'
import { DocumentDownloads } from '#app/site/sections/shared/document-downloads.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import type { PlainPage } from './plain-pages.ts'
import './plain-page-view.css'

/** The text as HTML, or what is above the questions, which visitors unfold. */
export interface PlainPageBody {
  html: string
  questions?: { title: string; html: string }[] | undefined
}

interface PlainPageViewProps extends PlainPageBody {
  page: Pick<PlainPage, 'title' | 'lead' | 'documents'>
}

/** A page of text, with documents to download. */
export function PlainPageView({ page: { title, lead, documents }, html, questions }: PlainPageViewProps) {
  return (
    <>
      <PageIntro title={title} lead={lead} />
      <div className="plain-page">
        <div className="wrap">
          {html !== '' && <Prose html={html} />}
          {questions && <Questions questions={questions} />}
          <DocumentDownloads documents={documents} />
        </div>
      </div>
    </>
  )
}

function Questions({ questions }: { questions: { title: string; html: string }[] }) {
  return (
    <div className="questions">
      {questions.map(({ title, html }) => (
        <details key={title}>
          <summary>
            <h2>{bindLastWords(title)}</h2>
            <Icon name="down" />
          </summary>
          <Prose html={html} />
        </details>
      ))}
      <p className="questions__ask">
        Is your question not here? <ContentLink to="/contactus">Ask us</ContentLink>
      </p>
    </div>
  )
}
