import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { Breadcrumb } from '#app/ui/page/breadcrumb.tsx'
import { Picture } from '#app/media/pictures/picture.tsx'
import type { About } from './about.ts'
import './about-hero.css'

/** Head of the about page: the title, and below it the plant across the whole window, its sky rising out of the ink. */
export function AboutHero({ crumb, content }: { crumb: string; content: About }) {
  return (
    <section className="about-hero on-ink" aria-labelledby="page-title">
      <div className="wrap about-hero__text">
        <Breadcrumb trail={[{ label: 'Home', to: '/' }]} current={crumb} />
        <h1 id="page-title">{content.title}</h1>
        <p className="lead">{bindLastWords(content.lead)}</p>
      </div>
      <Picture className="about-hero__image" file={content.image} alt={content.imageAlt} sizes="100vw" priority />
    </section>
  )
}
