import { bindLastWords } from '#app/site/ui/text.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import type { GlobalExpansion } from './global-expansion.ts'
import './global-expansion-section.css'

/** The company's origin and reach: text at the left, a picture to the right edge, four facts below. */
export function GlobalExpansionSection({ content }: { content: Omit<GlobalExpansion, '_id'> | undefined }) {
  if (!content) return null
  const paragraphs = [content.paragraph2, content.paragraph3].filter((paragraph) => paragraph !== '')
  return (
    <section className="section on-ink expand" id="global-expansion" aria-labelledby="global-expansion-title">
      <div className={content.image === '' ? 'wrap' : 'wrap expand__grid'}>
        <div className="expand__text">
          <h2 id="global-expansion-title">{bindLastWords(content.title)}</h2>
          <p className="lead">{bindLastWords(content.paragraph1)}</p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="expand__more">
              {bindLastWords(paragraph)}
            </p>
          ))}
        </div>
        <Picture
          className="expand__media"
          file={content.image}
          alt={content.imageAlt}
          sizes="(min-width: 64rem) 64vw, 100vw"
        />
      </div>
      <ul className="wrap facts">
        {content.listItems.map((item) => (
          <li key={item} className="reveal">
            {bindLastWords(item)}
          </li>
        ))}
      </ul>
    </section>
  )
}
