import { Icon } from '#app/cms/ui/icon.tsx'
import { DatedList, DatedRow } from '#app/site/sections/shared/dated-list.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import type { YearOfArticles } from './article-lists.ts'
import './news-by-year.css'

/** All articles: the newest year open, each earlier one folded. */
export function NewsByYear({ years }: { years: YearOfArticles[] }) {
  const [latest, ...earlier] = years
  if (!latest) return null
  return (
    <section id="news" aria-labelledby="news-title">
      <h3 className="news-part" id="news-title">
        {latest.year}
      </h3>
      <div className="news-years">
        <DatedList>
          {latest.articles.map((article) => (
            <ArticleRow key={article.href} article={article} />
          ))}
        </DatedList>
        {earlier.length > 0 && (
          <div>
            {earlier.map(({ year, articles }) => (
              <details className="news-year" key={year}>
                <summary>
                  <h3>{year}</h3> <span>{articles.length === 1 ? '1 article' : `${articles.length} articles`}</span>
                  <Icon name="down" />
                </summary>
                <DatedList>
                  {articles.map((article) => (
                    <ArticleRow key={article.href} article={article} />
                  ))}
                </DatedList>
              </details>
            ))}
          </div>
        )}
      </div>
    </section>
  )
}

interface ArticleRowProps {
  article: YearOfArticles['articles'][number]
}

function ArticleRow({ article: { title, href, date, lead, image, imageAlt = '' } }: ArticleRowProps) {
  const picture = image === undefined ? undefined : { file: image, alt: imageAlt }
  return (
    <DatedRow title={title} level={4} from={date} href={href} picture={picture}>
      {lead !== undefined && <p>{bindLastWords(lead)}</p>}
    </DatedRow>
  )
}
