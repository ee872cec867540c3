import { bindLastWords } from '#app/site/ui/text.tsx'
import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import { SectionHead } from '#app/site/ui/section-head.tsx'
import type { HomeNews as News } from './home-news.ts'
import './home-news-section.css'

/** The latest news. Every item links to the page of news and events. */
export function HomeNewsSection({ content }: { content: News | undefined }) {
  if (!content || content.newsItems.length === 0) return null
  return (
    <section className="section news" id="news" aria-labelledby="news-title">
      <SectionHead
        id="news-title"
        title={content.title}
        action={
          <ButtonLink to={content.buttonLink} variant="line">
            {content.buttonText}
          </ButtonLink>
        }
      />
      <ul className="wrap news__grid">
        {content.newsItems.map(({ image, alt, text }, index) => (
          <li key={index} className="story reveal">
            <Picture file={image} alt={alt} sizes="(min-width: 56rem) 50vw, 100vw" />
            <h3>
              <ContentLink to="/events">{bindLastWords(text)}</ContentLink>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  )
}
