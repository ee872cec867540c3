import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { Prose } from '#app/cms/ui/prose.tsx'
import { DocumentDownloads } from '#app/site/sections/shared/document-downloads.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { TextWithContents } from '#app/site/sections/shared/text-with-contents.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import type { PlainPage } from './plain-pages.ts'
import './plain-page-view.css'

interface QuestionGroup {
  id: string
  /** '' for the only group. */
  title: string
  /** What is above its questions, as HTML. */
  before: string
  parts: { title: string; html: string }[]
}

/** The text as HTML, or what is above its parts, or above the groups of questions, which visitors unfold. */
export interface PlainPageBody {
  html: string
  parts?: { id: string; title: string; html: string }[] | undefined
  questions?: QuestionGroup[] | undefined
}

interface PlainPageViewProps extends PlainPageBody {
  page: Pick<PlainPage, 'title' | 'lead' | 'documents'>
}

/** A page of text, with documents to download. */
export function PlainPageView({ page: { title, lead, documents }, html, parts, questions }: PlainPageViewProps) {
  const named = parts ?? questions?.filter((group) => group.title !== '') ?? []
  return (
    <>
      <PageIntro title={title} lead={lead} />
      <div className="wrap plain-page">
        <TextWithContents parts={named} note={questions && <AskUs />}>
          {html !== '' && <Prose html={html} />}
          {parts?.map((part) => (
            <section key={part.id} id={part.id} aria-label={part.title}>
              <Prose html={part.html} />
            </section>
          ))}
          {questions?.map((group) => (
            <Questions key={group.id} {...group} />
          ))}
          <DocumentDownloads documents={documents} />
        </TextWithContents>
      </div>
    </>
  )
}

function AskUs() {
  return (
    <p className="plain-page__ask">
      Is your question not here? <ContentLink to="/contactus">Ask us</ContentLink>
    </p>
  )
}

function Questions({ id, title, before, parts }: QuestionGroup) {
  const Heading = title === '' ? 'h2' : 'h3'
  return (
    <section className="questions" id={id} {...(title !== '' && { 'aria-label': title })}>
      {title !== '' && <h2>{title}</h2>}
      {before !== '' && <Prose html={before} />}
      {parts.map((question) => (
        <details key={question.title}>
          <summary>
            <Heading>{bindLastWords(question.title)}</Heading>
            <Icon name="down" />
          </summary>
          <Prose html={question.html} />
        </details>
      ))}
    </section>
  )
}
