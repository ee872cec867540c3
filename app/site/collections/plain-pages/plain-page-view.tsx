import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { Prose } from '#app/cms/ui/prose.tsx'
import { DocumentDownloads } from '#app/site/sections/shared/document-downloads.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import type { PlainPage } from './plain-pages.ts'
import './plain-page-view.css'

/** The text as HTML, or what is above its parts, or above the questions, which visitors unfold. */
export interface PlainPageBody {
  html: string
  parts?: { title: string; html: string }[] | undefined
  questions?: { title: string; html: string }[] | undefined
}

interface PlainPageViewProps extends PlainPageBody {
  page: Pick<PlainPage, 'title' | 'lead' | 'documents'>
}

/** A page of text, with documents to download. */
export function PlainPageView({ page: { title, lead, documents }, html, parts, questions }: PlainPageViewProps) {
  return (
    <>
      <PageIntro title={title} lead={lead} />
      <div className="plain-page">
        <div className="wrap">
          {html !== '' && <Prose html={html} />}
          {parts && <Parts parts={parts} />}
          {questions && <Questions questions={questions} />}
          <DocumentDownloads documents={documents} />
        </div>
      </div>
    </>
  )
}

/** The parts of the text, and the way to each of them. */
function Parts({ parts }: { parts: NonNullable<PlainPageBody['parts']> }) {
  return (
    <div className="parts">
      <nav className="parts__links" aria-labelledby="parts-title">
        <h2 id="parts-title">On this page</h2>
        <ul>
          {parts.map(({ title }, index) => (
            <li key={index}>
              <a href={`#part-${index + 1}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="parts__texts">
        {parts.map(({ title, html }, index) => (
          <section key={index} id={`part-${index + 1}`} aria-label={title}>
            <Prose html={html} />
          </section>
        ))}
      </div>
    </div>
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
