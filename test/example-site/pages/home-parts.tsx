import type { homeParts } from './home-parts.server.ts'
import { Photo } from './photo.tsx'

/** The home page below the breads. */
export function HomeParts({ story, numbers, allergens, articles, images }: ReturnType<typeof homeParts>) {
  return (
    <>
      {story && (
        <section id="story" aria-labelledby="story-title">
          <h2 id="story-title">{story.title}</h2>
          <Photo file={story.image} alt={story.imageAlt} images={images} />
          {story.subTitle !== '' && <p>{story.subTitle}</p>}
          {story.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      )}
      {numbers && (
        <section id="numbers" aria-label="Numbers">
          <Photo file={numbers.pictures.years} alt="" images={images} />
          <p>{numbers.yearsOpen} years open</p>
          <Photo file={numbers.pictures.loaves} alt="" images={images} />
          <p>
            {numbers.loavesADay} loaves a day of {numbers.flour} kg of flour a week
          </p>
        </section>
      )}
      {allergens && (
        <section id="allergens" aria-labelledby="allergens-title">
          <h2 id="allergens-title">{allergens.title}</h2>
          <p>{allergens.text}</p>
        </section>
      )}
      {articles.length > 0 && (
        <section aria-labelledby="news-title">
          <h2 id="news-title">News</h2>
          <ul>
            {articles.map(({ title, href }) => (
              <li key={href}>
                <a href={href}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
