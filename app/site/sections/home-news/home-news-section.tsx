import { bindLastWords } from '#app/site/ui/text.tsx'
import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import { Days } from '#app/site/sections/shared/dated-list.tsx'
import { SectionHead } from '#app/site/ui/section-head.tsx'
import type { ShownNews } from './home-news.ts'
import './home-news-section.css'

/** The latest news: first what has a day and no picture, then the pictures. An article leads to its page, an item of the section to its event or to the page of news and events. */
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
      {articles.length > 0 && (
        <ul className="wrap news__articles">
          {articles.map(({ href, date, title: ofArticle, lead }) => (
            <li key={href} className="story reveal">
              <p className="story__day">
                <Days from={date} />
              </p>
              <h3>
                <ContentLink to={href}>{bindLastWords(ofArticle)}</ContentLink>
              </h3>
              <p className="story__lead">{bindLastWords(lead)}</p>
            </li>
          ))}
        </ul>
      )}
      <ul className="wrap news__grid">
        {newsItems.map(({ image, alt, text, href, dated }, index) => (
          <li key={index} className="story reveal">
            <Picture file={image} alt={alt} sizes={`(min-width: 36rem) 50vw, ${index === 0 ? '100vw' : '10rem'}`} />
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
    </section>
  )
}
