import { bindLastWords } from '#app/site/ui/text.tsx'
import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import { Days } from '#app/site/sections/shared/dated-list.tsx'
import { SectionHead } from '#app/site/ui/section-head.tsx'
import type { ShownNews } from './home-news.ts'
import './home-news-section.css'

/** The latest news: the articles, and beside them the items with their pictures. An article leads to its page, an item of the section to its event or to the page of news and events. */
export function HomeNewsSection({ content }: { content: ShownNews }) {
  const { title, buttonText, buttonLink, newsItems, articles } = content
  if (newsItems.length === 0) return null
  return (
    <section className="section news" id="news" aria-labelledby="news-title">
      <SectionHead
        id="news-title"
        title={title}
        action={
          <ButtonLink to={buttonLink} variant="line">
            {buttonText}
          </ButtonLink>
        }
      />
      <div className="wrap news__parts">
        {articles.length > 0 && (
          <ul className="news__articles">
            {articles.map(({ href, date, title: ofArticle }) => (
              <li key={href} className="story reveal">
                <p className="story__day">
                  <Days from={date} />
                </p>
                <h3>
                  <ContentLink to={href}>{bindLastWords(ofArticle)}</ContentLink>
                </h3>
              </li>
            ))}
          </ul>
        )}
        <ul className="news__grid">
          {newsItems.map(({ image, alt, text, href, dated }, index) => (
            <li key={index} className="story reveal">
              <Picture file={image} alt={alt} sizes={index === 0 ? '(min-width: 36rem) 50vw, 100vw' : '18rem'} />
              <div className="story__text">
                {dated && (
                  <p className="story__day">
                    <Days {...dated} />
                    {dated.place && `, ${dated.place}`}
                  </p>
                )}
                <h3>
                  <ContentLink to={href}>{bindLastWords(text)}</ContentLink>
                </h3>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
