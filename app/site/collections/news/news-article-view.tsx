import { Picture, useHasPicture } from '#app/cms/media/picture.tsx'
import { ContentLink, PhoneLink } from '#app/cms/ui/content-link.tsx'
import { Prose } from '#app/cms/ui/prose.tsx'
import { DocumentDownloads } from '#app/site/sections/shared/document-downloads.tsx'
import { Breadcrumb, type Crumb } from '#app/site/ui/page/breadcrumb.tsx'
import { Days } from '#app/site/sections/shared/dated-list.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import type { ListedArticle } from './article-lists.ts'
import type { NewsArticle } from './news-articles.ts'
import '#app/site/sections/shared/page-intro.css'
import './news-article-view.css'

export const NEWS_TRAIL: Crumb[] = [{ label: 'News & Events', to: '/events' }]

interface NewsArticleViewProps {
  article: Pick<
    NewsArticle,
    'title' | 'date' | 'place' | 'lead' | 'image' | 'imageAlt' | 'figure' | 'figureText' | 'documents'
  >
  /** Whom journalists can ask. */
  press: { email: string; phone: string } | undefined
  /** The text as HTML. */
  html: string
  others: Pick<ListedArticle, 'title' | 'href' | 'date'>[]
}

/** The page of a news article. */
export function NewsArticleView({ article, press, html, others }: NewsArticleViewProps) {
  const { title, date, place, lead, image, imageAlt, figure, figureText, documents } = article
  const hasPicture = useHasPicture()(image)
  return (
    <article aria-labelledby="page-title">
      <header className={`intro on-ink article-head${hasPicture ? ' article-head--pictured' : ''}`}>
        <div className="wrap">
          <Breadcrumb trail={[{ label: 'Home', to: '/' }, ...NEWS_TRAIL]} current={title} />
          <p className="article-head__day">
            {place !== '' && `${place}, `}
            <Days from={date} />
          </p>
          <h1 id="page-title">{bindLastWords(title)}</h1>
          <p className="intro__lead">{bindLastWords(lead)}</p>
        </div>
      </header>
      <div className="article-body">
        <div className="wrap">
          <Picture
            className="article-picture"
            file={image}
            alt={imageAlt}
            sizes="(min-width: 64rem) 33rem, 100vw"
            priority
          />
          {figure !== '' && (
            <p className="article-figure">
              <b>{figure}</b> {figureText}
            </p>
          )}
          <div className="article-text">
            <Prose html={html} />
            <DocumentDownloads documents={documents} />
          </div>
          {press && (
            <aside className="article-press" aria-labelledby="press-title">
              <h2 id="press-title">Press contact</h2>
              <p>
                <a href={`mailto:${press.email}`}>{press.email}</a>
              </p>
              <p>
                <PhoneLink number={press.phone} />
              </p>
            </aside>
          )}
          <nav className="article-more" aria-label="More news">
            {others.length > 0 && (
              <>
                <h2>More news</h2>
                <ul>
                  {others.map((other) => (
                    <li key={other.href}>
                      <ContentLink to={other.href}>{bindLastWords(other.title)}</ContentLink>
                      <Days from={other.date} />
                    </li>
                  ))}
                </ul>
              </>
            )}
            <ContentLink to="/events">All news</ContentLink>
          </nav>
        </div>
      </div>
    </article>
  )
}
